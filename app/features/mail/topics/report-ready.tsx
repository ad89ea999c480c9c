import { reasonAgainstDeliveryMail } from "#app/features/report/deliver-report.server.ts";
import { link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** To a recipient of a report, with the link that the recipient has when it is sent. */
    "report-ready": { deliveryId: string };
  }
}

export default mail("report-ready", {
  label: "Report ready",
  isAboutBooking: true,
  isToOthers: true,
  secret: "address",
  listed: 42,
  words: {
    subject: "A report is ready: booking {reference}",
    body: inParagraphs(
      "A report is ready for you",
      "The report for booking {reference} is ready. You need this email address to open it: the page sends a code to it.",
      "{link}",
      "The link works for 90 days and is for you alone: please do not forward this email. On the page, please confirm that you have received the report.",
      "If you did not expect this, please call us.",
    ),
  },
  preview: "The page sends a code to this address.",
  slots: ({ address }) => ({ link: link(address, "Open the report") }),
  reasonNotToSend: ({ deps, payload }) => reasonAgainstDeliveryMail(deps, "report-ready", payload.deliveryId),
});
