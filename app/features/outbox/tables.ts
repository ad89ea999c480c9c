export type OutboxState = "queued" | "leased" | "sent" | "failed" | "cancelled";

/** Work for the world outside, written in the transaction that promises it (DESIGN decision 26). */
export type OutboxRow = {
  id: string;
  kind: "mail" | "invoice";
  /** Mail template or job name. */
  topic: string;
  /** A second row with the same key is refused: the promise was already written. */
  dedupe_key: string;
  booking_id: string | null;
  recipient: string | null;
  /** JSON of what the topic needs. */
  payload_sealed: string;
  state: OutboxState;
  attempts: number;
  next_attempt_at: string;
  leased_by: string | null;
  leased_until: string | null;
  last_error: string | null;
  /** The vendor's own id of the message or invoice. */
  vendor_id: string | null;
  created_at: string;
  finished_at: string | null;
  /** Begins the four hours within which a job is tried; staff's Retry empties it. */
  first_attempt_at: string | null;
  /** What the mail vendor reported afterwards. */
  delivery: "delivered" | "bounced" | "spam-complaint" | null;
  delivery_at: string | null;
  /** What the mail's calendar file says: a confirmed day, or `cancelled`; null without one. */
  calendar_entry: string | null;
};

declare module "#app/platform/tables.ts" {
  interface Tables {
    outbox: OutboxRow;
  }
}
