import type { CancelCode } from "./cancel-codes.ts";

/** Work for mail, invoice and text services, written in the transaction that causes it. */
export type OutboxRow = {
  id: string;
  kind: "mail" | "invoice" | "text";
  topic: string;
  /** UNIQUE: a second row with the same key is not written. */
  dedupe_key: string;
  booking_id: string | null;
  recipient: string | null;
  payload_sealed: string;
  state: "queued" | "leased" | "sent" | "failed" | "cancelled";
  attempts: number;
  next_attempt_at: string;
  leased_by: string | null;
  leased_until: string | null;
  /** Words for staff alone. */
  last_error: string | null;
  /** Null until cancelled, and for rows cancelled by a release without this column. */
  cancel_code: CancelCode | null;
  vendor_id: string | null;
  created_at: string;
  finished_at: string | null;
  /** Start of the four hours in which a job is tried; staff's Retry empties it. */
  first_attempt_at: string | null;
  delivery: "delivered" | "bounced" | "spam-complaint" | null;
  delivery_at: string | null;
  /** A confirmed day, or `cancelled`; null without a calendar file. */
  calendar_entry: string | null;
  /** Keyed hash of the number to which a text went: replies are found by it. */
  phone_hash: string | null;
};

declare module "#app/platform/tables.ts" {
  interface Tables {
    outbox: OutboxRow;
  }
}
