import { requestWords } from "#app/features/booking/record/request-words.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { link, paragraphs } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** To the practice. `isChanged` when the referrer changed what they had asked for. */
    "request-notice": { kind: "date" | "cancel"; day: IsoDate | null; isChanged?: true };
  }
}

export default mail("request-notice", {
  label: "Notice of a request",
  isAboutBooking: true,
  isToOthers: true,
  ignoresRestriction: true,
  listed: 6,
  words: {
    subject: "Request about booking {reference}",
    body: inParagraphs("A referrer asks for something", "{request}", "{link}"),
  },
  preview: ({ payload }) => `They ask for ${requestWords(payload)}.`,
  slots: ({ booking, payload }) => ({
    request: paragraphs([
      payload.isChanged
        ? `The referrer of booking ${booking.reference} changed a request, and asks for ${requestWords(payload)} now.`
        : `The referrer of booking ${booking.reference} asks for ${requestWords(payload)}.`,
    ]),
    link: link(booking.links.staff, "Answer the request"),
  }),
  demo: { kind: "date", day: "2027-04-08" },
});
