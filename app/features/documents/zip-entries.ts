import type { FileProblem } from "./file-problems.ts";
import type { MediaType } from "./file-kinds.ts";

/** Office files are zip archives. The directory at the end of an archive says what is in it: names elsewhere may be
 * those of an archive inside. Layout: PKWARE's APPNOTE, 4.3. */

/** The kind of a file, or why it is refused. */
export type Verdict = { mediaType: MediaType } | FileProblem;

/** Watches a file of one family stream by, from its first byte; `end()` is asked once, after the last. */
export type Watcher = { see(chunk: Buffer): void; end(): Verdict };

const ENTRY = "PK\x03\x04";
const DIRECTORY_ENTRY = "PK\x01\x02";
const DIRECTORY_END = "PK\x05\x06";

/** Room for the directory of some thousand entries. */
const TAIL_BYTES = 256 * 1024;

export const isZip = (head: Buffer) => head.toString("latin1", 0, 4) === ENTRY;

/** `at` is where its own header begins, `bytes` the length of what is stored of it. */
type Entry = { name: string; isEncrypted: boolean; isStored: boolean; at: number; bytes: number };

/** The entries of the archive that ends with `tail`; null for one that is damaged, or has too many. */
export function entriesOf(tail: Buffer): Entry[] | null {
  const end = tail.lastIndexOf(DIRECTORY_END, undefined, "latin1");
  if (end < 0 || end + 22 > tail.length) return null;
  const count = tail.readUInt16LE(end + 10);
  let at = end - tail.readUInt32LE(end + 12);
  const entries: Entry[] = [];
  for (let n = 0; n < count; n += 1) {
    if (at < 0 || at + 46 > end || tail.toString("latin1", at, at + 4) !== DIRECTORY_ENTRY) return null;
    const nameEnd = at + 46 + tail.readUInt16LE(at + 28);
    entries.push({
      name: tail.toString("latin1", at + 46, nameEnd),
      isEncrypted: (tail.readUInt16LE(at + 8) & 1) === 1,
      isStored: tail.readUInt16LE(at + 10) === 0,
      at: tail.readUInt32LE(at + 42),
      bytes: tail.readUInt32LE(at + 20),
    });
    at = nameEnd + tail.readUInt16LE(at + 30) + tail.readUInt16LE(at + 32);
  }
  return entries;
}

const OFFICE_TYPES: [main: RegExp, mediaType: MediaType][] = [
  [/^word\/document\d*\.xml$/i, "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  [/^xl\/workbook\d*\.xml$/i, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
];

const ODT = "application/vnd.oasis.opendocument.text";

const HAS_MACROS = /(^|\/)vbaProject\.bin$|^xl\/macrosheets\/|^(Basic|Scripts)\/./i;

/** An ODT says so in its first entry, which is not compressed. */
function isOdt(head: Buffer): boolean {
  const content = 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  const isType = head.toString("latin1", 30, 30 + head.readUInt16LE(26)) === "mimetype";
  return isType && head.toString("latin1", content, content + head.readUInt32LE(18)) === ODT;
}

function verdictOn(head: Buffer, entries: Entry[]): Verdict {
  const named = (name: RegExp) => entries.find((entry) => name.test(entry.name));
  if (entries.some(({ isEncrypted }) => isEncrypted) || named(/^encrypted-package$/)) return "password";
  if (named(HAS_MACROS)) return "macros";
  // An encrypted text is stored as it is: it would not get smaller.
  if (isOdt(head)) return named(/^content\.xml$/)?.isStored ? "password" : { mediaType: ODT };
  const [, mediaType] = OFFICE_TYPES.find(([main]) => named(main)) ?? [];
  return mediaType && named(/^\[Content_Types\]\.xml$/i) ? { mediaType } : "type";
}

/** Watches a zip archive pass by; `head` is its beginning. */
export function createZipWatcher(head: Buffer): Watcher {
  let tail = Buffer.alloc(0);
  return {
    see(chunk: Buffer): void {
      tail = Buffer.concat([tail, chunk]);
      if (tail.length > 2 * TAIL_BYTES) tail = tail.subarray(-TAIL_BYTES);
    },
    end() {
      const entries = head.length < 30 ? null : entriesOf(tail);
      return entries ? verdictOn(head, entries) : "type";
    },
  };
}
