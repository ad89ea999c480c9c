import { data, redirect } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import { findUserNames } from "#app/features/accounts/session/queries.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { findBookingByReference, findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { KEPT_OUT_WORDS } from "#app/features/data-protection/restriction.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { addDays, formatShortDate, londonDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { makerNow } from "../makers.server.ts";
import { refundDueOn } from "./account.ts";
import { documentWithNumber } from "./documents.server.ts";
import { anyPaymentSchema, paymentSchema, refundSchema } from "./payment-schemas.ts";
import { WAYS } from "./payment-words.ts";
import { latestPayments, type Payment } from "./payments.server.ts";
import { readAccount } from "./read-account.server.ts";
import { recordPayment, recordRefund, undoPayment, type PaymentProblem } from "./record-payment.server.ts";

const money = formatPoundsAndPence;
const MAX_SHOWN = 50;
/** Bookings that were completed longer ago may have been invoiced elsewhere. */
const TO_INVOICE_DAYS = 60;

/** Payments in words, for a table. */
export async function paymentsInWords(deps: Pick<Deps, "db">, payments: readonly Payment[]) {
  const names = await findUserNames(
    deps,
    payments.map(({ recorded_by }) => recorded_by),
  );
  return payments.map((payment) => ({
    id: payment.id,
    what: payment.pence > 0 ? "Payment" : "Refund",
    amount: money(Math.abs(payment.pence)),
    day: formatShortDate(payment.moved_on),
    way: payment.source === "bank" ? "From the bank file" : WAYS[payment.way],
    note: payment.note,
    who: names.get(payment.recorded_by ?? "") ?? "The service itself",
    isUndone: payment.undone_at !== null,
  }));
}

export type PaymentInWords = Awaited<ReturnType<typeof paymentsInWords>>[number];

/** Bookings with a credit, the first to be refunded first. */
export async function refundsDue(deps: Deps, limit: number) {
  const rows = await deps.db
    .selectFrom("invoices")
    .select("booking_id")
    .where("maker", "=", "own")
    .where((eb) => eb("paid_pence", ">", eb("vendor_total_pence", "-", eb.ref("credited_pence"))))
    .orderBy("created_at")
    .limit(limit)
    .execute();
  const due = [];
  for (const { booking_id } of rows) {
    const booking = await findBooking(deps.db, booking_id);
    if (!booking) continue;
    const { account } = await readAccount(deps, booking);
    due.push({
      bookingId: booking.id,
      reference: booking.reference,
      credit: money(account.creditPence),
      dueOn: refundDueOn(account)!,
    });
  }
  const today = londonDate(deps.clock.now());
  return due
    .sort((a, b) => a.dueOn.localeCompare(b.dueOn))
    .map(({ dueOn, ...refund }) => ({ ...refund, dueOn: formatShortDate(dueOn), isLate: dueOn < today }));
}

/** Completed bookings of which a part was never invoiced; none where invoices are not made here. */
async function toInvoice(deps: Deps) {
  if (makerNow(deps) !== "own") return [];
  const since = addDays(londonDate(deps.clock.now()), -TO_INVOICE_DAYS);
  return deps.db
    .selectFrom("bookings")
    .leftJoin("invoices", "invoices.booking_id", "bookings.id")
    .select(["bookings.id", "bookings.reference", "invoices.kind"])
    .where("bookings.status", "=", "completed")
    .where("bookings.total_pence", ">", 0)
    .where("bookings.updated_at", ">=", since)
    .where("bookings.referrer_email_key", "!=", "")
    .where((eb) =>
      eb.or([
        eb("invoices.id", "is", null),
        eb.and([eb("invoices.maker", "=", "own"), eb("invoices.kind", "=", "deposit")]),
      ]),
    )
    .orderBy("bookings.updated_at")
    .limit(MAX_SHOWN)
    .execute();
}

export async function readPaymentsPage(deps: Deps) {
  const payments = await latestPayments(deps, MAX_SHOWN);
  const words = await paymentsInWords(deps, payments);
  return {
    today: londonDate(deps.clock.now()),
    refunds: await refundsDue(deps, MAX_SHOWN),
    toInvoice: await toInvoice(deps),
    payments: words.map((payment, index) => ({
      ...payment,
      bookingId: payments[index]!.booking_id,
      reference: payments[index]!.reference,
    })),
  };
}

