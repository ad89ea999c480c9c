import { payBackWords } from "#app/features/mail/texts/booking-words.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { link, paragraphs } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** To the practice: a private person used the right to cancel. What was paid is to be paid back by that day. */
    "cancelled-notice": { payBackBy: IsoDate };
  }
}

export default mail("cancelled-notice", {
  label: "Notice of a right to cancel used",
  isAboutBooking: true,
  isToOthers: true,
  ignoresRestriction: true,
  listed: 7,
  words: {
    subject: "Booking {reference} was cancelled",
    body: inParagraphs(
      "A referrer used the right to cancel",
      "The referrer of booking {reference} booked as a private person and has cancelled within 14 days. The booking is cancelled, and the visit with it: there is nothing to answer.",
      "{payback}",
      "{link}",
    ),
  },
  preview: "There is nothing to answer.",
  slots: ({ booking, payload: { payBackBy } }) => ({
    payback: paragraphs([payBackWords(booking, payBackBy)]),
    link: link(booking.links.staff, "Open the booking"),
  }),
  demo: { payBackBy: "2027-03-24" },
});
