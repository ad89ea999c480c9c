import type { BookingMailFiles } from "#app/features/mail/mail-file.ts";
import { facts, given, waysToPay, link } from "#app/features/mail/texts/slot-parts.tsx";
import { findCharge } from "#app/features/charges/charge-rows.server.ts";
import { formatLongDate, type IsoDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { lacksPo, PO_WAITS } from "#app/features/booking/money/payment-terms.ts";
import {
  reasonAgainstInvoice,
  reasonAgainstInvoiceReminder,
  reasonAgainstCardFailure,
  reasonAgainstRefund,
} from "#app/features/mail/reasons.server.ts";

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
    "invoice-paid": { number: string | null; amountPence: number; paidOn: IsoDate | null };
    /** Not sent once it was paid. `openPence` is what is still to pay. */
    "invoice-reminder": { number: string | null; openPence: number; dueOn: IsoDate };
    /** Leads to the credit note's page. */
    "invoice-credited": { documentId: string; number: string; invoice: string; pence: number };
    "po-missing": Record<string, never>;
    /** A payment that takes days did not come. `on`: the London day on which it was made. */
    "card-payment-failed": { pence: number; on: IsoDate | null };
    /** Money went back to the customer on this London day. */
    "payment-refunded": { pence: number; on: IsoDate };
    /** Leads to the page on which the customer agrees, or does not. */
    "charge-proposed": { chargeId: string; pence: number; answerBy: IsoDate };
    /** A charge that the customer was asked about is not made after all. */
    "charge-waived": { pence: number; insteadPence?: number };
  }
}

const agreedInstead = (pence: number): [string, string] => ["Agreed instead", formatPoundsAndPence(pence)];

