import { reasonAgainstPartMail } from "#app/features/contributions/part-mails.server.ts";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** `contributionId` when the booking is about somebody else now; not sent when that was put right. */
    "part-closed": { contributionId?: string };
  }
}

export default mail("part-closed", {
  label: "Part no longer needed",
  isAboutBooking: true,
  isToOthers: true,
  listed: 48,
  words: {
    subject: "The form is no longer needed. {company}",
    body: inParagraphs(
      "The form is no longer needed",
      "We had asked you to help with a form (reference {reference}). Your answers are no longer needed, and the link no longer works. You need do nothing.",
      "If you have a question, please ring us on {phone}.",
    ),
  },
  preview: "You need do nothing.",
  slots: () => ({}),
  reasonNotToSend: ({ deps, payload }) => reasonAgainstPartMail(deps, "part-closed", payload),
});
