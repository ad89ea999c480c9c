import { visitToAssessor } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    "assessor-visit-agreed": { visitId: string; assessorId: string };
  }
}

export default mail("assessor-visit-agreed", {
  label: "To the assessor: visit agreed",
  isAboutBooking: true,
  isToOthers: true,
  listed: 15,
  words: {
    subject: "Visit on {when}",
    body: inParagraphs("A visit is agreed with you", "{visit}", "{link}", "{calendar}"),
  },
  preview: "The place and the client are on its page.",
  slots: visitToAssessor,
});
