import { moved, visitToAssessor } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    "assessor-visit-moved": { visitId: string; assessorId: string; isTimeKept?: boolean };
  }
}

export default mail("assessor-visit-moved", {
  label: "To the assessor: visit moved",
  isAboutBooking: true,
  isToOthers: true,
  listed: 16,
  words: {
    subject: "Your visit {moved}: {when}",
    body: inParagraphs(
      "A visit of yours {moved}",
      "This is how it is now:",
      "{visit}",
      "{link}",
      "{calendar}",
    ),
  },
  preview: ({ visit }) => visit.when,
  slots: ({ payload, ...about }) => ({ ...visitToAssessor(about), moved: moved(payload, about) }),
});
