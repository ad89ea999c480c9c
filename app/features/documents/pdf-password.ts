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
