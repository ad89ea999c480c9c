import { lacksPo, PO_WAITS } from "#app/features/booking/money/payment-terms.ts";
import { link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    "po-missing": Record<string, never>;
  }
}

export default mail("po-missing", {
  label: "PO number missing",
  isAboutBooking: true,
  listed: 34.5,
  words: {
    subject: "PO number for booking {reference}",
    body: inParagraphs(
      "{greeting}",
      `Your organisation agreed with us that each invoice has a PO number, and booking {reference} has none yet. ${PO_WAITS} The assessment goes on.`,
      "{link}",
    ),
  },
  preview: PO_WAITS,
  slots: ({ booking }) => ({
    link: link(booking.links.billing, "Enter the PO number"),
  }),
  reasonNotToSend: async ({ booking }) =>
    booking.status === "cancelled" ? "booking-cancelled" : lacksPo(booking) ? null : "po-given",
});
