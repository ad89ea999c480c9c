import { link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** To an assessor who may review reports. */
    "report-to-read": Leads;
  }
}

export default mail("report-to-read", {
  label: "To a second reader: report to read",
  isAboutBooking: true,
  isToOthers: true,
  words: {
    subject: "Report to read: booking {reference}",
    body: inParagraphs(
      "A report waits for you to read it",
      "A report of booking {reference} waits for a second reader, or its author has answered your comments.",
      "{link}",
    ),
  },
  preview: "Comment on it, or close your comments.",
  slots: ({ address }) => ({ link: link(address, "Read the report") }),
});
