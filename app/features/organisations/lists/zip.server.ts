import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";
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

const UTF8_NAMES = 0x0800;
const DEFLATED = 8;
/** The first day that the format knows, 1 January 1980: the same list makes the same file. */
const NO_TIME = 0x0021_0000;

/** An archive of these texts, in their order. */
export function makeZip(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text, "utf8");
    const packed = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(UTF8_NAMES, 2);
    common.writeUInt16LE(DEFLATED, 4);
    common.writeUInt32LE(NO_TIME, 6);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const own = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), common, rest, Buffer.from(name));
    parts.push(own);
    at += own.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, index, end]);
}
