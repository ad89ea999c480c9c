import type { Personal } from "#app/features/data-protection/personal.ts";
import { purgeComments, purgeUnsentDrafts, writingData } from "./erase-writing.server.ts";

const DAY_MS = 86_400_000;

export const personal: Personal = {
  activity: "assessment",
  tables: {
    visit_exchanges: { key: "visit_id", keptFor: "booking", goesWithBooking: true },
    report_drafts: { key: "booking_id", keptFor: "unsent-report", goesWithBooking: true },
    report_parts: { key: "draft_id", keptFor: "unsent-report", goesWithBooking: true },
    report_comments: { key: "report_id", keptFor: "readers-comment", goesWithBooking: true },
    report_questions: { key: "delivery_id", keptFor: "booking", goesWithBooking: true },
    report_readings: { key: "report_id", keptFor: "booking", goesWithBooking: true },
  },
  exportBooking: writingData,
  purge: async ({ db, settings }, { now, cutoffs, kept }) => {
    await purgeUnsentDrafts(db, cutoffs.unrealisedBookings, kept.bookingIds);
    const { commentDays } = settings.current().retention;
    const before = new Date(now.getTime() - commentDays * DAY_MS).toISOString();
    await purgeComments(db, before, kept.bookingIds);
  },
};
