import type { Kept } from "#app/features/booking/record/kept-words.ts";
import { FILE_KIND_WORDS } from "./file-kinds.ts";
import { MAX_DOCUMENTS, MEGABYTE } from "./limits.ts";

/** Why a file is refused; a code in the tests and between the layers, words on the page. */
export type FileProblem =
  | Kept
  | "empty"
  | "type"
  | "mail"
  | "macros"
  | "password"
  | "too-large"
  | "virus"
  | "booking-full"
  | "full"
  | "cut"
  | "not-stored"
  | "only-pdf";

export const NOT_UPLOADED = "The selected file could not be uploaded – try again";

/** GOV.UK's sentences where it has one. */
export function problemInWords(problem: FileProblem, maxBytes: number): string {
  switch (problem) {
    case "empty":
      return "The selected file is empty";
    case "type":
      return `The selected file must be a ${FILE_KIND_WORDS}`;
    case "mail":
      return "The selected file is an email. Please open it, choose Print, then “Save as PDF”, and upload the PDF. Upload its attachments by themselves";
    case "only-pdf":
      return "The selected file must be a PDF";
    case "macros":
      return "The selected file contains macros. Please save it without macros, or as a PDF";
    case "password":
      return "The selected file is password protected";
    case "too-large":
      return `The selected file must be smaller than ${maxBytes / MEGABYTE}MB`;
    case "virus":
      return "The selected file contains a virus";
    case "full":
    case "booking-full":
      return `A booking can have up to ${MAX_DOCUMENTS} documents and 100MB in all. Please call us if there is more`;
    default:
      return NOT_UPLOADED;
  }
}

export const NONE_SELECTED = "Select a document";
export const TOO_MANY_SELECTED = `You can only select up to ${MAX_DOCUMENTS} files at the same time`;
