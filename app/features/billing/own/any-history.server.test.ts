import { formatPoundsAndPence } from "#app/platform/money.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createInvoice } from "#app/features/billing/create-invoice.server.ts";
import {
  findInvoice,
  overdueBookingIds,
  overdueInvoices,
} from "#app/features/billing/invoice-state.server.ts";
import { creditPence, openPence } from "#app/features/billing/invoice-standing.ts";
import { bookingsById, findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { proposeCharge } from "#app/features/charges/charges.server.ts";
import { changeStatus } from "#app/features/staff/booking/change-status.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { makeInvoicesHere, VAT_REGISTERED } from "#tests/setup/own-invoices.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import { checkLedger } from "./check-ledger.server.ts";
import { accountState, issueCreditNote, issueNextInvoice } from "./issue.server.ts";
import { refundsDue } from "./payments-page.server.ts";
import { paymentsOf } from "./payments.server.ts";
import { readAccount, readAccounts } from "./read-account.server.ts";
import { readSheet } from "./statement-page.server.ts";
import {
  moveCredit,
  recordParts,
  recordPayment,
  recordRefund,
  undoPayment,
} from "./record-payment.server.ts";

const ACTS = [
  "issue",
  "pay",
  "credit",
  "refund",
  "undo",
  "move",
  "share",
  "charge",
  "cancel",
  "reopen",
] as const;

type Step = { act: (typeof ACTS)[number]; of: number; pence: number };

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(...ACTS),
  of: fc.nat(7),
  pence: fc.oneof(fc.constantFrom(595_00, 297_50, 1), fc.integer({ min: 1, max: 900_00 })),
});

const RUNS = 12;
const BOOKINGS = 3;

async function start() {
  const deps = createTestDeps();
  await makeInvoicesHere(deps, { company: VAT_REGISTERED });
  const firm = { referrer_relationship: "Solicitor", referrer_organisation: "Oak LLP" };
  const ids: string[] = [];
  for (let count = 0; count < BOOKINGS; count += 1) {
    const payment_method = count === 1 ? "pay_later" : "pay_now";
    const booking = await createBooking(deps, { ...firm, payment_method });
    await createInvoice(deps, booking);
    ids.push(booking.id);
  }
  return { deps, ids };
}

/** Does what a form would, also where it is refused. */
async function take(deps: TestDeps, ids: readonly string[], { act, of, pence }: Step): Promise<void> {
  const bookingId = ids[of % BOOKINGS]!;
  const booking = (await findBooking(deps.db, bookingId))!;
  const other = (await findBooking(deps.db, ids[(of + 1) % BOOKINGS]!))!;
  const read = await readAccount(deps, booking);
  const change = { ...BY_STAFF, bookingId, seen: accountState(booking, read) };
  const on = londonDate(deps.clock.now());
  const move = { ...BY_STAFF, bookingId, pence, on, way: "bank" as const, note: "" };
  const payments = await paymentsOf(deps, bookingId);
  const invoice = read.account.invoices[of % Math.max(1, read.account.invoices.length)];
  const status = act === "cancel" ? ("cancelled" as const) : ("pending" as const);
  deps.clock.advance(3_600_000 * (of + 1));
  const acts: Record<Step["act"], () => Promise<unknown>> = {
    issue: () => issueNextInvoice(deps, change),
    pay: () => recordPayment(deps, move),
    credit: () =>
      issueCreditNote(deps, { ...change, invoiceId: invoice?.id ?? "", pence, reason: "As agreed" }),
    refund: () => recordRefund(deps, move),
    undo: () =>
      undoPayment(deps, { ...BY_STAFF, paymentId: payments[of % Math.max(1, payments.length)]?.id ?? "" }),
    move: () =>
      moveCredit(deps, { ...BY_STAFF, from: booking, to: other, pence, seenCredit: read.owed.payBackPence }),
    share: () =>
      recordParts(deps, {
        ...BY_STAFF,
        on,
        way: "bank",
        note: "",
        parts: [
          { bookingId, pence },
          { bookingId: other.id, pence: 1 },
        ],
      }),
    charge: () =>
      proposeCharge(deps, {
        by: BY_STAFF,
        bookingId,
        kind: "other",
        cause: null,
        pence,
        as: "agreed",
        decision: "By telephone",
        description: "Papers",
        reason: "",
      }),
    cancel: () => setStatus(),
    reopen: () => setStatus(),
  };
  const setStatus = () =>
    changeStatus(deps, {
      ...BY_STAFF,
      bookingId,
      version: booking.version,
      status,
      reason: "As agreed",
      note: "",
      isReferrerTold: false,
    });
  await acts[act]();
}

