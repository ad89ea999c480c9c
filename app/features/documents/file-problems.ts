import type { Kept } from "#app/features/booking/record/kept-words.ts";
import { FILE_KIND_WORDS } from "./file-kinds.ts";
import { MAX_DOCUMENTS, MEGABYTE } from "./limits.ts";

export const NOT_UPLOADED = "The selected file could not be uploaded – try again";

const FULL = `A booking can have up to ${MAX_DOCUMENTS} documents and 100MB in all. Please call us if there is more`;

/** GOV.UK's sentences where it has one. */
const WORDS = {
  empty: "The selected file is empty",
  type: `The selected file must be a ${FILE_KIND_WORDS}`,
  mail: "The selected file is an email. Please open it, choose Print, then “Save as PDF”, and upload the PDF. Upload its attachments by themselves",
  "only-pdf": "The selected file must be a PDF",
  macros: "The selected file contains macros. Please save it without macros, or as a PDF",
  password: "The selected file is password protected",
  virus: "The selected file contains a virus",
  full: FULL,
  "booking-full": FULL,
  cut: NOT_UPLOADED,
  "not-stored": NOT_UPLOADED,
};

/** Why a file is refused; a code in the tests and between the layers, words on the page. */
export type FileProblem = Kept | keyof typeof WORDS | "too-large";

export function problemInWords(problem: FileProblem, maxBytes: number): string {
  if (problem === "too-large") return `The selected file must be smaller than ${maxBytes / MEGABYTE}MB`;
  return Object.hasOwn(WORDS, problem) ? WORDS[problem as keyof typeof WORDS] : NOT_UPLOADED;
}

export const NONE_SELECTED = "Select a document";
export const TOO_MANY_SELECTED = `You can only select up to ${MAX_DOCUMENTS} files at the same time`;
