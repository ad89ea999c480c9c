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

/** Microsoft's old container with streams of these names; `content` begins at a sector. */
const container = (streams: string[], content = "") =>
  Buffer.concat([
    Buffer.from("d0cf11e0a1b11ae1", "hex"),
    Buffer.alloc(4_664),
    Buffer.from(content.padEnd(1_024, "\0"), "latin1"),
    ...streams.map((stream) => Buffer.concat([Buffer.from(stream, "utf16le"), Buffer.alloc(64)])),
  ]);

const WORD_HEADER = "\xec\xa5\xc1\x00\x4d\x20\x09\x04\x00\x00\xf0";

/** A TIFF like those of most scanners: the directory, of no entries, comes after the picture. */
function scan(order: "II" | "MM", pictureBytes: number): Buffer {
  const directory = 8 + pictureBytes;
  const signature = Buffer.from(order === "II" ? "49492a00" : "4d4d002a", "hex");
  const place = Buffer.alloc(4);
  place.writeUInt32LE(directory);
  if (order === "MM") place.reverse();
  const head = Buffer.concat([signature, place]);
  return Buffer.concat([head, Buffer.alloc(pictureBytes, 0x55), Buffer.alloc(6)]);
}

/** The encryption of a PDF that opens without a password, and may not be printed or changed. */
const MAY_BE_READ = `<< /ID [<857a0cc71fc76c70f036ce95800d69f2><00>] /Encrypt << /Filter /Standard /Length 128 /R 3 /V 2 /P -3376
/O <5588040988e54a8ae991ac9d80aac232a494d494b4bcc37a4dcc6d07206c9192>
/U <b6d39d45cea67d614f7186612bd2d1d60122456a91bae5134273a6db134c87c4> >> >>`;

export const FILES = {
  pdf: pdf(),
  pdfThatMayNotBeChanged: pdf("x", MAY_BE_READ),
  pdfAfterOtherLines: Buffer.concat([Buffer.from("From a scanner\r\n".repeat(60)), pdf("scanned")]),
  jpg: Buffer.concat([
    Buffer.from("ffd8ffe000104a46494600010100000100010000ffdb0043", "hex"),
    Buffer.alloc(200, 7),
  ]),
  png: Buffer.concat([
    Buffer.from("89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c02", "hex"),
    Buffer.from("0000000b4944415478da6364f80f00010501012718e3660000000049454e44ae426082", "hex"),
  ]),
  tiff: Buffer.concat([Buffer.from("49492a0008000000", "hex"), Buffer.alloc(200)]),
  scan: scan("II", 100_000),
  scanOfAnotherOrder: scan("MM", 200),
  heic: Buffer.concat([
    Buffer.from("00000018667479706865696300000000", "hex"),
    Buffer.from("mif1heic"),
    Buffer.alloc(90),
  ]),
  doc: container(["Root Entry", "WordDocument"], WORD_HEADER),
  rtf: Buffer.from("{\\rtf1\\ansi Dear Sir or Madam}"),
  docx: zip([typesOf(WORD), { name: "word/document.xml", content: "<w:document/>" }]),
  xlsx: zip([typesOf(SHEET), { name: "xl/workbook.xml", content: "<workbook/>" }]),
  odt: odf({ content: "<office:document-content/>" }),
  /** The list of parts comes last. */
  docxInAnotherOrder: zip([{ name: "word/document.xml", content: "<w:document/>" }, typesOf(WORD)]),
  docxOfWordOnline: zip([typesOf(WORD), { name: "word/document2.xml", content: "<w:document/>" }]),
};

export const REFUSED_FILES = {
  empty: [Buffer.alloc(0), "empty"],
  text: [Buffer.from("Dear Sir or Madam"), "type"],
  html: [Buffer.from("<!doctype html><script>alert(1)</script>"), "type"],
  svg: [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), "type"],
  zip: [zip([{ name: "letter.pdf", content: "%PDF-1.7" }]), "type"],
  "zip with a folder word": [
    zip([typesOf(WORD), { name: "word/documents/letter.exe", content: "MZ" }]),
    "type",
  ],
  "zip with a docx inside": [
    zip([
      typesOf(WORD),
      {
        name: "letter.docx",
        content: zip([{ name: "word/document.xml", content: "<w:document/>" }]).toString("latin1"),
        isStored: true,
      },
    ]),
    "type",
  ],
  "zip without its directory": [
    zip([typesOf(WORD), { name: "word/document.xml", content: "<w:document/>" }]).subarray(0, -30),
    "type",
  ],
  xlsb: [zip([typesOf(SHEET), { name: "xl/workbook.bin", content: "x" }]), "type"],
  "pdf after too many lines": [Buffer.concat([Buffer.alloc(1_100, "x"), pdf()]), "type"],
  "tiff that was cut": [scan("II", 1_000).subarray(0, 900), "type"],
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
  "locked doc": [container(["WordDocument"], `${WORD_HEADER}\x13`), "password"],
  "doc with macros": [container(["WordDocument", "_VBA_PROJECT"], WORD_HEADER), "macros"],
  "installer in a container": [container(["Root Entry"]), "type"],
  "mail with a doc": [container(["__properties_version1.0", "WordDocument"]), "type"],
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
