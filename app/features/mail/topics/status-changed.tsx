import { statusLabel } from "#app/features/booking/fields/status.ts";
import { STATUS_WORDS, cancelledByRight, endedWords } from "#app/features/mail/texts/booking-words.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { text, facts, confirmedDay, noteParagraphs } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** `note` is what staff wrote to the referrer, `ended` what the referrer had asked for and can have no more,
     * `cancelledVisit` the visit that ended with it, in words. */
    "status-changed": {
      status: "pending" | "confirmed" | "completed" | "cancelled";
      note?: string;
      ended?: { kind: "date" | "cancel"; day: IsoDate | null }[];
      /** The referrer used the right to cancel. */
      isByRight?: true;
      cancelledVisit?: string;
    };
  }
}

export default mail("status-changed", {
  label: "Status change",
  isAboutBooking: true,
  listed: 3,
  words: {
    subject: "Your booking {reference}: {status}",
    body: inParagraphs("{greeting}", "{statusText}", "{details}", "{note}", "{link}", "{calendar}"),
  },
  preview: ({ payload }) =>
    payload.isByRight ? "You have cancelled. This took effect at once." : STATUS_WORDS[payload.status],
  slots: ({ booking, payload: { status, note = "", ended = [], cancelledVisit, isByRight } }) => ({
    status: text(statusLabel(status)),
    statusText: text(
      [
        isByRight ? cancelledByRight(booking) : STATUS_WORDS[status],
        ...(cancelledVisit ? [`The visit on ${cancelledVisit} does not take place.`] : []),
        ...endedWords(ended),
      ].join(" "),
    ),
    note: noteParagraphs(note),
    details: facts(
      ["Booking reference", booking.reference],
      ["Status", statusLabel(status)],
      ...(status === "confirmed" ? confirmedDay(booking) : []),
    ),
  }),
  demo: { status: "confirmed", note: "We look forward to meeting you." },
  reasonNotToSend: ({ booking, payload }) =>
    Promise.resolve(payload.status === booking.status ? null : "status-changed-again"),
});