export type PaymentsPage = Awaited<ReturnType<typeof readPaymentsPage>>;

const PROBLEMS: Record<PaymentProblem, string> = {
  ...KEPT_OUT_WORDS,
  "not-found": "There is no booking and no invoice with this reference. Please check it.",
  "no-invoice": "This booking has no invoice that was made here. Issue the invoice first.",
  booked: "This line of the bank file was booked before.",
  "too-much": "This is more than the booking has too much. Please enter a smaller amount.",
  changed: "The account of this booking changed since you opened this page. Please check the amount again.",
};

/** The field that a problem is about. */
const FIELDS: Partial<Record<PaymentProblem, string>> = {
  "not-found": "reference",
  "no-invoice": "reference",
  "too-much": "amount",
};

export const PAYMENT_FORM = "payment";
export const REFUND_FORM = "refund";

type Posted = { deps: Deps; by: ActedByRequest; form: FormData; page: string };

function refuse(form: FormData, problem: PaymentProblem, formId: string) {
  const field = FIELDS[problem];
  const errors: Record<string, string[]> =
    field !== undefined && form.has(field) ? { [field]: [PROBLEMS[problem]] } : {};
  return data(refuseForm(form, PROBLEMS[problem], errors, { formId }), {
    status: field === undefined ? 409 : 400,
  });
}

/** Finds a booking by its reference, or by the number of one of its invoices. */
async function bookingNamed(deps: Deps, typed: string) {
  const number = /^(?:INV)?[\s-]*0*(\d{1,6})$/i.exec(typed.trim());
  const document = number ? await documentWithNumber(deps, "INV", Number(number[1])) : null;
  if (document) return findBooking(deps.db, document.bookingId);
  return findBookingByReference(deps.db, typed);
}

/** Records a payment of the booking that the form names. Throws the redirect. */
export async function answerAnyPayment({ deps, by, form, page }: Posted) {
  if (form.get("intent") === "undo") return answerUndo({ deps, by, form, page });
  const today = londonDate(deps.clock.now());
  const options = { formId: PAYMENT_FORM };
  const read = parseForm(form, anyPaymentSchema(today), "Nothing was recorded.", options);
  if (!read.ok) return data(read.reply, { status: 400 });
  const { reference, amount, movedOn, ...payment } = read.value;
  const booking = await bookingNamed(deps, reference);
  if (!booking) return refuse(form, "not-found", PAYMENT_FORM);
  const done = await recordPayment(deps, {
    ...{ ...by, ...payment, bookingId: booking.id, pence: amount, on: movedOn },
  });
  if (!done.ok) return refuse(form, done.problem, PAYMENT_FORM);
  throw redirect(`${page}?done=recorded`, 303);
}

/** Records a payment or refund of one booking. Throws the redirect. */
export async function answerBookingPayment({
  deps,
  by,
  form,
  page,
  bookingId,
}: Posted & { bookingId: string }) {
  const intent = form.get("intent");
  if (intent === "undo") return answerUndo({ deps, by, form, page });
  const today = londonDate(deps.clock.now());
  if (intent === "refund") {
    const options = { formId: REFUND_FORM };
    const read = parseForm(form, refundSchema(today), "Nothing was recorded.", options);
    if (!read.ok) return data(read.reply, { status: 400 });
    const { amount, movedOn, ...refund } = read.value;
    const done = await recordRefund(deps, { ...by, ...refund, bookingId, pence: amount, on: movedOn });
    if (!done.ok) return refuse(form, done.problem, REFUND_FORM);
    throw redirect(`${page}?done=refunded`, 303);
  }
  const read = parseForm(form, paymentSchema(today), "Nothing was recorded.", { formId: PAYMENT_FORM });
  if (!read.ok) return data(read.reply, { status: 400 });
  const { amount, movedOn, ...payment } = read.value;
  const done = await recordPayment(deps, { ...by, ...payment, bookingId, pence: amount, on: movedOn });
  if (!done.ok) return refuse(form, done.problem, PAYMENT_FORM);
  throw redirect(`${page}?done=recorded`, 303);
}

async function answerUndo({ deps, by, form, page }: Posted) {
  const done = await undoPayment(deps, { ...by, paymentId: String(form.get("payment") ?? "") });
  if (!done.ok) return refuse(form, done.problem, PAYMENT_FORM);
  throw redirect(`${page}?done=undone`, 303);
}
