import { next, endedWords } from "#app/features/mail/texts/booking-words.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { text, visitToReferrer } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** `ended` as for `status-changed`, when the booking was cancelled, too. */
    "visit-cancelled": { visitId: string; ended?: { kind: "date" | "cancel"; day: IsoDate | null }[] };
  }
}

export default mail("visit-cancelled", {
  label: "Visit cancelled",
  isAboutBooking: true,
  listed: 12,
  words: {
    subject: "Your visit is cancelled: booking {reference}",
    body: inParagraphs(
      "{greeting}",
      "The visit on {when} for your booking {reference} does not take place. {next}",
      "{link}",
      "{calendar}",
      "If you did not expect this, please call us.",
    ),
  },
  preview: ({ booking }) => next(booking),
  slots: (input) => ({
    ...visitToReferrer(input),
    next: text([next(input.booking), ...endedWords(input.payload.ended ?? [])].join(" ")),
  }),
});
