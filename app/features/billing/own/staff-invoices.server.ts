import { valuesOf } from "#app/platform/values-of.ts";
import type { Deps } from "#app/deps.server.ts";
import { findUserNames } from "#app/features/accounts/session/queries.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { isErased, staffRefusal } from "#app/features/booking/record/erase-booking.server.ts";
import type { Refused } from "#app/features/booking/record/change-booking.server.ts";
import { answerForms, atField, formOf, type Sent, type Words } from "#app/forms/answer-forms.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { DISPUTE, disputeInvoice, disputeOf, settleDispute } from "../dispute-invoice.server.ts";
import { findInvoice } from "../invoice-state.server.ts";
import { makerOf } from "../makers.server.ts";
import { wentBackAlready } from "../card/returns.server.ts";
import {
  accountState,
  creditablePence,
  issueCreditNote,
  issueNextInvoice,
  nextInvoice,
  uninvoicedPence,
  type IssueProblem,
} from "./issue.server.ts";
import { lacksPo, PO_WAITS } from "#app/features/booking/money/payment-terms.ts";
import { CreditSchema, IssueSchema } from "./issue-schemas.ts";
import { lacksAddress } from "./content.ts";
import { buyerOf } from "./own-accounting.server.ts";
import { openDocumentsOf } from "./documents.server.ts";
import { PAYMENT_FORMS, PAYMENT_WORDS, withRecorders } from "./payments-page.server.ts";
import type { PaymentRefusal } from "./record-payment.server.ts";
import { paymentsOf } from "./payments.server.ts";
import { readAccount } from "./read-account.server.ts";
import { sumsOf } from "./sums.ts";

/** The invoices and credit notes of a booking, what is to be issued next, and what may be credited. */
export async function readStaffInvoices(deps: Deps, booking: BookingRow) {
  const read = await readAccount(deps, booking);
  const documents = await openDocumentsOf(deps, booking.id);
  const issuers = await deps.db
    .selectFrom("invoice_documents")
    .select(["id", "issued_by"])
    .where("booking_id", "=", booking.id)
    .execute();
  const names = await findUserNames(deps, valuesOf(issuers, "issued_by"));
  const refusal = await staffRefusal(deps.db, booking);
  const isOwn = (await makerOf(deps, booking.id)) === "own";
  const next = isOwn && refusal === null ? await nextInvoice(deps, booking, read) : null;
  const tooMuch = Math.max(0, -uninvoicedPence(booking, read));
  const { account, owed } = read;
  const numberOf = (id: string | null) => documents.find((one) => one.id === id)?.number ?? null;
  return {
    id: booking.id,
    reference: booking.reference,
    refusal,
    isErased: isErased(booking),
    isOwn,
    state: accountState(booking, read),
    documents: documents.map(({ id, number, series, totalPence, issuedOn, creditsId, buyer }) => ({
      id,
      number,
      series,
      totalPence,
      issuedOn,
      for: numberOf(creditsId),
      note: buyer?.note ?? "",
      who: names.get(issuers.find((row) => row.id === id)?.issued_by ?? "") ?? "The service itself",
    })),
    account,
    owed,
    /** Says why the next invoice waits; empty where it may be issued. */
    waits: lacksPo(booking) ? PO_WAITS : "",
    next: next && {
      dueOn: next.dueOn,
      lines: next.content.lines,
      sums: sumsOf(next.content.lines),
      lacksAddress: lacksAddress({ ...sumsOf(next.content.lines), address: buyerOf(deps, booking).address }),
      /** Both prices of the booking, where its VAT rate changed. */
      rateChange: next.rateChange && { ...next.rateChange, grossStaysPence: booking.total_pence },
    },
    creditable: (isOwn ? account.invoices : [])
      .map(({ id }) => ({ id, number: numberOf(id)!, leftPence: creditablePence(read, id) }))
      .filter(({ leftPence }) => leftPence > 0),
    dispute: await disputeOf(deps, booking.id),
    disputeForm: answerStaffInvoices.shown.dispute,
    hasRow: (await findInvoice(deps, booking.id)) !== null,
    today: londonDate(deps.clock.now()),
    payments: await withRecorders(deps, await paymentsOf(deps, booking.id)),
    wentBack: owed.payBackPence > 0 ? ((await wentBackAlready(deps)).get(booking.id) ?? "") : "",
    /** Pounds that are invoiced more than the booking comes to now. */
    tooMuch: tooMuch > 0 ? (tooMuch / 100).toFixed(2) : "",
  };
}

export type StaffInvoices = Awaited<ReturnType<typeof readStaffInvoices>>;

type Posted = Sent & { deps: Deps; by: ActedByRequest; booking: BookingRow };

const form = formOf<Posted, Refused<IssueProblem> | PaymentRefusal>();
const summary = "Nothing was issued.";

const words: Words<Refused<IssueProblem>> = {
  "not-found": atField("invoice", "This invoice is not one of the booking’s."),
  restricted: "The booking is restricted: nothing can be issued for it.",
  erased: "The booking was erased: no invoice can be issued for it.",
  changed: "The booking or its invoices changed since you opened this page. Please check the amounts again.",
  "not-ours": "Invoices of this booking are not made here.",
  "needs-po": PO_WAITS,
  rate: atField("keep", "Choose which price stays: the VAT rate changed since the booking was made."),
  "too-much": atField("amount", "This is more than is left of the invoice. Please enter a smaller amount."),
};

/** Answers the forms of the page. Throws the redirect of what was done. */
export const answerStaffInvoices = answerForms(
  {
    ...PAYMENT_FORMS,
    invoice: form({
      schema: IssueSchema,
      summary,
      change: ({ deps, by, booking }, { seen, keep }) =>
        issueNextInvoice(deps, { ...by, bookingId: booking.id, seen, keep }),
      said: "The invoice was issued, and is on its way to the customer by email.",
      done: "issued",
      formId: "issue",
      words,
    }),
    credit: form({
      schema: CreditSchema,
      summary,
      change: ({ deps, by, booking }, { invoice, amount, reason, seen }) =>
        issueCreditNote(deps, {
          ...by,
          bookingId: booking.id,
          seen,
          invoiceId: invoice,
          pence: amount,
          reason,
        }),
      said: "The credit note was issued, and is on its way to the customer by email.",
      done: "credited",
      formId: "credit",
      words,
    }),
    dispute: form({
      ...DISPUTE,
      button: "Send no reminders",
      look: "quiet",
      summary: "Nothing was changed.",
      change: ({ deps, by, booking }, { dispute }) =>
        disputeInvoice(deps, { ...by, bookingId: booking.id, reason: dispute }),
      said: "No reminder is sent until this is settled.",
    }),
    settle: form({
      change: ({ deps, by, booking }) => settleDispute(deps, { ...by, bookingId: booking.id }),
      said: "It is settled: reminders are sent again.",
      formId: "dispute-form",
    }),
  },
  { words: { ...words, ...PAYMENT_WORDS }, otherwise: "invoice" },
);
