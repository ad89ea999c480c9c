import type { BookingMailFiles } from "#app/features/mail/mail-file.ts";
import { CODE_MINUTES } from "#app/features/accounts/record/lifetimes.ts";
import { codesInWords, type ReviewCode } from "#app/features/report/report-words.ts";
import { box, paragraphs } from "#app/features/mail/texts/slot-parts.tsx";
import { reasonAgainstDeliveryMail } from "#app/features/report/deliver-report.server.ts";
import { reasonAgainstQuestionsMail } from "#app/features/report-writing/questions/question-mails.server.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** To a recipient of a report, with the link that the recipient has when it is sent. */
    "report-ready": { deliveryId: string };
    "report-reminder": { deliveryId: string };
    "report-withdrawn": { deliveryId: string };
    "report-unread": Leads & { deliveryId: string };
    /** Six digits; not sent after 10 minutes. */
    "report-code": { code: string };
    /** To the recipient of a report who asked about it. */
    "report-questions-received": { deliveryId: string };
    /** To the recipient of a report whose questions were answered or refused. */
    "report-questions-closed": { deliveryId: string };
    "report-questions-asked": Leads & { questionsId: string };
    /** To the assessor who is to answer. */
    "report-questions-passed": { questionsId: string; assessorId: string };
    "report-questions-overdue": Leads & { questionsId: string; dueOn: string };
    "report-to-review": Leads;
    /** To its author, who must still have a visit of the booking. */
    "report-returned": { assessorId: string };
    /** To its author, who must still have a visit of the booking. */
    "report-comments": { assessorId: string; page: string };
    /** To its author, who must still have a visit of the booking. */
    "report-read-again": { assessorId: string; codes: ReviewCode[]; hasLine: boolean };
    /** To an assessor who may review reports. */
    "report-to-read": Leads;
    "report-read": Leads;
    "report-draft-shown": Leads;
  }
}

