import { link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** To its author, who must still have a visit of the booking. */
    "report-comments": { assessorId: string; page: string };
  }
}

export default mail("report-comments", {
  label: "To the assessor: comments on a report",
  isAboutBooking: true,
  isToOthers: true,
  words: {
    subject: "Comments on your report: booking {reference}",
    body: inParagraphs(
      "Your report was read",
      "Please answer the comments on your report for booking {reference}.",
      "{link}",
    ),
  },
  preview: "Please answer each comment.",
  slots: ({ address }) => ({ link: link(address, "Answer the comments") }),
  demo: { page: "report/write" },
});
