import { visitToAssessor } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    "assessor-visit-cancelled": { visitId: string; assessorId: string };
  }
}

export default mail("assessor-visit-cancelled", {
  label: "To the assessor: visit cancelled",
  isAboutBooking: true,
  isToOthers: true,
  listed: 18,
  words: {
    subject: "Visit cancelled: {when}",
    body: inParagraphs(
      "A visit of yours is cancelled",
      "The visit on {when} (booking {reference}) does not take place.",
      "{calendar}",
    ),
  },
  preview: "You need not go.",
  slots: visitToAssessor,
});
