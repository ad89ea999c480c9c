import { requestWords } from "#app/features/booking/record/request-words.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { paragraphs, noteParagraphs } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** A referrer's request that staff decline; `note` is what they wrote. */
    "request-declined": { kind: "date" | "cancel"; day: IsoDate | null; note: string };
  }
}

export default mail("request-declined", {
  label: "Request declined",
  isAboutBooking: true,
  listed: 5,
  words: {
    subject: "Your request about booking {reference}",
    body: inParagraphs(
      "{greeting}",
      "{request}",
      "{note}",
      "{link}",
      "If you would like to talk about it, please call us.",
    ),
  },
  preview: ({ payload }) => `You asked for ${requestWords(payload)}.`,
  slots: ({ payload: { kind, day, note } }) => ({
    request: paragraphs([`You asked for ${requestWords({ kind, day })}. We are sorry: we cannot do that.`]),
    note: noteParagraphs(note),
  }),
  demo: { kind: "date", day: "2027-04-08", note: "The assessor is away that week." },
});
