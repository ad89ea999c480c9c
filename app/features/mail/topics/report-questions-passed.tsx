import { link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";
import { reasonAgainstQuestionsMail } from "#app/features/report-writing/questions/question-mails.server.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** To the assessor who is to answer. */
    "report-questions-passed": { questionsId: string; assessorId: string };
  }
}

export default mail("report-questions-passed", {
  label: "To the assessor: questions about a report",
  isAboutBooking: true,
  isToOthers: true,
  listed: 52.1,
  words: {
    subject: "Questions about a report: booking {reference}",
    body: inParagraphs(
      "Please answer questions about a report",
      "A recipient of the report for booking {reference} asks about it. The page says by when you answer.",
      "{link}",
    ),
  },
  preview: "Please answer each question.",
  slots: ({ address }) => ({ link: link(address, "Answer the questions") }),
  reasonNotToSend: ({ deps, payload }) => reasonAgainstQuestionsMail(deps, payload),
});
