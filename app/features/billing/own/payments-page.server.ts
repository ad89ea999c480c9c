import { valuesOf } from "#app/platform/values-of.ts";
import { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import { findUserNames } from "#app/features/accounts/session/queries.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { findBookingByReference, findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { KEPT_OUT_WORDS } from "#app/features/data-protection/restriction.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { refused, type Refused } from "#app/features/booking/record/change-booking.server.ts";
import { answerForms, atField, formOf, type Sent, type Words } from "#app/forms/answer-forms.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { FIRST_PAGE, pageOf } from "#app/kit/pages.ts";
import { pageOfQuery } from "#app/kit/pieces.server.ts";
import { formatPoundsAndPence, readPounds } from "#app/platform/money.ts";
import { cardPaymentsToCheck, paymentsOnTheirWay, settleCardPage } from "../card/card-pages.server.ts";
import { ReturnSchema, returnsToSettle, settleReturn, wentBackAlready } from "../card/returns.server.ts";
import { countOpenLines } from "../bank/lines.server.ts";
import {
  letBe,
  makeInvoices,
  MakeAllSchema,
  readToInvoice,
  readWithoutAddress,
} from "./to-invoice.server.ts";
import { documentWithNumber } from "./documents.server.ts";
import { anyPaymentSchema, MoveSchema, paymentSchema, refundSchema } from "./payment-schemas.ts";
import { MAX_ROWS } from "./payment-words.ts";
import { latestPayments, payer, penceSince, type Payment } from "./payments.server.ts";
import { readAgeing } from "./open-accounts.server.ts";
import { readAccount, readAccounts } from "./read-account.server.ts";
import {
  moveCredit,
  recordParts,
  recordPayment,
  recordRefund,
  undoPayment,
  type PaymentRefusal,
} from "./record-payment.server.ts";

const money = formatPoundsAndPence;

/** Payments with the names of those who recorded them. */
export async function withRecorders<One extends Payment>(deps: Pick<Deps, "db">, payments: readonly One[]) {
  const names = await findUserNames(deps, valuesOf(payments, "recorded_by"));
  return payments.map((one) => ({
    ...one,
    recordedBy: names.get(one.recorded_by ?? "") ?? "The service itself",
  }));
}

/** Bookings of which money is to be paid back, the first to be paid back first. */
export async function refundsDue(deps: Deps) {
  const rows = await deps.db
    .selectFrom("invoices")
    .innerJoin("bookings", "bookings.id", "invoices.booking_id")
    .selectAll("bookings")
    .select(payer)
    .where("maker", "=", "own")
    .where("paid_pence", ">", 0)
    .where((eb) =>
      eb.or([
        eb("paid_pence", ">", eb("vendor_total_pence", "-", eb.ref("credited_pence"))),
        eb.and([eb("bookings.status", "=", "cancelled"), eb("accepted_wanted_pence", "is", null)]),
        eb.and([
          eb("bookings.status", "=", "cancelled"),
          eb("accepted_standing_pence", "!=", eb("vendor_total_pence", "-", eb.ref("credited_pence"))),
        ]),
      ]),
    )
    .execute();
  const accounts = await readAccounts(deps, rows);
  const wentBack = await wentBackAlready(deps);
  const today = londonDate(deps.clock.now());
  return rows
    .map(({ id, reference, who }) => {
      const { payBackPence, payBackBy } = accounts.get(id)!.owed;
      return {
        bookingId: id,
        reference,
        who,
        pence: payBackPence,
        dueOn: payBackBy!,
        wentBack: wentBack.get(id) ?? "",
      };
    })
    .filter(({ pence }) => pence > 0)
    .sort((a, b) => a.dueOn.localeCompare(b.dueOn))
    .map((refund) => ({ ...refund, isLate: refund.dueOn < today }));
}

/** Things to do about money, who has still to pay, and a page of the payments, the latest first. Each list is in pages,
 * which the address names; `only` names the kind that is alone on the page. */
export async function readPaymentsPage(deps: Deps, url = FIRST_PAGE) {
  const now = londonDate(deps.clock.now());
  const refunds = pageOf(await refundsDue(deps), url, { name: "refund" });
  const cardPayments = await pageOfQuery(cardPaymentsToCheck(deps), url, { name: "card" });
  const returns = await returnsToSettle(deps, url);
  const onTheirWay = await pageOfQuery(paymentsOnTheirWay(deps), url, { name: "on-their-way" });
  const payments = await latestPayments(deps, url);
  const [only, show] = ["only", "show"].map((name) => url.searchParams.get(name));
  return {
    today: now,
    refunds: refunds.rows,
    toInvoice: await readToInvoice(deps, url),
    withoutAddress: await readWithoutAddress(deps, url),
    ageing: await readAgeing(deps, url, (name) =>
      name === only || (name === "customers" && show === "open") ? 50 : MAX_ROWS,
    ),
    cardPayments: cardPayments.rows,
    returns: returns.rows,
    onTheirWay: onTheirWay.rows,
    openLines: await countOpenLines(deps),
    /** Pence that came in since the month began. */
    inPence: await penceSince(deps, `${now.slice(0, 7)}-01`),
    payments: await withRecorders(deps, payments.rows),
    at: {
      refunds: refunds.at,
      cardPayments: cardPayments.at,
      returns: returns.at,
      onTheirWay: onTheirWay.at,
      payments: payments.at,
    },
  };
}

export type PaymentsPage = Awaited<ReturnType<typeof readPaymentsPage>>;

type Posted = Sent & { deps: Deps; by: ActedByRequest };

const NO_BOOKING = "There is no booking and no invoice with this reference. Please check it.";
const NO_INVOICE = "This booking has no invoice that was made here. Issue the invoice first.";

/** Why a payment or refund was not recorded. */
export const PAYMENT_WORDS: Words<PaymentRefusal, Sent> = {
  ...KEPT_OUT_WORDS,
  "not-found": { summary: NO_BOOKING, status: 400 },
  "no-invoice": { summary: NO_INVOICE, status: 400 },
  booked: "This line of the bank file was booked before.",
  "too-much": atField("amount", "This is more than the booking has too much. Please enter a smaller amount."),
  changed: "The account of this booking changed since you opened this page. Please check the amount again.",
  again({ pence, same }, { form }) {
    form.set("another", same!);
    return `A payment of ${money(pence!)} on that day is recorded already. Record another?`;
  },
  "paid-back": ({ pence }) =>
    `${money(pence!)} of what came in for this booking was paid back or moved to another booking. Take that back first, if it was a mistake.`,
  "same-booking": atField("to", "This is the booking that has the credit. Please enter another one."),
  "more-than-open": atField(
    "amount",
    "This is more than is still to pay there. Please enter a smaller amount.",
  ),
};

/** Finds a booking by its reference, or by the number of one of its invoices. */
export async function bookingNamed(deps: Deps, typed: string) {
  const number = /^(?:INV)?[\s-]*0*(\d{1,6})$/i.exec(typed.trim());
  const document = number ? await documentWithNumber(deps, "INV", Number(number[1])) : null;
  if (document) return findBooking(deps.db, document.bookingId);
  return findBookingByReference(deps.db, typed);
}

const NAMES = /MCA[\s-]*[A-Z0-9]{4}[\s-]*[A-Z0-9]{4}(?![A-Z0-9])|INV[\s-]*\d{1,6}(?!\d)/gi;

export type PaymentPart = { booking: BookingRow; pence: number };

/** The bookings that a sum pays, from words such as "MCA-AAAA-BBBB 300, INV-000012 295". Without amounts each gets what
 * it has still to pay; one alone without an amount gets the rest. The parts make the sum. Otherwise, why not. */
export async function partsNamed(deps: Deps, typed: string, pence: number) {
  const found = [...typed.matchAll(NAMES)];
  const none = (name: string) => `there is no booking and no invoice “${name.slice(0, 40)}”.`;
  if (found.length < 2) {
    const booking = await bookingNamed(deps, typed);
    return booking ? [{ booking, pence }] : none(typed);
  }
  if (found.length > MAX_PARTS) return `a sum pays at most ${MAX_PARTS} bookings.`;
  const parts: { booking: BookingRow; pence: number | null }[] = [];
  for (const [index, { 0: name, index: start }] of found.entries()) {
    const booking = await bookingNamed(deps, name);
    if (!booking) return none(name);
    const after = typed.slice(start + name.length, found[index + 1]?.index);
    const amount = after.replace(/^[\s:=]+/, "").replace(/([\s,;+&]|\band\b)+$/i, "");
    const own = amount === "" ? null : readPounds(amount);
    if (amount !== "" && own === null) return `“${amount.slice(0, 40)}” is no amount in pounds.`;
    const known = parts.find((part) => part.booking.id === booking.id);
    if (known) known.pence = own === null || known.pence === null ? null : known.pence + own;
    else parts.push({ booking, pence: own });
  }
  const isBare = parts.every((part) => part.pence === null);
  for (const part of isBare ? parts : [])
    part.pence = (await readAccount(deps, part.booking)).owed.toPayPence;
  const total = () => parts.reduce((sum, part) => sum + (part.pence ?? 0), 0);
  const open = parts.filter((part) => part.pence === null);
  if (open.length === 1) open[0]!.pence = pence - total();
  if (total() !== pence || parts.some((part) => (part.pence ?? 0) <= 0))
    return `the parts make ${money(total())}, not ${money(pence)}. Enter an amount after each, such as “${parts[0]!.booking.reference} 300, ${(parts[1] ?? parts[0]!).booking.reference} 295”.`;
  return parts.map((part) => ({ booking: part.booking, pence: part.pence! }));
}

const MAX_PARTS = 10;

const todayOf = ({ deps }: Posted) => londonDate(deps.clock.now());
const summary = "Nothing was recorded.";
const capital = (words: string) => words[0]!.toUpperCase() + words.slice(1);

type Typed = z.output<ReturnType<typeof paymentSchema>>;

const byHand = (by: ActedByRequest, { id }: BookingRow, { amount, movedOn, way, note, another }: Typed) => ({
  ...by,
  bookingId: id,
  pence: amount,
  on: movedOn,
  way,
  note,
  seenSame: another,
});

const ofPayment = formOf<Posted, PaymentRefusal>();
const ofReturn = formOf<Posted, PaymentRefusal | Refused<"no-reason">>();
const recorded = { summary, said: "The payment was recorded.", done: "recorded", formId: "payment" };
const undo = ofPayment({
  schema: z.object({ payment: z.string().default("") }),
  change: ({ deps, by }, { payment }) => undoPayment(deps, { ...by, paymentId: payment }),
  said: "It was taken back, and counts no more.",
  done: "undone",
  formId: "payment",
});

const NONE_LEFT = "There is nothing to invoice any more.";
const OTHERS_STAY = "The others changed since you looked, and are still on the list.";

/** The end of a press about several bookings, as the name of a notice. */
const ended = ({ done, kept }: { done: number; kept: number }, name: string) =>
  done === 0 ? refused("changed") : ({ ok: true, done: kept === 0 ? name : `${name}-some` } as const);

const settlesReturn = (how: "apply" | "recorded" | "aside", said: string) =>
  ofReturn({
    schema: ReturnSchema,
    summary: "Nothing was changed.",
    change: ({ deps, by }, posted) => settleReturn(deps, { ...by, ...posted, how }),
    said,
    words: {
      "too-much":
        "So much of this payment is not in the account: it was taken back here, or never booked. Set it aside, and say why.",
      changed: "This changed since you opened the page. Please look again.",
    },
    formId: (form) => `return-${form.get("return")}`,
  });

/** Answers the forms of the page "Payments", where a payment names its booking. */
export const answerAnyPayment = answerForms(
  {
    record: ofPayment({
      schema: (posted) => anyPaymentSchema(todayOf(posted)),
      change: async ({ deps, by }, { reference, ...payment }) => {
        const parts = await partsNamed(deps, reference, payment.amount);
        if (typeof parts === "string") return { ...refused("not-found"), why: parts };
        return recordParts(deps, {
          ...byHand(by, parts[0]!.booking, payment),
          parts: parts.map(({ booking, pence }) => ({ bookingId: booking.id, pence })),
        });
      },
      ...recorded,
    }),
    undo,
    "make-invoices": ofPayment({
      schema: MakeAllSchema,
      summary: NONE_LEFT,
      change: async ({ deps, by }, { seen }) => ended(await makeInvoices(deps, { ...by, seen }), "made"),
      said: {
        made: "The invoices were made, and are on their way to the customers by email.",
        "made-some": `Some invoices were made. ${OTHERS_STAY}`,
      },
      formId: "to-invoice",
    }),
    "let-be": ofPayment({
      schema: MakeAllSchema,
      summary: NONE_LEFT,
      change: async ({ deps, by }, { seen }) => ended(await letBe(deps, { ...by, seen }), "let"),
      said: {
        let: "They are no longer on the list.",
        "let-some": `Some are no longer on the list. ${OTHERS_STAY}`,
      },
      formId: "to-invoice",
    }),
    "return-apply": settlesReturn("apply", "It was applied to the account."),
    "return-recorded": settlesReturn("recorded", "It is the refund that was recorded already."),
    "return-aside": settlesReturn("aside", "It is no longer on the list."),
    "card-settled": ofPayment({
      schema: z.object({ page: z.string().default("") }),
      change: ({ deps }, { page }) => settleCardPage(deps, page),
      said: "It is no longer on the list.",
      formId: "payment",
    }),
  },
  {
    words: {
      ...PAYMENT_WORDS,
      "no-reason": atField("reason", "Please say why you set it aside."),
      "not-found": ({ why = "" }) =>
        atField("reference", why.startsWith("there is no booking") || why === "" ? NO_BOOKING : capital(why)),
      "no-invoice": atField("reference", NO_INVOICE),
    },
    otherwise: "record",
  },
);

const ofBooking = formOf<Posted & { booking: BookingRow }, PaymentRefusal>();

/** The forms about payments of one booking. */
export const PAYMENT_FORMS = {
  record: ofBooking({
    schema: (posted) => paymentSchema(todayOf(posted)),
    change: ({ deps, by, booking }, payment) => recordPayment(deps, byHand(by, booking, payment)),
    ...recorded,
  }),
  refund: ofBooking({
    schema: (posted) => refundSchema(todayOf(posted)),
    summary,
    change: ({ deps, by, booking }, { amount, movedOn, way, note, seenCredit }) =>
      recordRefund(deps, { ...by, way, note, seenCredit, bookingId: booking.id, pence: amount, on: movedOn }),
    said: "The refund was recorded.",
    done: "refunded",
    formId: "refund",
  }),
  move: ofBooking({
    schema: MoveSchema,
    summary: "Nothing was moved.",
    async change({ deps, by, booking }, { to, amount, seenCredit }) {
      const target = await bookingNamed(deps, to);
      if (!target) return refused("not-found");
      return moveCredit(deps, { ...by, from: booking, to: target, pence: amount, seenCredit });
    },
    said: "The credit was moved. Both bookings have it in their history.",
    done: "moved",
    formId: "move",
    words: { "not-found": atField("to", NO_BOOKING), "no-invoice": atField("to", NO_INVOICE) },
  }),
  undo,
};
