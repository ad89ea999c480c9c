import { personalTables } from "#app/features/data-protection/personal-tables.ts";
import type { Flag } from "#app/platform/tables.ts";

export type ReferralListRow = {
  id: string;
  organisation_id: string;
  /** The member who uploaded it, and who alone opens it. */
  user_id: string;
  /** JSON `ListShape`: the file's name, kind and headings. */
  shape_sealed: string;
  /** JSON of the referrer's answers, once they were given. */
  referrer_sealed: string | null;
  /** The answer about days such as 3/4/26; null while nobody gave one. */
  is_day_first: Flag | null;
  /** When its last booking was made while bookings are being made; null otherwise. */
  making_since: string | null;
  last_made_at: string | null;
  created_at: string;
};

type ListedRow = {
  list_id: string;
  /** The number in the file. */
  row: number;
  /** JSON of its cells; null once its booking was made. */
  cells_sealed: string | null;
  /** Ticked as another assessment of a person who is booked already. */
  is_again: Flag;
  /** Keyed hash of what a made row said, by which the same list is known again. */
  row_hash: string | null;
  booking_id: string | null;
  /** When the mail about its booking was queued. */
  told_at: string | null;
};

declare module "#app/platform/tables.ts" {
  interface Tables {
    referral_lists: ReferralListRow;
    referral_list_rows: ListedRow;
  }
}

const OTHERS = "About people whom its owner refers, for some days, until the bookings have it.";

/** A list goes with the account that uploaded it, a made row with its booking, a waiting one with its person. */
export const personal = personalTables("organisations", {
  referral_lists: { key: "user_id", keptFor: "referral-list", notExported: OTHERS },
  referral_list_rows: { keptFor: "referral-list", notExported: OTHERS },
});
