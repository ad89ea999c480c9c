import { personalTables } from "#app/features/data-protection/personal-tables.ts";

/** One entry of a booking's safeguarding log. Append-only: a concern is open from `raised` until the next `closed`. */
export type SafeguardingEntryRow = {
  /** A UUIDv7: sorts by time. */
  id: string;
  booking_id: string;
  kind: "raised" | "note" | "closed";
  at: string;
  user_id: string | null;
  text_sealed: string;
};

declare module "#app/platform/tables.ts" {
  interface Tables {
    safeguarding_entries: SafeguardingEntryRow;
  }
}

const KEPT = "Concerns protect people, and the law lets the practice keep them.";

export const personal = personalTables("safeguarding", {
  safeguarding_entries: {
    keptFor: "concern",
    staysBecause: KEPT,
    changesWhileRestricted: KEPT,
    wordsStay: { text_sealed: KEPT },
    notExported: "Whether a concern may be given out is a decision of its own.",
  },
});
