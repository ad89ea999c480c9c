import { link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    "report-read": Leads;
  }
}

export default mail("report-read", {
  label: "To the office: report was read",
  isAboutBooking: true,
  isToOthers: true,
  words: {
    subject: "Report was read: booking {reference}",
    body: inParagraphs(
      "A second reader has read a report",
      "The report of booking {reference} was read to its end. It still waits for you to release it or return it.",
      "{link}",
    ),
  },
  preview: "It still waits for its release.",
  slots: ({ address }) => ({ link: link(address, "See the report") }),
});
