import { personalTables } from "./personal-tables.ts";

export type RestrictionRow = {
  id: string;
  kind: "restriction" | "legal-hold";
  email_key: string | null;
  booking_id: string | null;
  reason: string;
  placed_at: string;
  placed_by: string;
  lifted_at: string | null;
  lifted_by: string | null;
};

declare module "#app/platform/tables.ts" {
  interface Tables {
    privacy_marks: RestrictionRow;
  }
}

const HOUR = "Gone within the hour.";

/** Restrictions, and the tables of `audit` and `platform`, which know of no retention. */
export const personal = personalTables("rights", {
  // A mark of a booking stays with its case, which names nobody any more.
  privacy_marks: {
    keptFor: "record",
    isErasedByRoom: true,
    isExportedByRoom: true,
    wordsStay: { reason: "What the privacy desk did stays with the case, which names nobody any more." },
  },
  audit_log: {
    key: "subject_id",
    keptFor: "record",
    staysBecause: "The record of who did what, without what was done.",
    wordsStay: {
      note: "A reason that staff give: its form says that it stays, and asks for nothing about anyone's health.",
    },
  },
  form_answers: {
    key: "key_hash",
    keptFor: "days",
    notExported: HOUR,
    wordsStay: { answer_sealed: HOUR },
  },
});
