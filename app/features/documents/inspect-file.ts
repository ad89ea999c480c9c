import { fileTypeFromBuffer } from "file-type";
import { isMediaType } from "./file-kinds.ts";
import type { FileProblem } from "./file-problems.ts";
import type { Verdict, Watcher } from "./zip-entries.ts";
import { createZipWatcher, isZip } from "./zip-entries.ts";
import { createCipheriv, createHash } from "node:crypto";

/** Whether a PDF opens without a password although it is encrypted, as one does that may be read but not
 * changed: ISO 32000-2,
 * 7.6.4 (security handler "Standard"). */

/** The password that stands for none, made up to 32 bytes (algorithm 2). */
const PADDING = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");

const md5 = (...parts: Buffer[]) => createHash("md5").update(Buffer.concat(parts)).digest();

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (a: number, b: number) => ([state[a], state[b]] = [state[b]!, state[a]!]);
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + state[i]! + key[i % key.length]!) & 255;
    swap(i, j);
  }
  let j = 0;
  return data.map((byte, index) => {
    const i = (index + 1) & 255;
    j = (j + state[i]!) & 255;
    swap(i, j);
    return byte ^ state[(state[i]! + state[j]!) & 255]!;
  }) as Buffer;
}

/** Algorithm 2.B for an empty user password. */
function hashOfRevision6(salt: Buffer): Buffer {
  let key = createHash("sha256").update(salt).digest();
  for (let round = 0, last = 0; round < 64 || last > round - 32; round += 1) {
    const cipher = createCipheriv("aes-128-cbc", key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(
      false,
    );
    const sealed = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => key)));
    const remainder = sealed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = createHash(["sha256", "sha384", "sha512"][remainder]!).update(sealed).digest();
    last = sealed.at(-1)!;
  }
  return key.subarray(0, 32);
}

const ESCAPES: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/** A string at the beginning of `text` (latin1), as PDF writes it: `<hex>` or `(text)` with escapes. Null for none. */
function readString(text: string): Buffer | null {
  const hex = /^<([\da-f\s]*)>/i.exec(text)?.[1];
  if (hex !== undefined) return Buffer.from(hex.replaceAll(/\s/g, ""), "hex");
  if (text[0] !== "(") return null;
  let read = "";
  for (let at = 1, depth = 1; at < text.length; at += 1) {
    const sign = text[at]!;
    if (sign === "\\") {
      const [escape = "", octal] = /^(?:([0-7]{1,3})|\r\n|[^])/.exec(text.slice(at + 1)) ?? [];
      if (octal) read += String.fromCharCode(Number.parseInt(octal, 8) & 255);
      else if (!/^[\r\n]/.test(escape)) read += ESCAPES[escape] ?? escape;
      at += escape.length;
      continue;
    }
    if (sign === "(") depth += 1;
    if (sign === ")" && (depth -= 1) === 0) return Buffer.from(read, "latin1");
    read += sign;
  }
  return null;
}

/** The string values of a key of a dictionary. */
function stringsOf(dictionary: string, key: string): Buffer[] {
  const found = [...dictionary.matchAll(new RegExp(`/${key}\\s*(?=[(<])`, "g"))];
  return found.flatMap(({ 0: { length }, index }) => readString(dictionary.slice(index + length)) ?? []);
}

function numberOf(dictionary: string, key: string): number | null {
  const [, number] = new RegExp(`/${key}\\s+(-?\\d+)`).exec(dictionary) ?? [];
  return number === undefined ? null : Number(number);
}

