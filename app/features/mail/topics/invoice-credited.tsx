import { formatPoundsAndPence } from "#app/platform/money.ts";
import { link, facts } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** Leads to the credit note's page. */
    "invoice-credited": { documentId: string; number: string; invoice: string; pence: number };
  }
}

export default mail("invoice-credited", {
  label: "Credit note",
  isAboutBooking: true,
  listed: 32,
  words: {
    subject: "Credit note for booking {reference}",
    body: inParagraphs(
      "{greeting}",
      "We have made a credit note for your invoice.",
      "{details}",
      "{link}",
      "If you have paid more than is left to pay, we pay the rest back to you. If something is wrong with it, please call us.",
    ),
  },
  preview: ({ payload: { pence, invoice } }) => `${formatPoundsAndPence(pence)} less on invoice ${invoice}.`,
  slots: ({ booking, payload: { number, invoice, pence }, address }) => ({
    link: link(address, "See the credit note"),
    details: facts(
      ["Booking reference", booking.reference],
      ["Credit note", number],
      ["For invoice", invoice],
      ["Amount", formatPoundsAndPence(pence)],
    ),
  }),
  demo: { documentId: "", number: "CN-000001", invoice: "INV-000001", pence: 7_000 },
});
