import { personalTables } from "#app/features/data-protection/personal-tables.ts";

/** A person whose data an Administrator looked up: by e-mail address, or as the client of one booking. */
export type PrivacyCaseRow = {
  id: string;
  /** Lower-cased; null for a booking's client, and after erasing. */
  email_key: string | null;
  booking_id: string | null;
  opened_at: string;
  opened_by: string;
};

export const ERASED_RECORDS = [
  "booking",
  "account",
  "mail",
  "draft",
  "privacy-case",
  "restriction",
  "contribution",
  "membership",
] as const;
export type ErasedRecord = (typeof ERASED_RECORDS)[number];

/** An erased record, to be erased again when a restored backup brings it back. */
export type TombstoneRow = {
  record_id: string;
  /** Null for those of the releases that wrote `kind` alone. */
  record: ErasedRecord | null;
  /** `user` for all but bookings: the release before `record` refuses to start with another word in the file. */
  kind: "booking" | "user";
  erased_at: string;
};

export type ComplaintRow = {
  id: string;
  /** Can be read out on the phone. UNIQUE. */
  reference: string;
  email_key: string;
  details_sealed: string;
  state: "received" | "acknowledged" | "answered";
  created_at: string;
  updated_at: string;
};

declare module "#app/platform/tables.ts" {
  interface Tables {
    privacy_cases: PrivacyCaseRow;
    tombstones: TombstoneRow;
    complaints: ComplaintRow;
  }
}

const COMPLAINT =
  "A complaint stays for the period of bookings that were carried out: the law wants an answer.";

export const personal = personalTables("rights", {
  complaints: {
    key: "email_key",
    keptFor: "record",
    wordsStay: { details_sealed: COMPLAINT, email_key: COMPLAINT },
  },
  privacy_cases: {
    isExportedByRoom: true,
    keptFor: "record",
    staysBecause: "What the privacy desk did stays, without the person.",
  },
});