/** `dictionary` is the text (latin1) of an encryption dictionary, `id` the first part of the file's identifier. */
function opensWithoutPassword(dictionary: string, id: Buffer): boolean {
  const revision = numberOf(dictionary, "R");
  const [owner] = stringsOf(dictionary, "O");
  const [user] = stringsOf(dictionary, "U");
  if (!revision || !owner || !user || user.length < 32) return false;
  if (revision >= 5) {
    const salt = user.subarray(32, 40);
    const hash = revision === 5 ? createHash("sha256").update(salt).digest() : hashOfRevision6(salt);
    return hash.equals(user.subarray(0, 32));
  }
  const rights = Buffer.alloc(4);
  rights.writeInt32LE((numberOf(dictionary, "P") ?? 0) | 0);
  const hidesMetadata = revision < 4 || !/\/EncryptMetadata\s+false/.test(dictionary);
  const parts = [PADDING, owner.subarray(0, 32), rights, id];
  // Revision 4 has a length for each of its filters, and 128 bits in all.
  const length = revision === 2 ? 5 : revision === 4 ? 16 : (numberOf(dictionary, "Length") ?? 40) / 8;
  let key = md5(...parts, ...(hidesMetadata ? [] : [Buffer.alloc(4, 255)])).subarray(0, length);
  if (revision === 2) return rc4(key, PADDING).equals(user.subarray(0, 32));
  for (let round = 0; round < 50; round += 1) key = md5(key).subarray(0, length);
  let check: Buffer = md5(PADDING, id);
  for (let round = 0; round < 20; round += 1)
    check = rc4(Buffer.from(key.map((byte) => byte ^ round)), check);
  return check.equals(user.subarray(0, 16));
}

const IS_ENCRYPTED = /\/Encrypt\s*(?:<<|\d+\s+\d+\s+R\b)/;

/** A dictionary lies within so many characters, and may lie on both sides of a border between two chunks. */
const REACH = 4096;
const SEARCHED_AT_ONCE = 64 * 1024;
const MAX_FOUND = 8;

