import { expect, test } from "vitest";
import { FILES, inChunks, REFUSED_FILES } from "#tests/setup/files.ts";
import { createInspector } from "./inspect-file.ts";

async function inspect(bytes: Buffer, chunk: number): Promise<string> {
  const inspector = createInspector();
  for await (const piece of inChunks(bytes, chunk)) {
    const problem = await inspector.see(piece);
    if (problem) return problem;
  }
  const verdict = await inspector.end();
  return typeof verdict === "string" ? verdict : verdict.mediaType;
}

const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

const KINDS: Record<keyof typeof FILES, string> = {
  pdf: "application/pdf",
  pdfThatMayNotBeChanged: "application/pdf",
  pdfAfterOtherLines: "application/pdf",
  jpg: "image/jpeg",
  png: "image/png",
  tiff: "image/tiff",
  scan: "image/tiff",
  scanOfAnotherOrder: "image/tiff",
  heic: "image/heic",
  doc: "application/msword",
  rtf: "application/rtf",
  docx: WORD,
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  odt: "application/vnd.oasis.opendocument.text",
  docxInAnotherOrder: WORD,
  docxOfWordOnline: WORD,
};

test.each(Object.entries(KINDS))("a %s is known by its content", async (name, mediaType) => {
  for (const chunk of [17, 1_000, 100_000]) {
    expect(await inspect(FILES[name as keyof typeof FILES], chunk)).toBe(mediaType);
  }
});

test.each(Object.entries(REFUSED_FILES))("a file is refused: %s", async (_name, [bytes, problem]) => {
  for (const chunk of [17, 1_000, 1_000_000]) expect(await inspect(bytes, chunk)).toBe(problem);
});

test("a PDF that only speaks of encryption is no locked one", async () => {
  const bytes = Buffer.from("%PDF-1.7\n(How we /Encrypt our mail)\n/EncryptMetadata false\n%%EOF");
  expect(await inspect(bytes, 20)).toBe("application/pdf");
});
