import { DERIVED, personalTables } from "#app/features/data-protection/personal-tables.ts";
import type { Flag } from "#app/platform/tables.ts";
import type { HoldReason, RecipientRole, ReportKind, ReportState, ReviewCode } from "./report-words.ts";

/** One version of a booking's report. The file is a document of the purpose `report`. */
export type ReportRow = {
  id: string;
  booking_id: string;
  /** UNIQUE with the booking; counts from 1. */
  version: number;
  kind: ReportKind;
  document_id: string;
  /** JSON: ids of the assessments that it answers. */
  decisions: string;
  state: ReportState;
  /** The typed name of the declaration, and notes of the office. */
  details_sealed: string;
  author_id: string;
  declared_at: string;
  reviewed_by: string | null;
  /** The instant of the return, or of the release. */
  reviewed_at: string | null;
  withdrawn_at: string | null;
  /** Null for an uploaded file, as are the next two. */
  draft_id: string | null;
  /** The report's text as it was sent (JSON): nothing changes it. */
  content_sealed: string | null;
  /** JSON: the conclusion on each decision. */
  outcomes_sealed: string | null;
  /** Printed at the foot of each page, by which somebody checks the report. UNIQUE. Null, as the next, until a start
   * fills it in where an older release wrote the report. */
  check_code: string | null;
  /** Keyed hash of the file. */
  file_hash: string | null;
  /** Null for an uploaded file. */
  pages: number | null;
};

/** Somebody besides the referrer who is to receive a booking's report. */
export type RecipientRow = {
  id: string;
  booking_id: string;
  role: RecipientRole;
  /** Name and email address. */
  details_sealed: string;
  created_at: string;
};

/** A released report on its way to one recipient. */
export type DeliveryRow = {
  id: string;
  report_id: string;
  role: RecipientRole;
  /** Name and email address at the release. The referrer's are read from the booking, and follow it. */
  details_sealed: string;
  /** Raising it replaces the link, which is derived from it. */
  token_version: number;
  created_at: string;
  expires_at: string;
  /** Staff ended the link; the recipient may get another delivery. */
  ended_at: string | null;
  /** Hash of the mailed code; null when there is none. */
  code_hash: string | null;
  code_expires_at: string | null;
  code_attempts: number;
  opened_at: string | null;
  downloaded_at: string | null;
  received_at: string | null;
  received_by_sealed: string | null;
  /** 1: staff let the recipient ask once more, whatever they asked before and also after the last day. */
  may_ask: 0 | 1;
  /** How `ended_at` came about; null where nobody recorded it. */
  ended_as: "ended" | "removed" | null;
};

/** While a hold is not lifted, no report of the booking is released or opened by a recipient. */
export type HoldRow = {
  id: string;
  booking_id: string;
  reason: HoldReason;
  note_sealed: string | null;
  placed_by: string;
  placed_at: string;
  lifted_at: string | null;
};

/** A reason of a reviewer: why a version was returned, or what was found when it was read again after its release.
 * Returns of a release before this table have none. */
export type FindingRow = {
  report_id: string;
  code: ReviewCode;
  is_after_release: Flag;
  by: string;
  at: string;
};

/** A released report that a reviewer reads again: every so many, and the first of each author. */
export type SampleRow = {
  report_id: string;
  chosen_as: "nth" | "first";
  chosen_at: string;
  read_by: string | null;
  read_at: string | null;
  /** One line of the reader besides the codes. */
  line_sealed: string | null;
};

declare module "#app/platform/tables.ts" {
  interface Tables {
    reports: ReportRow;
    report_recipients: RecipientRow;
    report_deliveries: DeliveryRow;
    report_holds: HoldRow;
    review_findings: FindingRow;
    review_samples: SampleRow;
  }
}

export const personal = personalTables("assessment", {
  reports: { isExportedByRoom: true, notExported: { file_hash: DERIVED } },
  report_recipients: { isExportedByRoom: true },
  report_deliveries: { isExportedByRoom: true, key: "report_id" },
  review_findings: { isExportedByRoom: true, key: "report_id" },
  review_samples: { isExportedByRoom: true, key: "report_id" },
  report_holds: { isExportedByRoom: true },
});
