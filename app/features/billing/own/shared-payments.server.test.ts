import { describe, expect, test } from "vitest";
import { chargesOf } from "#app/features/charges/charge-rows.server.ts";
import { answerStaffCharges } from "#app/features/charges/staff-charges.server.ts";
import { placeRestriction } from "#app/features/data-protection/restrictions.server.ts";
import { createCharge } from "#tests/setup/charges.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { makeInvoicesHere } from "#tests/setup/own-invoices.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { answerBankPage, BANK_PAGE, readBankPage } from "../bank/bank-page.server.ts";
import { storeLines } from "../bank/lines.server.ts";
import { createInvoice } from "../create-invoice.server.ts";
import { checkLedger } from "./check-ledger.server.ts";
import { answerAnyPayment } from "./payments-page.server.ts";
import { paymentsOf } from "./payments.server.ts";
import { readAccount } from "./read-account.server.ts";
import { recordPayment, recordRefund, undoPayment } from "./record-payment.server.ts";
import { answerStaffInvoices } from "./staff-invoices.server.ts";

const TODAY = "2027-03-10";
type Refusal = { data: { summary: string; initialValue: Record<string, string> }; init: { status: number } };

async function invoiced(deps: TestDeps = createTestDeps()) {
  await makeInvoicesHere(deps);
  const [a, b] = [
    await createBooking(deps, { payment_method: "pay_now" }),
    await createBooking(deps, { payment_method: "pay_now" }),
  ];
  for (const booking of [a, b]) await createInvoice(deps, booking);
  const paid = async ({ id }: { id: string }) =>
    (await paymentsOf(deps, id)).filter(({ undone_at }) => undone_at === null).map(({ pence }) => pence);
  const pay = (bookingId: string, pence: number) =>
    recordPayment(deps, { ...BY_STAFF, bookingId, pence, way: "bank", on: TODAY, note: "" });
  const actions = async ({ id }: { id: string }) =>
    (await deps.db.selectFrom("audit_log").selectAll().where("subject_id", "=", id).execute()).map(
      ({ action }) => action,
    );
  return { deps, a, b, paid, pay, actions };
}

async function answered(fields: Record<string, string>, answer: (form: FormData) => Promise<unknown>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  try {
    return (await answer(form)) as Refusal;
  } catch (thrown) {
    return (thrown as Response).headers.get("Location")!;
  }
}

const onPayments = (deps: TestDeps, fields: Record<string, string>) =>
  answered(fields, (form) => answerAnyPayment({ deps, by: BY_STAFF, form, page: "/admin/payments" }));
const onBank = (deps: TestDeps, fields: Record<string, string>) =>
  answered(fields, (form) => answerBankPage({ deps, by: BY_STAFF, form, page: BANK_PAGE }));

describe("one sum pays two bookings", () => {
  const typed = { intent: "record", movedOn: TODAY, way: "bank", note: "" };

  test.each([
    ["without amounts", "INV-000001, INV-000002", "1190", [595_00, 595_00]],
    ["with amounts", "INV-000001 £500.00 and INV-000002: 95", "595", [500_00, 95_00]],
    ["with the rest for one", "inv 1 1,000.50; inv 2", "1100.50", [1_000_50, 100_00]],
  ])("by hand, %s", async (_, reference, amount, parts) => {
    const { deps, a, b, paid, actions } = await invoiced();
    expect(await onPayments(deps, { ...typed, reference, amount })).toContain("done=recorded");
    expect([...(await paid(a)), ...(await paid(b))]).toEqual(parts);
    for (const one of [a, b]) expect(await actions(one)).toContain("payment.recorded");
    expect((await checkLedger(deps)).faults).toEqual([]);
  });

  test("parts that do not add up, or that nobody knows, are refused whole", async () => {
    const { deps, a, b, paid } = await invoiced();
    for (const reference of ["INV-000001 500, INV-000002 100", "INV-000001, INV-000009", "INV-1 x, INV-2 y"])
      expect(await onPayments(deps, { ...typed, reference, amount: "595" })).toMatchObject({
        init: { status: 400 },
      });
    await placeRestriction(deps, {
      ...BY_STAFF,
      kind: "restriction",
      reason: "Disputed",
      case: { id: "case", email_key: null, booking_id: b.id },
    });
    const restricted = await onPayments(deps, { ...typed, reference: "INV-1, INV-2", amount: "1190" });
    expect(restricted).toMatchObject({ init: { status: 409 } });
    expect([...(await paid(a)), ...(await paid(b))]).toEqual([]);
  });

  test("sent twice, it is asked about, and recorded again only when somebody says so", async () => {
    const { deps, a, paid } = await invoiced();
    const sum = { ...typed, reference: "INV-1 300, INV-2 295", amount: "595" };
    await onPayments(deps, sum);
    let asked = (await onPayments(deps, sum)) as Refusal;
    expect(asked.data.summary).toContain("Record another?");
    expect(await paid(a)).toEqual([300_00]);
    asked = (await onPayments(deps, { ...sum, another: asked.data.initialValue.another! })) as Refusal;
    expect(await onPayments(deps, { ...sum, another: asked.data.initialValue.another! })).toContain("done=");
    expect(await paid(a)).toEqual([300_00, 300_00]);
  });

  test("a line of the bank that names both is booked by a press, and taken back whole", async () => {
    const { deps, a, b, paid } = await invoiced();
    const line = { day: "2027-03-09", pence: 1_190_00, words: "INV-000001 INV-000002", doubt: "" };
    await storeLines(deps, { lines: [line] });
    const shown = (await readBankPage(deps)).others[0]!;
    expect(shown.typed).toBe(`${a.reference} 595.00, ${b.reference} 595.00`);
    const ticked = { intent: "book", line: shown.id, [`for-${shown.id}`]: shown.typed };
    expect(
      await onBank(deps, { ...ticked, [`for-${shown.id}`]: `${a.reference} 1, ${b.reference} 2` }),
    ).toMatchObject({ init: { status: 409 } });
    await recordPayment(deps, {
      ...BY_STAFF,
      bookingId: b.id,
      pence: 5_00,
      way: "cash",
      on: TODAY,
      note: "",
    });
    const seen = { [`seen-${shown.id}`]: shown.seen };
    expect(await onBank(deps, { ...ticked, ...seen }), "paid since").toMatchObject({ init: { status: 409 } });
    expect(await onBank(deps, ticked)).toContain("done=book");
    expect(await onBank(deps, ticked), "twice").toMatchObject({ init: { status: 409 } });
    expect([await paid(a), await paid(b)]).toEqual([[595_00], [5_00, 595_00]]);
    const part = (await paymentsOf(deps, b.id)).find(({ source }) => source === "bank")!;
    expect(await undoPayment(deps, { ...BY_STAFF, paymentId: part.id })).toEqual({ ok: true });
    expect([await paid(a), await paid(b)]).toEqual([[], [5_00]]);
    expect((await readBankPage(deps)).at.others.count, "to be matched again").toBe(1);
    expect((await checkLedger(deps)).faults).toEqual([]);
  });
});

