import { link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";
import { reasonAgainstQuestionsMail } from "#app/features/report-writing/questions/question-mails.server.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    "report-questions-overdue": Leads & { questionsId: string; dueOn: string };
  }
}

export default mail("report-questions-overdue", {
  label: "To the office: questions not answered in time",
  isAboutBooking: true,
  isToOthers: true,
  listed: 53.2,
  words: {
    subject: "Questions about a report are overdue: booking {reference}",
    body: inParagraphs(
      "Questions are overdue",
      "Questions about the report for booking {reference} have no answer, and the day for it has passed.",
      "{link}",
    ),
  },
  preview: "The day for the answer has passed.",
  slots: ({ address }) => ({ link: link(address, "See the questions") }),
  reasonNotToSend: ({ deps, payload }) => reasonAgainstQuestionsMail(deps, payload),
});
