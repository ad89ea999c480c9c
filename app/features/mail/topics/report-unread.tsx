import { reasonAgainstDeliveryMail } from "#app/features/report/deliver-report.server.ts";
import { link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    "report-unread": Leads & { deliveryId: string };
  }
}

export default mail("report-unread", {
  label: "To the office: report not received",
  isAboutBooking: true,
  isToOthers: true,
  listed: 53,
  words: {
    subject: "Report not received yet: booking {reference}",
    body: inParagraphs(
      "Nobody has confirmed a report",
      "Seven working days after it was sent, a recipient of the report for booking {reference} has not confirmed that it arrived. Please call.",
      "{link}",
    ),
  },
  preview: "Please call the recipient.",
  slots: ({ address }) => ({ link: link(address, "See the deliveries") }),
  reasonNotToSend: ({ deps, payload }) =>
    reasonAgainstDeliveryMail(deps, "report-unread", payload.deliveryId),
});
