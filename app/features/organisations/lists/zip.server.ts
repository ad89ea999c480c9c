import { inflateRawSync } from "node:zlib";
import { strToU8, zipSync, type Zippable } from "fflate";
import { entriesOf } from "#app/features/documents/zip-entries.ts";

/** Zip archives as spreadsheets use them. Layout: PKWARE's APPNOTE, 4.3. */

export class TooLargeInside extends Error {
  override name = "TooLargeInside";
}

/** Reads single files of an archive, never more than `maxBytes` of all of them together: an archive may say anything
 * about its sizes. Null for a damaged archive; a reader gives "" for a file that is not there. */
export function openZip(archive: Buffer, maxBytes: number) {
  const entries = entriesOf(archive);
  if (!entries) return null;
  let left = maxBytes;
  const read = (name: RegExp | string): string => {
    const isIt = (own: string) => (typeof name === "string" ? own === name : name.test(own));
    const entry = entries.find((one) => isIt(one.name));
    if (!entry) return "";
    const { at, bytes, isStored } = entry;
    const from = at + 30 + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28);
    const stored = archive.subarray(from, from + bytes);
    let content = stored;
    try {
      if (!isStored) content = inflateRawSync(stored, { maxOutputLength: Math.max(left, 1) });
    } catch (error) {
      if ((error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE") throw new TooLargeInside();
      throw error;
    }
    left -= content.length;
    if (left < 0) throw new TooLargeInside();
    return content.toString("utf8");
  };
  return { names: entries.map(({ name }) => name), read };
}

/** The first day that the format knows: the same list makes the same file. */
const EARLIEST = new Date(1980, 0, 1);

/** An archive of these texts, in their order. */
export function makeZip(files: Readonly<Record<string, string>>): Buffer {
  const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)]);
  return Buffer.from(zipSync(Object.fromEntries(entries) as Zippable, { mtime: EARLIEST }));
}
