import { formatLongDate, type IsoDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { reasonAgainstRefund } from "#app/features/mail/reasons.server.ts";
import { facts } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** Money went back to the customer on this London day. */
    "payment-refunded": { pence: number; on: IsoDate };
  }
}

export default mail("payment-refunded", {
  label: "Refund",
  isAboutBooking: true,
  listed: 32.5,
  words: {
    subject: "We have paid you back for booking {reference}",
    body: inParagraphs(
      "{greeting}",
      "We have paid this money back in the way in which you paid. It may take some days to arrive.",
      "{details}",
      "If it has not arrived after ten days, please call us.",
    ),
  },
  preview: ({ payload: { pence } }) => `${formatPoundsAndPence(pence)} is on its way back to you.`,
  slots: ({ booking, payload: { pence, on } }) => ({
    details: facts(
      ["Booking reference", booking.reference],
      ["Amount", formatPoundsAndPence(pence)],
      ["Paid back on", formatLongDate(on)],
    ),
  }),
  demo: { pence: 59_500, on: "2027-04-28" },
  reasonNotToSend: ({ deps, booking, payload }) => reasonAgainstRefund(deps, booking, payload),
});
