import { visitToReferrer } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** `answered` is the request for another date that the visit answers. */
    "visit-agreed": { visitId: string; answered?: AnsweredRequest };
  }
}

export default mail("visit-agreed", {
  label: "Visit agreed",
  isAboutBooking: true,
  listed: 9,
  words: {
    subject: "Your visit is agreed: booking {reference}",
    body: inParagraphs(
      "{greeting}",
      "The visit for your booking {reference} is agreed.",
      "{visit}",
      "{link}",
      "{calendar}",
      "If this time does not suit, please call us.",
    ),
  },
  preview: ({ visit }) => visit.when,
  slots: visitToReferrer,
});
