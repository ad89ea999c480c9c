import { formatLongDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { reasonAgainstInvoice } from "#app/features/mail/reasons.server.ts";
import { facts, given, waysToPay } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** Leads to the invoice's own page; without one it is paid by phone. */
    "invoice-ready": {
      kind: "full" | "deposit";
      /** Absent in a mail that an earlier release queued. */
      number?: string | null;
      amountPence: number;
      dueOn: string;
    };
  }
}

export default mail("invoice-ready", {
  label: "Invoice",
  isAboutBooking: true,
  listed: 29,
  words: {
    subject: "Your invoice for booking {reference}",
    body: inParagraphs(
      "Your invoice",
      "{details}",
      "{invoice}",
      "{bank}",
      "If you have already paid it, thank you: there is nothing more to do.",
    ),
  },
  preview: ({ payload: { amountPence, dueOn } }) =>
    `${formatPoundsAndPence(amountPence)}, due by ${formatLongDate(dueOn)}.`,
  slots: ({ booking, payload: { number, amountPence, dueOn }, address, site }) => ({
    ...waysToPay(address, site, number ?? booking.reference),
    details: facts(
      ["Booking reference", booking.reference],
      ...given("Invoice", number ?? ""),
      ["Amount", `${formatPoundsAndPence(amountPence)} ${booking.vatPhrase}`],
      ["Due by", formatLongDate(dueOn)],
    ),
  }),
  demo: { kind: "full", number: "INV-0001", amountPence: 112_000, dueOn: "2027-05-01" },
  reasonNotToSend: ({ deps, booking }) => reasonAgainstInvoice(deps, booking),
});
