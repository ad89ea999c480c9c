import { reasonAgainstDeliveryMail } from "#app/features/report/deliver-report.server.ts";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    "report-withdrawn": { deliveryId: string };
  }
}

export default mail("report-withdrawn", {
  label: "Report withdrawn",
  isAboutBooking: true,
  isToOthers: true,
  secret: "address",
  listed: 44,
  words: {
    subject: "A report was withdrawn: booking {reference}",
    body: inParagraphs(
      "A report was withdrawn",
      "We have withdrawn the report for booking {reference} that we sent you. Your link no longer opens it. Please do not use or pass on a copy that you have, and delete it.",
      "If you have a question about this, please call us.",
    ),
  },
  preview: "Your link no longer opens it.",
  slots: () => ({}),
  reasonNotToSend: ({ deps, payload }) =>
    reasonAgainstDeliveryMail(deps, "report-withdrawn", payload.deliveryId),
});
