import { reasonAgainstDeliveryMail } from "#app/features/report/deliver-report.server.ts";
import { link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    "report-reminder": { deliveryId: string };
  }
}

export default mail("report-reminder", {
  label: "Reminder of the report",
  isAboutBooking: true,
  isToOthers: true,
  secret: "address",
  listed: 43,
  words: {
    subject: "Reminder: a report waits for you (booking {reference})",
    body: inParagraphs(
      "A report waits for you",
      "The report for booking {reference} is ready, and nobody has confirmed yet that it arrived.",
      "{link}",
      "If you have it already, please open the page once more and press “I have received this report”. If you cannot open it, please call us.",
    ),
  },
  preview: "Please open it, and confirm that it arrived.",
  slots: ({ address }) => ({ link: link(address, "Open the report") }),
  reasonNotToSend: ({ deps, payload }) =>
    reasonAgainstDeliveryMail(deps, "report-reminder", payload.deliveryId),
});
