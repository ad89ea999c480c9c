import { expect, test } from "vitest";
import { ACCEPTED_FILES, FILE_KIND_WORDS, nameByKind } from "./file-kinds.ts";

test.each([
  ["GP letter.pdf", "application/pdf", "GP letter.pdf"],
  ["GP letter.PDF", "application/pdf", "GP letter.PDF"],
  ["GP letter.bat", "application/pdf", "GP letter.bat.pdf"],
  ["order.pdf.hta", "application/pdf", "order.pdf.hta.pdf"],
  ["letter.lnk. ", "application/pdf", "letter.lnk.pdf"],
  ["letter.pdf.", "application/pdf", "letter.pdf"],
  ["Dr. Smith", "application/pdf", "Dr. Smith.pdf"],
  ["letter.2024", "application/pdf", "letter.2024.pdf"],
  [".pdf", "image/png", ".pdf.png"],
  ["photo.jpg", "image/heic", "photo.heic"],
  ["scan.jpeg", "image/jpeg", "scan.jpeg"],
  ["scan.tif", "image/tiff", "scan.tif"],
  ["letter.doc", "application/rtf", "letter.rtf"],
  ["letter", "application/msword", "letter.doc"],
])("“%s” of the kind %s is given out as “%s”", (name, mediaType, expected) => {
  expect(nameByKind(name, mediaType)).toBe(expected);
});

test("the control and the sentences name the same kinds", () => {
  expect(FILE_KIND_WORDS).toBe("PDF, JPG, PNG, TIFF, HEIC, DOC, DOCX, RTF, XLSX or ODT");
  expect(ACCEPTED_FILES).toBe(".pdf,.jpg,.jpeg,.png,.tif,.tiff,.heic,.heif,.doc,.docx,.rtf,.xlsx,.odt");
});
