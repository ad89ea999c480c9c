/** A person whose data an Administrator looked into: by e-mail address, or as the client of one booking. */
export type PrivacyCaseRow = {
  id: string;
  /** Lower-cased; null for a booking's client, and once the person was erased. */
  email_key: string | null;
  booking_id: string | null;
  opened_at: string;
  /** A user's id. */
  opened_by: string;
};

/** A record that was erased: erased again when a restored backup brings it back. It names nobody. */
export type TombstoneRow = { record_id: string; kind: "booking" | "user"; erased_at: string };

/** A complaint about how personal data was used. */
export type ComplaintRow = {
  id: string;
  /** Can be read out on the phone. UNIQUE. */
  reference: string;
  email_key: string;
  /** JSON `ComplaintDetails`. */
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