export const toReferrer: BookingMailFiles = {
  "invoice-ready": {
    label: "Invoice",
    listed: 29,
    subject: "Your invoice for booking {reference}",
    body: [
      "Your invoice",
      "{details}",
      "{invoice}",
      "{bank}",
      "If you have already paid it, thank you: there is nothing more to do.",
    ],
    preview: ({ payload: { amountPence, dueOn } }) =>
      `${formatPoundsAndPence(amountPence)}, due by ${formatLongDate(dueOn)}.`,
    slots: ({ booking, payload: { number, amountPence, dueOn }, address, site }) => ({
      ...waysToPay(address, site, number ?? booking.reference),
      details: facts(
        ["Booking reference", booking.reference],
        ...given("Invoice", number),
        ["Amount", `${formatPoundsAndPence(amountPence)} ${booking.vatPhrase}`],
        ["Due by", formatLongDate(dueOn)],
      ),
    }),
    demo: { kind: "full", number: "INV-0001", amountPence: 112_000, dueOn: "2027-05-01" },
    reasonNotToSend: ({ deps, booking }) => reasonAgainstInvoice(deps, booking),
  },
  "invoice-paid": {
    label: "Receipt",
    listed: 30,
    subject: "We have your payment for booking {reference}",
    body: [
      "{thanks}",
      "Your payment for booking {reference} has arrived. There is nothing more to pay on this invoice.",
      "{details}",
      "Please keep this email as your receipt.",
    ],
    preview: ({ payload }) => `${formatPoundsAndPence(payload.amountPence)} has arrived. Thank you.`,
    slots: ({ booking, payload: { number, amountPence, paidOn } }) => ({
      details: facts(
        ["Booking reference", booking.reference],
        ...given("Invoice", number),
        ["Amount", `${formatPoundsAndPence(amountPence)} ${booking.vatPhrase}`],
        ...given("Paid on", paidOn && formatLongDate(paidOn)),
      ),
    }),
    demo: { number: "INV-0001", amountPence: 112_000, paidOn: "2027-04-28" },
  },
  "invoice-reminder": {
    label: "Reminder of an unpaid invoice",
    listed: 31,
    subject: "Reminder of your invoice for booking {reference}",
    body: [
      "{greeting}",
      "This invoice has not been paid yet, as far as we can see.",
      "{details}",
      "{invoice}",
      "{bank}",
      "If you have paid it in the last few days, thank you: there is nothing more to do. If something is wrong with it, or you need more time, please call us.",
    ],
    preview: ({ payload: { openPence, dueOn } }) =>
      `${formatPoundsAndPence(openPence)} was due by ${formatLongDate(dueOn)}.`,
    slots: ({ booking, payload: { number, openPence, dueOn }, address, site }) => ({
      ...waysToPay(address, site, number ?? booking.reference),
      details: facts(
        ["Booking reference", booking.reference],
        ...given("Invoice", number),
        ["Still to pay", formatPoundsAndPence(openPence)],
        ["Was due by", formatLongDate(dueOn)],
      ),
    }),
    demo: { number: "INV-0001", openPence: 112_000, dueOn: "2027-05-01" },
    reasonNotToSend: ({ deps, booking }) => reasonAgainstInvoiceReminder(deps, booking),
  },
  "invoice-credited": {
    label: "Credit note",
    listed: 32,
    subject: "Credit note for booking {reference}",
    body: [
      "{greeting}",
      "We have made a credit note for your invoice.",
      "{details}",
      "{link}",
      "If you have paid more than is left to pay, we pay the rest back to you. If something is wrong with it, please call us.",
    ],
    preview: ({ payload: { pence, invoice } }) =>
      `${formatPoundsAndPence(pence)} less on invoice ${invoice}.`,
    button: "See the credit note",
    slots: ({ booking, payload: { number, invoice, pence } }) => ({
      details: facts(
        ["Booking reference", booking.reference],
        ["Credit note", number],
        ["For invoice", invoice],
        ["Amount", formatPoundsAndPence(pence)],
      ),
    }),
    demo: { documentId: "", number: "CN-000001", invoice: "INV-000001", pence: 7_000 },
  },
  "po-missing": {
    label: "PO number missing",
    listed: 34.5,
    subject: "PO number for booking {reference}",
    body: [
      "{greeting}",
      `Your organisation agreed with us that each invoice has a PO number, and booking {reference} has none yet. ${PO_WAITS} The assessment goes on.`,
      "{link}",
    ],
    preview: PO_WAITS,
    slots: ({ booking }) => ({ link: link(booking.links.billing, "Enter the PO number") }),
    reasonNotToSend: async ({ booking }) =>
      booking.status === "cancelled" ? "booking-cancelled" : lacksPo(booking) ? null : "po-given",
  },
  "card-payment-failed": {
    label: "A payment did not arrive",
    listed: 31.5,
    subject: "Your payment for booking {reference} did not arrive",
    body: [
      "{greeting}",
      "Your payment did not arrive: we have no money from it.",
      "{details}",
      "{invoice}",
      "{bank}",
      "If you have questions about the payment itself, please ask your bank. About everything else, please call us.",
    ],
    preview: ({ payload: { pence } }) => `${formatPoundsAndPence(pence)} did not arrive.`,
    slots: ({ booking, payload: { pence, on }, address, site }) => ({
      // Without an address nothing is to pay any more.
      ...(address ? waysToPay(address, site, booking.reference) : { invoice: undefined, bank: undefined }),
      details: facts(
        ["Booking reference", booking.reference],
        ["Amount", formatPoundsAndPence(pence)],
        ...given("Paid on", on && formatLongDate(on)),
      ),
    }),
    demo: { pence: 112_000, on: "2027-04-28" },
    reasonNotToSend: ({ deps, booking }) => reasonAgainstCardFailure(deps, booking),
  },
  "payment-refunded": {
    label: "Refund",
    listed: 32.5,
    subject: "We have paid you back for booking {reference}",
    body: [
      "{greeting}",
      "We have paid this money back in the way in which you paid. It may take some days to arrive.",
      "{details}",
      "If it has not arrived after ten days, please call us.",
    ],
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
  },
  "charge-proposed": {
    label: "Charge to agree to",
    subject: "Do you agree to a charge for booking {reference}?",
    body: [
      "{greeting}",
      "There is a charge beyond the price of booking {reference}. We charge it only if you agree.",
      "{details}",
      "{link}",
      "If you do not agree, or have a question, say so there or call us.",
    ],
    preview: ({ payload }) =>
      `${formatPoundsAndPence(payload.pence)}. Please answer by ${formatLongDate(payload.answerBy)}.`,
    slots: ({ booking, payload: { pence, answerBy } }) => ({
      link: link(booking.links.charges, "See the charge and answer"),
      details: facts(
        ["Booking reference", booking.reference],
        ["Amount", formatPoundsAndPence(pence)],
        ["Please answer by", formatLongDate(answerBy)],
      ),
    }),
    demo: { chargeId: "", pence: 1_780, answerBy: "2027-03-24" },
    reasonNotToSend: async ({ deps, payload }) =>
      (await findCharge(deps, payload.chargeId))?.state === "proposed" ? null : "charge-decided",
  },
  "charge-waived": {
    label: "Charge that is not made",
    subject: "A charge for booking {reference} is not made",
    body: [
      "{greeting}",
      "We asked you about a charge for booking {reference}. We do not make it after all, and you need do nothing. If you have an invoice or have paid for it, we put that right.",
      "{details}",
      "{link}",
    ],
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
  },
};
