import { visitToReferrer } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    "visit-reassigned": { visitId: string };
  }
}

export default mail("visit-reassigned", {
  label: "Visit with another assessor",
  isAboutBooking: true,
  listed: 11,
  words: {
    subject: "Another assessor for your visit: booking {reference}",
    body: inParagraphs(
      "{greeting}",
      "Another assessor carries out the visit for your booking {reference}.",
      "{visit}",
      "{link}",
      "{calendar}",
      "If you have a question about this, please call us.",
    ),
  },
  preview: ({ visit }) => visit.when,
  slots: visitToReferrer,
});