describe("a credit moves to another booking", () => {
  test("by a press, with a receipt, history on both, and taken back whole", async () => {
    const { deps, a, b, paid, pay, actions } = await invoiced();
    await pay(a.id, 1_190_00);
    const page = `/admin/bookings/${a.id}/invoices`;
    const move = (fields: Record<string, string>) =>
      answered({ intent: "move", to: b.reference, amount: "595", seenCredit: "59500", ...fields }, (form) =>
        answerStaffInvoices({ deps, by: BY_STAFF, booking: a, form, page }),
      );
    for (const [fields, status] of [
      [{ to: a.reference }, 400],
      [{ to: "MCA-9999-9999" }, 400],
      [{ amount: "600" }, 400],
      [{ seenCredit: "1" }, 409],
    ] as const)
      expect(await move(fields)).toMatchObject({ init: { status } });
    expect(await move({})).toBe(`${page}?done=moved`);
    expect(await move({}), "twice").toMatchObject({ init: { status: 409 } });
    expect([await paid(a), await paid(b)]).toEqual([[1_190_00, -595_00], [595_00]]);
    for (const one of [a, b]) expect(await actions(one)).toContain("payment.moved");
    await runDueJobs(deps);
    const receipts = deps.sentMails.filter(({ subject }) => subject.startsWith("We have your payment"));
    expect(receipts).toHaveLength(2);
    const whole = (await paymentsOf(deps, a.id))[0]!;
    expect(await undoPayment(deps, { ...BY_STAFF, paymentId: whole.id })).toMatchObject({
      problem: "paid-back",
    });
    const there = (await paymentsOf(deps, b.id))[0]!;
    expect(await undoPayment(deps, { ...BY_STAFF, paymentId: there.id })).toEqual({ ok: true });
    expect([await paid(a), await paid(b)]).toEqual([[1_190_00], []]);
    expect((await checkLedger(deps)).faults).toEqual([]);
  });

  test("not more than is still to pay there, and not what was refunded", async () => {
    const { deps, a, b, pay } = await invoiced();
    await pay(a.id, 700_00);
    await pay(b.id, 590_00);
    const page = `/admin/bookings/${a.id}/invoices`;
    const move = (fields: Record<string, string>) =>
      answered({ intent: "move", to: "INV-2", amount: "6", seenCredit: "10500", ...fields }, (form) =>
        answerStaffInvoices({ deps, by: BY_STAFF, booking: a, form, page }),
      );
    expect(await move({})).toMatchObject({ init: { status: 400 } });
    await recordRefund(deps, {
      ...BY_STAFF,
      bookingId: a.id,
      pence: 105_00,
      way: "bank",
      on: TODAY,
      note: "",
    });
    expect(await move({ amount: "5" })).toMatchObject({ init: { status: 409 } });
    expect((await readAccount(deps, b)).account.openPence).toBe(5_00);
  });
});

test.each([
  ["an organisation", { referrer_organisation: "Smith LLP" }, "agreed", "charge-waived"],
  ["a private person, who is asked", {}, "proposed", "charge-proposed"],
])("a lower sum of a charge is agreed with %s", async (_, organisation, state, topic) => {
  const deps = createTestDeps();
  const booking = await createBooking(deps, { referrer_relationship: "family_member", ...organisation });
  await createCharge(deps, { bookingId: booking.id, kind: "travel" });
  const [charge] = await chargesOf(deps, [booking.id]);
  const lower = (part: number) =>
    answered(
      { intent: "lower", charge: charge!.id, lowerAmount: (part / 100).toFixed(2), how: "By phone" },
      (form) => answerStaffCharges({ deps, by: BY_STAFF, booking, form, page: "/charges" }),
    );
  expect(await lower(charge!.pence)).toMatchObject({ init: { status: 400 } });
  expect(await lower(charge!.pence - 1)).toBe("/charges?done=lower");
  expect(await lower(charge!.pence - 1), "twice").toMatchObject({ init: { status: 409 } });
  const charges = await chargesOf(deps, [booking.id]);
  expect(charges.map((one) => [one.state, one.pence]).sort()).toEqual(
    [
      [state, charge!.pence - 1],
      ["waived", charge!.pence],
    ].sort(),
  );
  const mails = await deps.db.selectFrom("outbox").select("topic").execute();
  expect(mails.map((one) => one.topic)).toContain(topic);
});
