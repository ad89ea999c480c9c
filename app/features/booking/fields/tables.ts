import { ACCOUNTS, DERIVED, SECRET, personalTables } from "#app/features/data-protection/personal-tables.ts";
import type { Generated } from "kysely";
import type { Flag } from "#app/platform/tables.ts";
import type { ContactOutcome } from "./contact-outcomes.ts";
import type { Channel } from "./reference-lists.ts";
import type { BookingStatus } from "./status.ts";
import type { FieldColumns } from "./field-values.ts";

/** The fields' columns are declared in `fields.ts`. */
export type BookingRow = FieldColumns & {
  id: string;
  reference: string;
  /** Null when made through the API. UNIQUE: a draft becomes at most one booking. */
  draft_id: string | null;
  status: BookingStatus;
  version: number;
  /** Raising it revokes the access links. */
  token_version: number;
  /** Version of the links of its invoices; at most `token_version`. */
  invoice_link_version: number;
  /** `token_version` of the links that were mailed before the address changed. */
  old_link_version: number | null;
  /** UTC instant until which those links still open the booking; null once the new address was used. */
  old_link_until: string | null;
  referrer_email_key: string;
  /** JSON `ClientDetails`. */
  client_details_sealed: string | null;
  consent_wording_version: string;
  consent_at: string;
  subtotal_pence: number;
  discount_pence: number;
  total_pence: number;
  deposit_percent: number;
  /** Days after the assessment in which it is to be paid. */
  days_to_pay: number;
  /** Hours to the first contact that its agreement promises; null for the practice's. */
  promise_hours: number | null;
  /** Working days from the visit to the report that were agreed; null for the practice's own. */
  report_days: number | null;
  is_on_account: Flag;
  /** An invoice of the booking waits for a PO number. */
  needs_po: Flag;
  /** UTC instant since which staff are to take it on, beyond the cap of its agreement; null for none. */
  over_cap_since: string | null;
  utm_parameters: string;
  session_data: string;
  /** UTC instant from which the promise to contact the referrer runs; null when no contact is owed. */
  awaits_contact_since: string | null;
  /** How it came to the staff who typed it in; null for bookings of the website and the API. */
  channel: Channel | null;
  owner_id: string | null;
  /** UTC instant since which staff have to change an invoice that was made before the billing details;
   * null when none. */
  billing_to_change_since: string | null;
  /** London day from which it counts as cancelled; null while it is not. */
  cancelled_on: string | null;
  /** The organisation whose member booked it, or to which staff linked it. */
  organisation_id: string | null;
  /** The member who booked it in the organisation's name; an account that was erased since is a former member. */
  booked_by: string | null;
  agreement_id: string | null;
  /** For those who booked it and were added alone, also where the team sees all matters. */
  is_closed_matter: Flag;
  created_at: string;
  updated_at: string;
};

export type BookingLineRow = {
  booking_id: string;
  position: number;
  assessment_id: string;
  name: string;
  /** Null for price on request. */
  price_pence: number | null;
};

export type BookingTotalRow = {
  day: string;
  status: BookingStatus;
  booking_count: number;
  revenue_pence: number;
};

export type BookingContactRow = {
  id: string;
  booking_id: string;
  at: string;
  outcome: ContactOutcome;
  next_day: string | null;
  note_sealed: string | null;
  user_id: string | null;
};

/** How a request ended: `another-day` with a visit on another day than the requested one, `ended` together with its
 * booking, `by-right` at once, because a private person may cancel. */
export type RequestAnswer = "accepted" | "declined" | "withdrawn" | "another-day" | "ended" | "by-right";

/** A referrer's request about their own booking. */
export type BookingRequestRow = {
  id: string;
  booking_id: string;
  kind: "date" | "cancel";
  /** The London day wanted. */
  day: string | null;
  note_sealed: string | null;
  created_at: string;
  answered_at: string | null;
  answered_as: RequestAnswer | null;
  /** The member of staff; null when nobody of them answered it. */
  answered_by: string | null;
  answer_sealed: string | null;
  /** Rises when the referrer changes it: staff answer the one that they saw. */
  version: number;
};

declare module "#app/platform/tables.ts" {
  interface Tables {
    /** The key sorts bookings by client: the last name, folded. `write-booking.server.ts` derives it. */
    bookings: BookingRow & {
      client_name_key: Generated<string | null>;
      /** 0 for what a release before `sealed_search_words` wrote, until the next start. */
      has_sealed_words: Generated<number>;
      /** Pence of the price that invoices have, or of which staff said that they need no invoice. */
      covered_pence: Generated<number>;
    };
    booking_lines: BookingLineRow;
    booking_contacts: BookingContactRow;
    booking_requests: BookingRequestRow;
    booking_search_words: { word: string; booking_id: string };
    /** Keyed hashes of phone numbers, towns and postcodes; `source` is `client` or a section of the referral form. */
    sealed_search_words: { word: string; booking_id: string; source: string };
    booking_totals: BookingTotalRow;
    booking_changes: { audit_id: string; booking_id: string; changes_sealed: string };
    idempotency_keys: {
      scope: string;
      key_hash: string;
      body_hash: string;
      booking_id: string;
      created_at: string;
    };
  }
}

export const personal = personalTables("assessment", {
  bookings: { key: "id", staysBecause: ACCOUNTS },
  booking_lines: { isExportedByRoom: true, staysBecause: ACCOUNTS },
  booking_contacts: { isExportedByRoom: true },
  booking_requests: { isExportedByRoom: true },
  booking_search_words: { notExported: DERIVED },
  sealed_search_words: { notExported: DERIVED },
  idempotency_keys: { keptFor: "days", notExported: SECRET },
  booking_changes: { isExportedByRoom: true },
});
