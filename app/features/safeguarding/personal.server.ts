import type { Personal } from "#app/features/data-protection/personal.ts";
import { purgeConcerns } from "./concerns.server.ts";

const KEPT = "Concerns protect people, and the law lets the practice keep them.";

export const personal: Personal = {
  activity: "safeguarding",
  tables: {
    safeguarding_entries: {
      key: "booking_id",
      keptFor: "concern",
      staysBecause: KEPT,
      changesWhileRestricted: KEPT,
      wordsStay: { text_sealed: KEPT },
      notExported: { text_sealed: "Whether a concern may be given out is a decision of its own." },
    },
  },
  purge: ({ db }, { cutoffs, kept }) => purgeConcerns(db, cutoffs.realisedBookings, kept.bookingIds),
};