/** A statement is the sum of its invoices, credit notes and payments, cut at any day. */
async function checkStatement(deps: TestDeps, ids: readonly string[], today: string): Promise<void> {
  const bookings = await bookingsById(deps.db, ids);
  const all = { from: "2000-01-01", until: today };
  const sheet = await readSheet(deps, bookings, all);
  const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, pence) => sum + pence, 0);
  const documents = await deps.db.selectFrom("invoice_documents").selectAll().execute();
  const payments = await deps.db.selectFrom("payments").selectAll().where("undone_at", "is", null).execute();
  const issued = documents.map(({ series, total_pence: pence }) => (series === "INV" ? pence : -pence));
  const dropped = [...(await readAccounts(deps, bookings)).values()].map(({ owed }) => owed.droppedPence);
  const owed = sumOf(issued) - sumOf(payments.map(({ pence }) => pence)) - sumOf(dropped);
  expect(sheet).toMatchObject({ openingPence: 0, closingPence: owed });
  expect(sumOf(sheet.lines.map(({ pence }) => pence))).toBe(owed);
  expect(sheet.lines.length).toBeGreaterThanOrEqual(documents.length + payments.length);
  const [before, after] = [
    await readSheet(deps, bookings, { ...all, until: addDays(today, -1) }),
    await readSheet(deps, bookings, { ...all, from: today }),
  ];
  expect(before.closingPence).toBe(after.openingPence);
  expect(after.closingPence).toBe(owed);
  expect([...before.lines, ...after.lines].map(({ balancePence }) => balancePence)).toEqual(
    sheet.lines.map(({ balancePence }) => balancePence),
  );
}

async function checkAll(deps: TestDeps, ids: readonly string[]): Promise<void> {
  expect(await checkLedger(deps)).toMatchObject({ faults: [], missing: [] });
  const today = londonDate(deps.clock.now());
  await checkStatement(deps, ids, today);
  const refunds = new Map(
    (await refundsDue(deps)).map((one) => [one.bookingId, formatPoundsAndPence(one.pence)]),
  );
  const late = await overdueInvoices(deps, today, 99);
  const counted = await deps.db
    .selectFrom("bookings")
    .select("id")
    .where((eb) => eb("id", "in", overdueBookingIds(eb, today)))
    .execute();
  expect(late.map(({ bookingId }) => bookingId).sort()).toEqual(counted.map(({ id }) => id).sort());
  for (const id of ids) {
    const { account, owed } = await readAccount(deps, (await findBooking(deps.db, id))!);
    expect(Math.min(owed.toPayPence, owed.payBackPence), "never both").toBe(0);
    expect(account.receivedPence, "no more is paid back than came in").toBeGreaterThanOrEqual(
      account.refundedPence,
    );
    for (const { openPence: open, paidPence, creditedPence, totalPence } of account.invoices)
      expect(Math.min(open, paidPence, creditedPence, totalPence - creditedPence)).toBeGreaterThanOrEqual(0);
    const invoice = await findInvoice(deps, id);
    if (invoice)
      expect([openPence(invoice), creditPence(invoice)]).toEqual([owed.toPayPence, owed.payBackPence]);
    expect(refunds.has(id), "on the list of refunds").toBe(owed.payBackPence > 0);
  }
}

test("after each act of any history, the ledger law holds and every page says the same", async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 20 }), async (steps) => {
    const { deps, ids } = await start();
    for (const next of steps) {
      await take(deps, ids, next);
      await checkAll(deps, ids);
    }
  });
  await fc.assert(property, { numRuns: RUNS, seed: 20_270_310 });
});
