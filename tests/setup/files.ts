import { crc32, deflateRawSync } from "node:zlib";

/** Small files of each kind that may be uploaded, and of kinds that may not. */

type Entry = { name: string; content: string; isStored?: boolean; flags?: number };

/** A zip archive, as office files are. */
export function zip(entries: Entry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, isStored = false, flags = 0 } of entries) {
    const plain = Buffer.from(content);
    const packed = isStored ? plain : deflateRawSync(plain);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(isStored ? 0 : 8, 4);
    fields.writeUInt32LE(crc32(plain), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(plain.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), fields, Buffer.from(name), packed]);
    const central = Buffer.alloc(46);
    central.write("PK\x01\x02", 0, "latin1");
    central.writeUInt16LE(20, 4);
    fields.copy(central, 6, 0, 24);
    central.writeUInt32LE(offset, 42);
    directory.push(central, Buffer.from(name));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

export function pdf(text = "A letter", trailer = "<< /Root 1 0 R >>"): Buffer {
  return Buffer.from(
    `%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n% ${text}\ntrailer\n${trailer}\n%%EOF\n`,
  );
}

const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";
const typesOf = (type: string) => ({
  name: "[Content_Types].xml",
  content: `<Types><Override PartName="/x.xml" ContentType="${type}"/></Types>`,
});
const odf = (content: Omit<Entry, "name">) =>
  zip([
    { name: "mimetype", content: "application/vnd.oasis.opendocument.text", isStored: true },
    { name: "content.xml", ...content },
  ]);

export const FILES = {
  pdf: pdf(),
  jpg: Buffer.concat([
    Buffer.from("ffd8ffe000104a46494600010100000100010000ffdb0043", "hex"),
    Buffer.alloc(200, 7),
  ]),
  png: Buffer.concat([
    Buffer.from("89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c02", "hex"),
    Buffer.from("0000000b4944415478da6364f80f00010501012718e3660000000049454e44ae426082", "hex"),
  ]),
  tiff: Buffer.concat([Buffer.from("49492a0008000000", "hex"), Buffer.alloc(200)]),
  heic: Buffer.concat([
    Buffer.from("00000018667479706865696300000000", "hex"),
    Buffer.from("mif1heic"),
    Buffer.alloc(90),
  ]),
  docx: zip([typesOf(WORD), { name: "word/document.xml", content: "<w:document/>" }]),
  xlsx: zip([typesOf(SHEET), { name: "xl/workbook.xml", content: "<workbook/>" }]),
  odt: odf({ content: "<office:document-content/>" }),
  /** The list of parts comes last. */
  docxInAnotherOrder: zip([{ name: "word/document.xml", content: "<w:document/>" }, typesOf(WORD)]),
};

export const REFUSED_FILES = {
  empty: [Buffer.alloc(0), "empty"],
  text: [Buffer.from("Dear Sir or Madam"), "type"],
  html: [Buffer.from("<!doctype html><script>alert(1)</script>"), "type"],
  svg: [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), "type"],
  zip: [zip([{ name: "letter.pdf", content: "%PDF-1.7" }]), "type"],
  program: [Buffer.concat([Buffer.from("4d5a9000", "hex"), Buffer.alloc(90_000)]), "type"],
  "docx with macros": [
    zip([
      typesOf(WORD),
      { name: "word/document.xml", content: "<w:document/>" },
      { name: "word/vbaProject.bin", content: "Sub AutoOpen()" },
    ]),
    "macros",
  ],
  "odt with macros": [
    zip([
      { name: "mimetype", content: "application/vnd.oasis.opendocument.text", isStored: true },
      { name: "content.xml", content: "<office:document-content/>" },
      { name: "Basic/Standard/Module1.xml", content: "<script/>" },
    ]),
    "macros",
  ],
  "locked pdf": [pdf("x", "<< /Root 1 0 R /Encrypt 5 0 R >>"), "password"],
  "locked pdf, far inside": [pdf("x".repeat(200_000), "<< /Root 1 0 R\n/Encrypt 12 0 R >>"), "password"],
  "locked docx": [
    Buffer.concat([
      Buffer.from("d0cf11e0a1b11ae1", "hex"),
      Buffer.alloc(600),
      Buffer.from("EncryptedPackage", "utf16le"),
      Buffer.alloc(600),
    ]),
    "password",
  ],
  "old doc": [Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(1_200)]), "type"],
  "zip entry with a password": [
    zip([typesOf(WORD), { name: "word/document.xml", content: "secret", flags: 1 }]),
    "password",
  ],
  "locked odt": [odf({ content: "\x8a\x01\x99 not readable", isStored: true }), "password"],
} as const;

/** ClamAV's test file, put together here so that no virus checker takes this project's source for it. */
export const eicar = () =>
  ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$", "EICAR-STANDARD-ANTIVIRUS-", "TEST-FILE!$H+H*"].join("");

export async function* inChunks(bytes: Uint8Array, size = 10_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield Buffer.from(bytes.subarray(at, at + size));
}
