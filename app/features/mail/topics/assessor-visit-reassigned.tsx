import { visitToAssessor } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** To the one who had the visit before. */
    "assessor-visit-reassigned": { visitId: string; assessorId: string };
  }
}

export default mail("assessor-visit-reassigned", {
  label: "To the assessor: visit reassigned",
  isAboutBooking: true,
  isToOthers: true,
  listed: 17,
  words: {
    subject: "Visit reassigned: {when}",
    body: inParagraphs(
      "A visit was given to another assessor",
      "The visit on {when} (booking {reference}) was reassigned. You need not go.",
      "{calendar}",
      "If you did not expect this, please call us.",
    ),
  },
  preview: "You need not go.",
  slots: visitToAssessor,
});
