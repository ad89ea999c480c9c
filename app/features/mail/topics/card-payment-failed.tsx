import { formatLongDate, type IsoDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { reasonAgainstCardFailure } from "#app/features/mail/reasons.server.ts";
import { facts, given, waysToPay } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** A payment that takes days did not come. `on`: the London day on which it was made. */
    "card-payment-failed": { pence: number; on: IsoDate | null };
  }
}

export default mail("card-payment-failed", {
  label: "A payment did not arrive",
  isAboutBooking: true,
  listed: 31.5,
  words: {
    subject: "Your payment for booking {reference} did not arrive",
    body: inParagraphs(
      "{greeting}",
      "Your payment did not arrive: we have no money from it.",
      "{details}",
      "{invoice}",
      "{bank}",
      "If you have questions about the payment itself, please ask your bank. About everything else, please call us.",
    ),
  },
  preview: ({ payload: { pence } }) => `${formatPoundsAndPence(pence)} did not arrive.`,
  slots: ({ booking, payload: { pence, on }, address, site }) => ({
    // Without an address nothing is to pay any more.
    ...(address ? waysToPay(address, site, booking.reference) : { invoice: undefined, bank: undefined }),
    details: facts(
      ["Booking reference", booking.reference],
      ["Amount", formatPoundsAndPence(pence)],
      ...given("Paid on", on ? formatLongDate(on) : ""),
    ),
  }),
  demo: { pence: 112_000, on: "2027-04-28" },
  reasonNotToSend: ({ deps, booking }) => reasonAgainstCardFailure(deps, booking),
});
