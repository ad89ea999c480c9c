import { reasonAgainstDeliveryMail } from "#app/features/report/deliver-report.server.ts";
import { link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** To the recipient of a report whose questions were answered or refused. */
    "report-questions-closed": { deliveryId: string };
  }
}

export default mail("report-questions-closed", {
  label: "Questions about a report answered or refused",
  isAboutBooking: true,
  isToOthers: true,
  secret: "address",
  listed: 44.2,
  words: {
    subject: "About your questions: booking {reference}",
    body: inParagraphs(
      "There is an answer about your questions",
      "The page of your questions about the report for booking {reference} says what became of them. A new version of the report comes in an email of its own.",
      "{link}",
    ),
  },
  preview: "The page says what became of them.",
  slots: ({ address }) => ({ link: link(address, "Your questions") }),
  reasonNotToSend: ({ deps, payload }) => reasonAgainstDeliveryMail(deps, "report-ready", payload.deliveryId),
});
