import { link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";
import { reasonAgainstQuestionsMail } from "#app/features/report-writing/questions/question-mails.server.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    "report-questions-asked": Leads & { questionsId: string };
  }
}

export default mail("report-questions-asked", {
  label: "To the office: questions about a report",
  isAboutBooking: true,
  isToOthers: true,
  listed: 53.1,
  words: {
    subject: "Questions about a report: booking {reference}",
    body: inParagraphs(
      "A recipient asks about a report",
      "A recipient of the report for booking {reference} has asked questions. Pass them on, answer them, or refuse them.",
      "{link}",
    ),
  },
  preview: "Pass them on, answer them, or refuse them.",
  slots: ({ address }) => ({ link: link(address, "Read the questions") }),
  reasonNotToSend: ({ deps, payload: { questionsId } }) => reasonAgainstQuestionsMail(deps, { questionsId }),
});