/** Watches a PDF pass by. `isLocked()` at its end: it is encrypted, and opens with a password only. */
export function createPdfWatcher() {
  let text = "";
  let isEncrypted = false;
  const dictionaries = new Set<string>();
  const ids = new Set<string>();
  const note = (found: Set<string>, value: string) => void (found.size < MAX_FOUND && found.add(value));

  function search(): void {
    isEncrypted ||= IS_ENCRYPTED.test(text);
    for (const { index } of text.matchAll(/\/Filter\s*\/Standard\b/g)) {
      const [before] = text
        .slice(Math.max(0, index - REACH), index)
        .split(/\bobj\b|trailer/)
        .slice(-1);
      const [after] = text.slice(index, index + REACH).split(/endobj|startxref|stream/);
      note(dictionaries, `${before}${after}`);
    }
    for (const {
      0: { length },
      index,
    } of text.matchAll(/\/ID\s*\[\s*/g)) {
      const id = readString(text.slice(index + length, index + length + 256));
      if (id) note(ids, id.toString("latin1"));
    }
    text = text.slice(-2 * REACH);
  }

  return {
    see(chunk: Buffer): void {
      text += chunk.toString("latin1");
      if (text.length >= SEARCHED_AT_ONCE) search();
    },
    isLocked(): boolean {
      search();
      if (!isEncrypted) return false;
      const identifiers = ids.size > 0 ? [...ids] : [""];
      return ![...dictionaries].some((dictionary) =>
        identifiers.some((id) => opensWithoutPassword(dictionary, Buffer.from(id, "latin1"))),
      );
    },
  };
}

/** Detects a file's kind from its content as it streams. Ignores the file name and the browser's content type. */

/** Enough for the signature of each kind. */
const HEAD_BYTES = 64 * 1024;

type Inspector = {
  /** A problem that is known before the file's end. */
  see(chunk: Uint8Array): Promise<FileProblem | null>;
  /** The kind of the whole file, or why it is refused. */
  end(): Promise<Verdict>;
};

const startsWith = (head: Buffer, hex: string) => head.subarray(0, hex.length / 2).toString("hex") === hex;

/** Readers of PDFs find the signature within the first 1,024 bytes: mail programs and scanners put lines before it. */
const hasPdfSignature = (head: Buffer) => head.subarray(0, 1024).includes("%PDF-");

/** Cameras' raw formats begin alike: those are told by their directory, which is in the head. */
const isTiff = (head: Buffer) => startsWith(head, "49492a00") || startsWith(head, "4d4d002a");

async function kindOf(head: Buffer): Promise<string> {
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (found) return found.mime === "image/heif" ? "image/heic" : found.mime;
  if (hasPdfSignature(head)) return "application/pdf";
  return isTiff(head) ? "image/tiff" : "unknown";
}

function watchPdf(): Watcher {
  const { see, isLocked } = createPdfWatcher();
  return { see, end: () => (isLocked() ? "password" : { mediaType: "application/pdf" }) };
}

const isContainer = (head: Buffer) => startsWith(head, "d0cf11e0a1b11ae1");

/** Names of streams in Microsoft's compound files, in their UTF-16. */
const STREAMS = Object.entries({
  word: "WordDocument",
  macros: "_VBA_PROJECT",
  locked: "EncryptedPackage",
  mail: "__properties_version1.0",
}).map(([name, stream]) => ({ name, bytes: Buffer.from(stream, "utf16le").toString("latin1") }));

/** The header of a Word document (FIB, [MS-DOC] 2.5.1): signature, version, and a bit that says that the
 * text is encrypted. */
const WORD_HEADER = /\xec\xa5[\xc1\xd9\x01\x0c\x12][\x00\x01][^]{7}([^])/g;
const SECTOR_BYTES = 64;

/** Word's old format, and Office files with a password. Mails have a Word document as an attachment at most. */
function watchContainer(): Watcher {
  const found = new Set<string>();
  let passed = 0;
  let tail = "";
  return {
    see(chunk) {
      const text = tail + chunk.toString("latin1");
      for (const { name, bytes } of STREAMS) if (text.includes(bytes)) found.add(name);
      for (const { 1: flags, index } of text.matchAll(WORD_HEADER)) {
        const isHeader = (passed - tail.length + index) % SECTOR_BYTES === 0;
        if (isHeader && (flags!.charCodeAt(0) & 1) === 1) found.add("locked");
      }
      passed += chunk.length;
      tail = text.slice(-SECTOR_BYTES);
    },
    end() {
      if (found.has("locked")) return "password";
      if (!found.has("word") || found.has("mail")) return "type";
      return found.has("macros") ? "macros" : { mediaType: "application/msword" };
    },
  };
}

/** `head` has the place of the first directory, which most scanners write after the picture. */
function watchTiff(head: Buffer): Watcher {
  const directory = head[0] === 0x49 ? head.readUInt32LE(4) : head.readUInt32BE(4);
  let size = 0;
  return {
    see: (chunk) => void (size += chunk.length),
    end: () => (directory >= 8 && directory < size ? { mediaType: "image/tiff" } : "type"),
  };
}

async function watcherFor(head: Buffer): Promise<Watcher | null> {
  if (isZip(head)) return createZipWatcher(head);
  if (isContainer(head)) return watchContainer();
  const mediaType = await kindOf(head);
  if (mediaType === "application/pdf") return watchPdf();
  if (mediaType === "image/tiff") return head.length < 8 ? null : watchTiff(head);
  return isMediaType(mediaType) ? { see() {}, end: () => ({ mediaType }) } : null;
}

export function createInspector(): Inspector {
  let size = 0;
  let head = Buffer.alloc(0);
  let watcher: Watcher | null | undefined;

  async function look(): Promise<void> {
    watcher = await watcherFor(head);
    watcher?.see(head);
  }

  return {
    async see(chunk) {
      size += chunk.length;
      if (watcher) watcher.see(Buffer.from(chunk));
      else head = Buffer.concat([head, chunk]);
      if (watcher || head.length < HEAD_BYTES) return null;
      await look();
      return watcher ? null : "type";
    },
    async end() {
      if (size === 0) return "empty";
      if (!watcher) await look();
      return watcher?.end() ?? "type";
    },
  };
}
