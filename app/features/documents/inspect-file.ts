import { fileTypeFromBuffer } from "file-type";
import type { FileProblem } from "./file-problems.ts";

/** Tells a file's kind by its content while it passes by; its name and the browser's word count for nothing. */

const PDF = "application/pdf";

/** Media types by which files are kept and given out. */
const EXTENSIONS: Record<string, string> = {
  [PDF]: "pdf",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/tiff": "tif",
  "image/heic": "heic",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  "application/vnd.oasis.opendocument.text": "odt",
};

export const isPdf = (mediaType: string) => mediaType === PDF;
export const extensionOf = (mediaType: string) => EXTENSIONS[mediaType] ?? "bin";

/** Enough for the signature of each kind, and for the first entries of an office file. */
const HEAD_BYTES = 64 * 1024;
/** A searched word may lie on both sides of a border between two chunks. */
const OVERLAP_BYTES = 1024;

const ZIP_ENTRY = "PK\x03\x04";
const HAS_MACROS = /\/vbaProject\.bin|xl\/macrosheets\/|PK\x03\x04.{26}(Basic|Scripts)\/[^/]|macroEnabled/is;
const IS_LOCKED_PDF = /\/Encrypt\s*(<<|\d+\s+\d+\s+R\b)/;
/** A zip whose entries have a password, an office file inside a locked container, or a locked text of LibreOffice. */
const IS_LOCKED_OFFICE = /E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e|PK\x03\x04.{26}encrypted-package/s;

const OFFICE_ENTRIES: [entry: RegExp, mediaType: string][] = [
  [
    /PK\x03\x04.{26}word\/document/s,
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ],
  [/PK\x03\x04.{26}xl\/workbook/s, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
];

type Inspector = {
  /** A problem that is known before the file's end. */
  see(chunk: Uint8Array): Promise<FileProblem | null>;
  /** The kind of the whole file, or why it is refused. */
  end(): Promise<{ mediaType: string } | FileProblem>;
};

/** Encrypted entries say so in their header; a locked ODT stores its text uncompressed, and that is no XML. */
function hasLockedEntry(text: string): boolean {
  for (let at = text.indexOf(ZIP_ENTRY); at >= 0; at = text.indexOf(ZIP_ENTRY, at + 4)) {
    const header = text.slice(at, at + 600);
    if (header.length < 30) return false;
    const isEncrypted = (header.charCodeAt(6) & 1) === 1;
    const isStored = header.charCodeAt(8) === 0 && header.charCodeAt(9) === 0;
    const nameEnd = 30 + header.charCodeAt(26) + 256 * header.charCodeAt(27);
    const content = nameEnd + header.charCodeAt(28) + 256 * header.charCodeAt(29);
    const isText = header.slice(30, nameEnd) === "content.xml";
    if (isEncrypted || (isText && isStored && content < header.length && header[content] !== "<"))
      return true;
  }
  return false;
}

export function createInspector(): Inspector {
  let size = 0;
  let head = Buffer.alloc(0);
  let kind: string | null = null;
  let officeKind: string | null = null;
  let tail = "";

  async function look(): Promise<void> {
    const found = await fileTypeFromBuffer(head).catch(() => undefined);
    kind = found?.mime === "image/heif" ? "image/heic" : (found?.mime ?? "unknown");
  }

  const isZip = () => head.subarray(0, 4).toString("latin1") === ZIP_ENTRY;
  const isContainer = () => head.subarray(0, 4).toString("hex") === "d0cf11e0";

  function search(chunk: Uint8Array): FileProblem | null {
    const text = tail + Buffer.from(chunk).toString("latin1");
    tail = text.slice(-OVERLAP_BYTES);
    if (isZip()) {
      officeKind ??= OFFICE_ENTRIES.find(([entry]) => entry.test(text))?.[1] ?? null;
      if (HAS_MACROS.test(text)) return "macros";
      return IS_LOCKED_OFFICE.test(text) || hasLockedEntry(text) ? "password" : null;
    }
    if (isContainer()) return IS_LOCKED_OFFICE.test(text) ? "password" : null;
    return kind === PDF && IS_LOCKED_PDF.test(text) ? "password" : null;
  }

  return {
    async see(chunk) {
      size += chunk.length;
      if (kind !== null) return search(chunk);
      head = Buffer.concat([head, chunk]);
      if (head.length < HEAD_BYTES) return null;
      await look();
      const problem = search(head);
      return problem ?? (isKnown() || isZip() || isContainer() ? null : "type");
    },
    async end() {
      if (size === 0) return "empty";
      if (kind === null) {
        await look();
        const problem = search(head);
        if (problem) return problem;
      }
      if (isKnown()) return { mediaType: kind! };
      return officeKind ? { mediaType: officeKind } : "type";
    },
  };

  function isKnown(): boolean {
    return kind !== null && Object.hasOwn(EXTENSIONS, kind);
  }
}
