import { fileTypeFromBuffer } from "file-type";
import { isMediaType } from "./file-kinds.ts";
import type { FileProblem } from "./file-problems.ts";
import type { Verdict, Watcher } from "./file-watcher.ts";
import { createPdfWatcher } from "./pdf-password.ts";
import { createZipWatcher, isZip } from "./zip-entries.ts";

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
