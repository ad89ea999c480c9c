import { formatLongDate, type IsoDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { facts, given } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    "invoice-paid": { number: string | null; amountPence: number; paidOn: IsoDate | null };
  }
}

export default mail("invoice-paid", {
  label: "Receipt",
  isAboutBooking: true,
  listed: 30,
  words: {
    subject: "We have your payment for booking {reference}",
    body: inParagraphs(
      "{thanks}",
      "Your payment for booking {reference} has arrived. There is nothing more to pay on this invoice.",
      "{details}",
      "Please keep this email as your receipt.",
    ),
  },
  preview: ({ payload }) => `${formatPoundsAndPence(payload.amountPence)} has arrived. Thank you.`,
  slots: ({ booking, payload: { number, amountPence, paidOn } }) => ({
    details: facts(
      ["Booking reference", booking.reference],
      ...given("Invoice", number ?? ""),
      ["Amount", `${formatPoundsAndPence(amountPence)} ${booking.vatPhrase}`],
      ...given("Paid on", paidOn ? formatLongDate(paidOn) : ""),
    ),
  }),
  demo: { number: "INV-0001", amountPence: 112_000, paidOn: "2027-04-28" },
});
