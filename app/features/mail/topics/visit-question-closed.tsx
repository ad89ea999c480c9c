import { text } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    "visit-question-closed": { questionId: string; assessorId: string };
  }
}

export default mail("visit-question-closed", {
  label: "Question to an assessor ended",
  isAboutBooking: true,
  isToOthers: true,
  listed: 25,
  words: {
    subject: "No answer needed: {when}",
    body: inParagraphs("You need not answer any more", "{outcome}", "Thank you for looking at it."),
  },
  preview: ({ visit }) => visit.outcome,
  slots: ({ visit }) => ({ when: text(visit.when), outcome: text(visit.outcome) }),
});
