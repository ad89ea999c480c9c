import { visitToReferrer, moved } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** `isTimeKept`: the place alone has changed. */
    "visit-moved": { visitId: string; isTimeKept?: boolean; answered?: AnsweredRequest };
  }
}

export default mail("visit-moved", {
  label: "Visit moved",
  isAboutBooking: true,
  listed: 10,
  words: {
    subject: "Your visit {moved}: booking {reference}",
    body: inParagraphs(
      "{greeting}",
      "The visit for your booking {reference} {moved}. This is how it is now:",
      "{visit}",
      "{link}",
      "{calendar}",
      "If this time does not suit, please call us.",
    ),
  },
  preview: ({ visit }) => visit.when,
  slots: ({ payload, ...about }) => ({ ...visitToReferrer(about), moved: moved(payload, about) }),
});
