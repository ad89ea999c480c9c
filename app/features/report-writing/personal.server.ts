import type { Personal } from "#app/features/data-protection/personal.ts";
import { eraseWriting, purgeUnsentDrafts, writingData } from "./erase-writing.server.ts";

export const personal: Personal = {
  tables: {
    visit_exchanges: { key: "visit_id", keptFor: "booking" },
    report_drafts: { key: "booking_id", keptFor: "unsent-report" },
    report_parts: { key: "draft_id", keptFor: "unsent-report" },
  },
  eraseBooking: (trx, _, bookingId) => eraseWriting(trx, bookingId),
  exportBooking: writingData,
  purge: ({ db }, { cutoffs, kept }) => purgeUnsentDrafts(db, cutoffs.unrealisedBookings, kept.bookingIds),
};