export const toOthers: BookingMailFiles = {
  "report-ready": {
    label: "Report ready",
    secret: "address",
    listed: 42,
    subject: "A report is ready: booking {reference}",
    body: [
      "A report is ready for you",
      "The report for booking {reference} is ready. You need this email address to open it: the page sends a code to it.",
      "{link}",
      "The link works for 90 days and is for you alone: please do not forward this email. On the page, please confirm that you have received the report.",
      "If you did not expect this, please call us.",
    ],
    preview: "The page sends a code to this address.",
    button: "Open the report",
    reasonNotToSend: ({ deps, payload }) =>
      reasonAgainstDeliveryMail(deps, "report-ready", payload.deliveryId),
  },
  "report-reminder": {
    label: "Reminder of the report",
    secret: "address",
    listed: 43,
    subject: "Reminder: a report waits for you (booking {reference})",
    body: [
      "A report waits for you",
      "The report for booking {reference} is ready, and nobody has confirmed yet that it arrived.",
      "{link}",
      "If you have it already, please open the page once more and press “I have received this report”. If you cannot open it, please call us.",
    ],
    preview: "Please open it, and confirm that it arrived.",
    button: "Open the report",
    reasonNotToSend: ({ deps, payload }) =>
      reasonAgainstDeliveryMail(deps, "report-reminder", payload.deliveryId),
  },
  "report-withdrawn": {
    label: "Report withdrawn",
    secret: "address",
    listed: 44,
    subject: "A report was withdrawn: booking {reference}",
    body: [
      "A report was withdrawn",
      "We have withdrawn the report for booking {reference} that we sent you. Your link no longer opens it. Please do not use or pass on a copy that you have, and delete it.",
      "If you have a question about this, please call us.",
    ],
    preview: "Your link no longer opens it.",
    reasonNotToSend: ({ deps, payload }) =>
      reasonAgainstDeliveryMail(deps, "report-withdrawn", payload.deliveryId),
  },
  "report-unread": {
    label: "To the office: report not received",
    listed: 53,
    subject: "Report not received yet: booking {reference}",
    body: [
      "Nobody has confirmed a report",
      "Seven working days after it was sent, a recipient of the report for booking {reference} has not confirmed that it arrived. Please call.",
      "{link}",
    ],
    preview: "Please call the recipient.",
    button: "See the deliveries",
    reasonNotToSend: ({ deps, payload }) =>
      reasonAgainstDeliveryMail(deps, "report-unread", payload.deliveryId),
  },
  "report-code": {
    label: "Code for a report",
    isUrgent: true,
    secret: "code",
    listed: 45,
    livesMinutes: CODE_MINUTES,
    subject: "Your code for a report",
    body: [
      "Your code",
      "Enter this code to open the report:",
      "{code}",
      "It works for 10 minutes and only once. We never ask for it on the phone.",
    ],
    preview: `It works for ${CODE_MINUTES} minutes.`,
    slots: ({ payload }) => ({ code: box(payload.code) }),
    demo: { code: "123456" },
  },
  "report-questions-received": {
    label: "Questions about a report received",
    secret: "address",
    listed: 44.1,
    subject: "We have your questions: booking {reference}",
    body: [
      "We have your questions",
      "Your questions about the report for booking {reference} are with us. The page says by when we answer.",
      "{link}",
    ],
    preview: "The page says by when we answer.",
    button: "Your questions",
    reasonNotToSend: ({ deps, payload }) =>
      reasonAgainstDeliveryMail(deps, "report-ready", payload.deliveryId),
  },
  "report-questions-closed": {
    label: "Questions about a report answered or refused",
    secret: "address",
    listed: 44.2,
    subject: "About your questions: booking {reference}",
    body: [
      "There is an answer about your questions",
      "The page of your questions about the report for booking {reference} says what became of them. A new version of the report comes in an email of its own.",
      "{link}",
    ],
    preview: "The page says what became of them.",
    button: "Your questions",
    reasonNotToSend: ({ deps, payload }) =>
      reasonAgainstDeliveryMail(deps, "report-ready", payload.deliveryId),
  },
  "report-questions-asked": {
    label: "To the office: questions about a report",
    listed: 53.1,
    subject: "Questions about a report: booking {reference}",
    body: [
      "A recipient asks about a report",
      "A recipient of the report for booking {reference} has asked questions. Pass them on, answer them, or refuse them.",
      "{link}",
    ],
    preview: "Pass them on, answer them, or refuse them.",
    button: "Read the questions",
    reasonNotToSend: ({ deps, payload: { questionsId } }) =>
      reasonAgainstQuestionsMail(deps, { questionsId }),
  },
  "report-questions-passed": {
    label: "To the assessor: questions about a report",
    listed: 52.1,
    subject: "Questions about a report: booking {reference}",
    body: [
      "Please answer questions about a report",
      "A recipient of the report for booking {reference} asks about it. The page says by when you answer.",
      "{link}",
    ],
    preview: "Please answer each question.",
    button: "Answer the questions",
    reasonNotToSend: ({ deps, payload }) => reasonAgainstQuestionsMail(deps, payload),
  },
  "report-questions-overdue": {
    label: "To the office: questions not answered in time",
    listed: 53.2,
    subject: "Questions about a report are overdue: booking {reference}",
    body: [
      "Questions are overdue",
      "Questions about the report for booking {reference} have no answer, and the day for it has passed.",
      "{link}",
    ],
    preview: "The day for the answer has passed.",
    button: "See the questions",
    reasonNotToSend: ({ deps, payload }) => reasonAgainstQuestionsMail(deps, payload),
  },
  "report-to-review": {
    label: "To the office: report to review",
    listed: 51,
    subject: "Report to review: booking {reference}",
    body: [
      "A report waits for review",
      "The assessor has uploaded a report for booking {reference}.",
      "{link}",
    ],
    preview: "Check it, and release or return it.",
    button: "Review the report",
  },
  "report-returned": {
    label: "To the assessor: report returned",
    listed: 52,
    subject: "Report returned: booking {reference}",
    body: [
      "The office returned your report",
      "Please read the note about your report for booking {reference}, and upload it again.",
      "{link}",
    ],
    preview: "Please read the note.",
    button: "Read the note",
  },
  "report-comments": {
    label: "To the assessor: comments on a report",
    subject: "Comments on your report: booking {reference}",
    body: [
      "Your report was read",
      "Please answer the comments on your report for booking {reference}.",
      "{link}",
    ],
    preview: "Please answer each comment.",
    button: "Answer the comments",
    demo: { page: "report/write" },
  },
  "report-read-again": {
    label: "To the assessor: report read again",
    listed: 52.5,
    subject: "Report read again: booking {reference}",
    body: [
      "Your report was read again after its release",
      "We read some of the released reports again, to learn from them. Nothing about the report for booking {reference} changes by it.",
      "{found}",
      "{link}",
    ],
    demo: { codes: ["evidence", "spelling"], hasLine: false },
    preview: "What the reader found.",
    button: "See the report’s page",
    slots: ({ payload: { codes, hasLine } }) => ({
      found: paragraphs([
        codes.length > 0
          ? `The reader noted: ${codesInWords(codes)}.`
          : hasLine
            ? "The reader left you a line."
            : "The reader found nothing to note.",
      ]),
    }),
  },
  "report-to-read": {
    label: "To a second reader: report to read",
    subject: "Report to read: booking {reference}",
    body: [
      "A report waits for you to read it",
      "A report of booking {reference} waits for a second reader, or its author has answered your comments.",
      "{link}",
    ],
    preview: "Comment on it, or close your comments.",
    button: "Read the report",
  },
  "report-read": {
    label: "To the office: report was read",
    subject: "Report was read: booking {reference}",
    body: [
      "A second reader has read a report",
      "The report of booking {reference} was read to its end. It still waits for you to release it or return it.",
      "{link}",
    ],
    preview: "It still waits for its release.",
    button: "See the report",
  },
  "report-draft-shown": {
    label: "To the office: a look at a draft",
    subject: "Draft to look at: booking {reference}",
    body: [
      "An assessor lets you look at a draft",
      "The report of booking {reference} is still being written. The assessor would like you to look at it.",
      "{link}",
    ],
    preview: "It is still being written.",
    button: "Look at the draft",
  },
};
