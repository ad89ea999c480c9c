export const DOCUMENT_KINDS = {
  "gp-letter": "GP or hospital letter",
  "earlier-assessment": "Earlier assessment",
  "care-plan": "Care plan or care notes",
  "power-of-attorney": "Power of attorney or court order",
  will: "Will or draft will",
  "court-papers": "Court papers",
  finances: "Summary of finances",
  identity: "Photo of ID",
  other: "Something else",
} as const;

/** Names of documents that are no papers. */
export const PURPOSES = { report: "Report", receipt: "Receipt", order: "Order of a court" } as const;

export type DocumentKind = keyof typeof DOCUMENT_KINDS;

/** Name of its purpose, or what a paper is. */
export const nameOfDocument = ({
  purpose,
  kind,
}: {
  purpose: "paper" | keyof typeof PURPOSES;
  kind: DocumentKind;
}) => (purpose === "paper" ? DOCUMENT_KINDS[kind] : PURPOSES[purpose]);

export const isDocumentKind = (value: unknown): value is DocumentKind =>
  typeof value === "string" && Object.hasOwn(DOCUMENT_KINDS, value);

/** Who may open a document: staff always. A report goes to its recipients by links of its own. */
export type Visibility = "assessor-and-staff" | "staff-only";

export const VISIBILITY_LABELS: Record<Visibility, string> = {
  "assessor-and-staff": "The assessor and staff",
  "staff-only": "Staff only",
};

export const isVisibility = (value: unknown): value is Visibility =>
  typeof value === "string" && Object.hasOwn(VISIBILITY_LABELS, value);

/** `waiting`: the virus checker did not answer yet. `unchecked`: none is set up. */
export type ScanState = "waiting" | "clean" | "infected" | "unchecked";

export const SCAN_LABELS: Record<ScanState, string> = {
  waiting: "Waiting",
  clean: "No virus found",
  infected: "Virus, deleted",
  unchecked: "Not checked",
};
