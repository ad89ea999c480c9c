import { link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    "report-to-review": Leads;
  }
}

export default mail("report-to-review", {
  label: "To the office: report to review",
  isAboutBooking: true,
  isToOthers: true,
  listed: 51,
  words: {
    subject: "Report to review: booking {reference}",
    body: inParagraphs(
      "A report waits for review",
      "The assessor has uploaded a report for booking {reference}.",
      "{link}",
    ),
  },
  preview: "Check it, and release or return it.",
  slots: ({ address }) => ({ link: link(address, "Review the report") }),
});
