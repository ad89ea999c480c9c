import { formatPoundsAndPence } from "#app/platform/money.ts";
import { facts, link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** A charge that the customer was asked about is not made after all. */
    "charge-waived": { pence: number; insteadPence?: number };
  }
}

const agreedInstead = (pence: number): [string, string] => ["Agreed instead", formatPoundsAndPence(pence)];

export default mail("charge-waived", {
  label: "Charge that is not made",
  isAboutBooking: true,
  words: {
    subject: "A charge for booking {reference} is not made",
    body: inParagraphs(
      "{greeting}",
      "We asked you about a charge for booking {reference}. We do not make it after all, and you need do nothing. If you have an invoice or have paid for it, we put that right.",
      "{details}",
      "{link}",
    ),
  },
  preview: "You need do nothing.",
  slots: ({ booking, payload: { pence, insteadPence } }) => ({
    details: facts(
      ["Booking reference", booking.reference],
      ["Amount", formatPoundsAndPence(pence)],
      ...(insteadPence === undefined ? [] : [agreedInstead(insteadPence)]),
    ),
    link: link(booking.links.charges, "See the charges of this booking"),
  }),
  demo: { pence: 1_780 },
});
