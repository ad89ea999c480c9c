/** A person whose data an Administrator looked up: by e-mail address, or as the client of one booking. */
export type PrivacyCaseRow = {
  id: string;
  /** Lower-cased; null for a booking's client, and after erasing. */
  email_key: string | null;
  booking_id: string | null;
  opened_at: string;
  opened_by: string;
};

/** An erased record, to be erased again when a restored backup brings it back. `user` is also said of mails, drafts,
 * cases and restrictions: version 1.0.0 refuses to start with another word in the file. */
export type TombstoneRow = { record_id: string; kind: "booking" | "user"; erased_at: string };

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
