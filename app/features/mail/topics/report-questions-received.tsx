import { reasonAgainstDeliveryMail } from "#app/features/report/deliver-report.server.ts";
import { link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** To the recipient of a report who asked about it. */
    "report-questions-received": { deliveryId: string };
  }
}

export default mail("report-questions-received", {
  label: "Questions about a report received",
  isAboutBooking: true,
  isToOthers: true,
  secret: "address",
  listed: 44.1,
  words: {
    subject: "We have your questions: booking {reference}",
    body: inParagraphs(
      "We have your questions",
      "Your questions about the report for booking {reference} are with us. The page says by when we answer.",
      "{link}",
    ),
  },
  preview: "The page says by when we answer.",
  slots: ({ address }) => ({ link: link(address, "Your questions") }),
  reasonNotToSend: ({ deps, payload }) => reasonAgainstDeliveryMail(deps, "report-ready", payload.deliveryId),
});
