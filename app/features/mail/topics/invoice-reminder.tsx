import { formatLongDate, type IsoDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { reasonAgainstInvoiceReminder } from "#app/features/mail/reasons.server.ts";
import { facts, given, waysToPay } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** Not sent once it was paid. `openPence` is what is still to pay. */
    "invoice-reminder": { number: string | null; openPence: number; dueOn: IsoDate };
  }
}

export default mail("invoice-reminder", {
  label: "Reminder of an unpaid invoice",
  isAboutBooking: true,
  listed: 31,
  words: {
    subject: "Reminder of your invoice for booking {reference}",
    body: inParagraphs(
      "{greeting}",
      "This invoice has not been paid yet, as far as we can see.",
      "{details}",
      "{invoice}",
      "{bank}",
      "If you have paid it in the last few days, thank you: there is nothing more to do. If something is wrong with it, or you need more time, please call us.",
    ),
  },
  preview: ({ payload: { openPence, dueOn } }) =>
    `${formatPoundsAndPence(openPence)} was due by ${formatLongDate(dueOn)}.`,
  slots: ({ booking, payload: { number, openPence, dueOn }, address, site }) => ({
    ...waysToPay(address, site, number ?? booking.reference),
    details: facts(
      ["Booking reference", booking.reference],
      ...given("Invoice", number ?? ""),
      ["Still to pay", formatPoundsAndPence(openPence)],
      ["Was due by", formatLongDate(dueOn)],
    ),
  }),
  demo: { number: "INV-0001", openPence: 112_000, dueOn: "2027-05-01" },
  reasonNotToSend: ({ deps, booking }) => reasonAgainstInvoiceReminder(deps, booking),
});
