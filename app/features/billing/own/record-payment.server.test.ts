import { describe, expect, test } from "vitest";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { makeInvoicesHere } from "#tests/setup/own-invoices.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { readDashboard } from "#app/features/staff/dashboard/read-dashboard.server.ts";
import { readDashboardView } from "#app/features/staff/dashboard/dashboard-view.ts";
import { createInvoice } from "../create-invoice.server.ts";
import { standingWords } from "../invoice-standing.ts";
import { findInvoice } from "../invoice-state.server.ts";
import { readDueInvoices } from "../read-invoices.server.ts";
import { eraseBooking } from "#app/features/booking/record/erase-booking.server.ts";
import { checkLedger } from "./check-ledger.server.ts";
import { documentsOf, openDocumentsOf } from "./documents.server.ts";
import { issueCreditNote } from "./issue.server.ts";
import { answerAnyPayment, readPaymentsPage } from "./payments-page.server.ts";
import { paymentsOf } from "./payments.server.ts";
import { recordPayment, recordRefund, undoPayment } from "./record-payment.server.ts";
import { readStage } from "#app/features/stage/read-stages.server.ts";
import { createCharge } from "#tests/setup/charges.ts";
import { readToInvoice } from "./to-invoice.server.ts";
import { readStaffInvoices } from "./staff-invoices.server.ts";

const TODAY = "2027-03-10";

async function invoiced(deps: TestDeps = createTestDeps()) {
  await makeInvoicesHere(deps);
  const booking = await createBooking(deps, { payment_method: "pay_now" });
  await createInvoice(deps, booking);
  const pay = (pence: number, more: { on?: string; lineHash?: string } = {}) =>
    recordPayment(deps, {
      ...BY_STAFF,
      bookingId: booking.id,
      pence,
      way: "bank",
      on: TODAY,
      note: "",
      ...more,
    });
  const refund = (pence: number) =>
    recordRefund(deps, {
      ...BY_STAFF,
      bookingId: booking.id,
      pence,
      way: "bank",
      on: TODAY,
      note: "",
    });
  const words = async () => standingWords((await findInvoice(deps, booking.id))!, TODAY);
  const credit = async (pence: number, reason = "As agreed") =>
    issueCreditNote(deps, {
      ...BY_STAFF,
      bookingId: booking.id,
      pence,
      reason,
      seen: (await readStaffInvoices(deps, booking)).state,
      invoiceId: (await documentsOf(deps, booking.id))[0]!.id,
    });
  return { deps, booking, pay, refund, words, credit };
}

const subjects = (deps: TestDeps) => deps.sentMails.map(({ subject }) => subject.split(" for ")[0]);

test("a part is shown as a part, the rest as paid, and the receipt goes out once", async () => {
  const { deps, pay, words } = await invoiced();
  expect(await pay(100_00)).toMatchObject({ ok: true });
  expect(await words()).toBe("Due by 9 April 2027, £100.00 of £595.00 paid");
  expect(await pay(495_00)).toMatchObject({ ok: true });
  expect(await words()).toBe("Paid on 10 March 2027");
  await runDueJobs(deps);
  expect(subjects(deps).filter((subject) => subject === "We have your payment")).toHaveLength(1);
  expect((await checkLedger(deps)).faults).toEqual([]);
});

test("what was paid too much is a refund that is due within 14 days, until it was paid back", async () => {
  const { deps, booking, pay, refund } = await invoiced();
  await pay(600_00);
  const due = async () => (await readPaymentsPage(deps)).refunds;
  expect(await due()).toMatchObject([{ reference: booking.reference, pence: 5_00, dueOn: "2027-03-24" }]);
  const onDashboard = async (handlesMoney: boolean) =>
    (await readDashboard(deps, readDashboardView(new URLSearchParams()), "", { handlesMoney })).parts.refund
      ?.shown;
  expect(await onDashboard(true)).toMatchObject([{ pence: 5_00 }]);
  expect(await onDashboard(false), "without the right").toBeUndefined();
  expect(await refund(5_01)).toMatchObject({ problem: "too-much" });
  expect(await refund(5_00)).toMatchObject({ ok: true });
  expect(await due()).toEqual([]);
  expect((await checkLedger(deps)).faults).toEqual([]);
});

test("whoever is paid back is told, unless it was recorded by mistake", async () => {
  const { deps, booking, pay, refund } = await invoiced();
  await pay(605_00);
  await refund(5_00);
  await refund(4_00);
  const mistake = (await paymentsOf(deps, booking.id)).find(({ pence }) => pence === -4_00)!;
  await undoPayment(deps, { ...BY_STAFF, paymentId: mistake.id });
  await runDueJobs(deps);
  const told = deps.sentMails.filter(({ subject }) => subject.startsWith("We have paid you back"));
  expect(told).toMatchObject([{ to: booking.referrer_email, text: expect.stringContaining("£5.00") }]);
});

test("of an erased booking money is still paid back, received and credited, without words and mails", async () => {
  const { deps, booking, pay, refund, credit } = await invoiced();
  await pay(600_00);
  await runDueJobs(deps);
  const mails = deps.sentMails.length;
  await eraseBooking(deps.db, deps, booking.id);
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
  const path = `/admin/bookings/${booking.id}/invoices`;
  const page = joinTexts((await render(deps, path, cookie)).text);
  expect(page).not.toContain("On its way");
  expect(page).toContain("Money that moved is still recorded");
  for (const [heading, isThere] of [
    ["Record a refund", true],
    ["Record a payment", true],
    ["A credit note", true],
    ["Move the credit", false],
  ] as const)
    expect(page.includes(heading), heading).toBe(isThere);
  const form = {
    intent: "refund",
    amount: "5.00",
    seenCredit: "500",
    way: "bank",
    note: "To Joanna Reeve",
    movedOn: TODAY,
  };
  expect((await render(deps, path, cookie, form)).location).toContain("done=refunded");
  expect((await readPaymentsPage(deps)).refunds).toEqual([]);
  expect(await credit(595_00, "Joanna Reeve asked")).toMatchObject({ ok: true });
  const [issued, credited] = await openDocumentsOf(deps, booking.id);
  expect(credited!.buyer).toEqual(issued!.buyer && { ...issued!.buyer, note: "" });
  expect((await readPaymentsPage(deps)).refunds).toMatchObject([{ pence: 595_00 }]);
  expect(await refund(595_00)).toMatchObject({ ok: true });
  expect(await pay(1_00)).toMatchObject({ ok: true });
  const payments = await paymentsOf(deps, booking.id);
  expect(payments.map(({ pence, note }) => [pence, note])).toEqual([
    [600_00, ""],
    [-5_00, ""],
    [-595_00, ""],
    [1_00, ""],
  ]);
  expect(await undoPayment(deps, { ...BY_STAFF, paymentId: payments[3]!.id })).toMatchObject({ ok: true });
  await runDueJobs(deps);
  expect(deps.sentMails).toHaveLength(mails);
  expect((await readPaymentsPage(deps)).refunds).toEqual([]);
  expect((await checkLedger(deps)).faults).toEqual([]);
});

test("a credit note for a paid invoice makes a refund due", async () => {
  const { deps, pay, credit } = await invoiced();
  await pay(595_00);
  await credit(595_00);
  const { refunds } = await readPaymentsPage(deps);
  expect(refunds).toMatchObject([{ pence: 595_00, isLate: false }]);
  deps.clock.advance(15 * 86_400_000);
  expect((await readPaymentsPage(deps)).refunds).toMatchObject([{ isLate: true }]);
});

test("a mistake is taken back once: it counts no more, and stays in the list", async () => {
  const { deps, booking, pay, words } = await invoiced();
  await pay(595_00);
  const [payment] = await paymentsOf(deps, booking.id);
  const undo = () => undoPayment(deps, { ...BY_STAFF, paymentId: payment!.id });
  expect(await Promise.all([undo(), undo()])).toEqual([{ ok: true }, { ok: true }]);
  expect(await words()).toBe("Due by 9 April 2027");
  expect((await readStaffInvoices(deps, booking)).payments).toMatchObject([
    { undone_at: expect.any(String) },
  ]);
  const history = await deps.db.selectFrom("audit_log").select("action").execute();
  expect(history.filter(({ action }) => action === "payment.undone")).toHaveLength(1);
});

test("a payment that was paid back in part is not taken back before its refund is", async () => {
  const { deps, booking, pay, refund } = await invoiced();
  await pay(700_00);
  await refund(105_00);
  const [paid, back] = await paymentsOf(deps, booking.id);
  const undo = (id: string) => undoPayment(deps, { ...BY_STAFF, paymentId: id });
  expect(await undo(paid!.id)).toMatchObject({ problem: "paid-back", pence: 105_00 });
  expect((await checkLedger(deps)).faults).toEqual([]);
  const form = new FormData();
  form.set("intent", "undo");
  form.set("payment", paid!.id);
  expect(await answerAnyPayment({ deps, by: BY_STAFF, form, page: "/admin/payments" })).toMatchObject({
    init: { status: 409 },
    data: { summary: expect.stringMatching(/^£105\.00 .* was paid back/) },
  });
  expect(await undo(back!.id)).toEqual({ ok: true });
  expect(await undo(paid!.id)).toEqual({ ok: true });
  expect(await undo(paid!.id), "once more").toEqual({ ok: true });
  expect((await checkLedger(deps)).faults).toEqual([]);
});

test("a line of the bank is booked once, also when two people book it at the same time", async () => {
  const { deps, booking, pay } = await invoiced();
  const both = await Promise.all([pay(595_00, { lineHash: "h" }), pay(595_00, { lineHash: "h" })]);
  expect(both).toContainEqual({ ok: true });
  expect(both).toContainEqual({ ok: false, problem: "booked" });
  expect(await paymentsOf(deps, booking.id)).toHaveLength(1);
});

test("an unpaid invoice of our own is reminded of on the practice's days, and not once it is paid", async () => {
  const { deps, pay } = await invoiced();
  await runDueJobs(deps);
  const days = async (count: number) => {
    deps.clock.advance(count * 86_400_000);
    await readDueInvoices(deps);
    await runDueJobs(deps);
  };
  await days(31);
  expect(subjects(deps).filter((subject) => subject === "Reminder of your invoice")).toHaveLength(1);
  const [mail] = deps.sentMails.filter(({ subject }) => subject.startsWith("Reminder"));
  expect(mail!.text).toMatch(/INV-000001[\s\S]*£595\.00[\s\S]*\/invoices\//);
  await pay(595_00);
  await days(7);
  expect(subjects(deps).filter((subject) => subject === "Reminder of your invoice")).toHaveLength(1);
});

describe("a payment is found by what its payer wrote", () => {
  const post = async (deps: TestDeps, typed: Record<string, string>) => {
    const form = new FormData();
    const fields = { intent: "record", amount: "595", movedOn: TODAY, way: "bank", note: "", ...typed };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    try {
      return (await answerAnyPayment({ deps, by: BY_STAFF, form, page: "/admin/payments" })) as {
        data: { error: Record<string, string[]> };
      };
    } catch (thrown) {
      return (thrown as Response).headers.get("Location");
    }
  };

  test.each([
    ["the reference", (reference: string) => reference],
    [
      "the reference without hyphens, in small letters",
      (reference: string) => reference.toLowerCase().replaceAll("-", " "),
    ],
    ["the invoice's number", () => "INV-000001"],
    ["the number alone", () => "1"],
  ])("%s", async (_name, typed) => {
    const { deps, booking, words } = await invoiced();
    expect(await post(deps, { reference: typed(booking.reference) })).toBe("/admin/payments?done=recorded");
    expect(await words()).toBe("Paid on 10 March 2027");
  });

  test("the same payment from another window is asked about, and the typed words stay", async () => {
    const { deps, booking } = await invoiced();
    const typed = { reference: "1", note: "Cheque 12" };
    expect(await post(deps, typed)).toContain("done=recorded");
    const asked = (await post(deps, typed)) as unknown as {
      data: { summary: string; initialValue: { note: string; another: string } };
    };
    expect(asked.data.summary).toBe("A payment of £595.00 on that day is recorded already. Record another?");
    expect(asked.data.initialValue).toMatchObject(typed);
    const { another } = asked.data.initialValue;
    expect(await post(deps, { ...typed, another, amount: "595.01" }), "another amount").toContain("recorded");
    expect(await post(deps, { ...typed, another })).toContain("done=recorded");
    expect(await post(deps, { ...typed, another }), "a third one").toMatchObject({ data: {} });
    expect(await paymentsOf(deps, booking.id)).toHaveLength(3);
  });

  test.each([
    ["nobody's reference", { reference: "MCA-0000-0000" }, "reference"],
    ["no reference", { reference: "" }, "reference"],
    ["thousands after a point", { reference: "1", amount: "1.200,00" }, "amount"],
    ["a day to come", { reference: "1", movedOn: "2027-03-11" }, "movedOn"],
    ["a day that does not exist", { reference: "1", movedOn: "2027-02-30" }, "movedOn"],
  ])("%s is refused with a sentence", async (_name, typed, field) => {
    const { deps, booking } = await invoiced();
    const answer = await post(deps, typed);
    expect(answer).toMatchObject({ data: { error: { [field]: [expect.any(String)] } } });
    expect(await paymentsOf(deps, booking.id)).toEqual([]);
  });
});

test("a completed booking of which the deposit alone is invoiced is on the list", async () => {
  const deps = createTestDeps();
  await makeInvoicesHere(deps, { invoices: { hasDeposits: true } });
  const [half, none] = [await createBooking(deps), await createBooking(deps)];
  await createInvoice(deps, half);
  await deps.db.updateTable("bookings").set({ status: "completed" }).execute();
  const { toInvoice } = await readPaymentsPage(deps);
  expect(toInvoice.shown.map(({ id, hasDeposit, pence }) => [id, hasDeposit, pence]).sort()).toEqual(
    [
      [half.id, true, 297_50],
      [none.id, false, 595_00],
    ].sort(),
  );
});

describe("completed bookings without an invoice", () => {
  const OLD = "2026-01-05T09:00:00.000Z";

  async function threeDone() {
    const deps = createTestDeps();
    await makeInvoicesHere(deps, { invoices: { hasDeposits: true } });
    const done = { status: "completed", updated_at: OLD } as const;
    const bookings = [await createBooking(deps, done), await createBooking(deps, done)];
    await createBooking(deps, { status: "completed", total_pence: 0 });
    await createBooking(deps, { status: "confirmed" });
    await createBooking(deps, { status: "cancelled" });
    const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
    const read = async (query = "") =>
      joinTexts((await render(deps, `/admin/payments${query}`, cookie)).text);
    const press = async (intent: string, query = "", seen?: string[]) => {
      const shown = (await readPaymentsPage(deps)).toInvoice.shown.map((one) => one.seen);
      return render(deps, `/admin/payments${query}`, cookie, { intent, seen: seen ?? shown });
    };
    return { deps, bookings, cookie, read, press };
  }

  test("stay on the lists however old they are, and the booking's page says what is next", async () => {
    const { deps, bookings, cookie, read } = await threeDone();
    expect(await read()).toContain("Make all 2 invoices");
    const page = joinTexts((await render(deps, `/admin/bookings/${bookings[0]!.id}`, cookie)).text);
    expect(page).toContain("Make the invoice");
    const dashboard = joinTexts((await render(deps, "/admin/dashboard", cookie)).text);
    expect(dashboard).toContain("Completed and not invoiced");
  });

  test("are shown each with its amount before all are invoiced in full", async () => {
    const { deps, bookings, read, press } = await threeDone();
    const preview = await read("?make=all");
    expect(preview).toContain("2 invoices, £1,190.00 together");
    const answer = await press("make-invoices", "?make=all");
    expect(answer.location).toBe("/admin/payments?done=made");
    for (const { id } of bookings)
      expect(await findInvoice(deps, id)).toMatchObject({ kind: "full", amountPence: 595_00 });
    expect((await readPaymentsPage(deps)).toInvoice.at.count).toBe(0);
    expect(await read()).not.toContain("Completed and not invoiced in full");
  });

  test("that changed since they were shown are left, and twice makes nothing twice", async () => {
    const { deps, bookings, press } = await threeDone();
    const seen = (await readPaymentsPage(deps)).toInvoice.shown.map((one) => one.seen);
    await deps.db
      .updateTable("bookings")
      .set({ total_pence: 700_00 })
      .where("id", "=", bookings[0]!.id)
      .execute();
    expect((await press("make-invoices", "", seen)).location).toBe("/admin/payments?done=made-some");
    const { shown } = (await readPaymentsPage(deps)).toInvoice;
    expect(shown.map(({ id }) => id)).toEqual([bookings[0]!.id]);
    expect((await press("make-invoices", "", seen)).status).toBe(409);
    expect(await deps.db.selectFrom("invoice_documents").select("id").execute()).toHaveLength(1);
  });

  test("of which staff say that they need none are gone until their price rises", async () => {
    const { deps, bookings, press } = await threeDone();
    const [first] = (await readPaymentsPage(deps)).toInvoice.shown;
    expect((await press("let-be", "", [first!.seen])).location).toBe("/admin/payments?done=let");
    const ids = async () => (await readPaymentsPage(deps)).toInvoice.shown.map(({ id }) => id);
    expect(await ids()).toEqual(bookings.map(({ id }) => id).filter((id) => id !== first!.id));
    await deps.db.updateTable("bookings").set({ total_pence: 700_00 }).where("id", "=", first!.id).execute();
    expect(await ids()).toHaveLength(2);
  });

  test("are listed with their agreed charges, and so is a cancelled one of which only these remain", async () => {
    const { deps, bookings, press, read } = await threeDone();
    const firm = { referrer_relationship: "Solicitor", referrer_organisation: "Oak LLP" };
    const cancelled = await createBooking(deps, { ...firm, status: "cancelled" });
    const done = await createBooking(deps, { ...firm, status: "completed", total_pence: 0 });
    await createBooking(deps, { ...firm, status: "confirmed" });
    for (const { id } of [cancelled, done])
      await createCharge(deps, { bookingId: id, as: "agreed", decision: "By telephone" });
    const shown = async () => (await readPaymentsPage(deps)).toInvoice.shown;
    const own = async () => (await shown()).filter(({ isOfCharges }) => isOfCharges);
    expect((await own()).map(({ id, pence, what }) => [id, pence, what])).toEqual(
      [cancelled, done].map(({ id, reference }) => [id, 17_80, `Travel: 52.4 miles, booking ${reference}`]),
    );
    expect(await read()).toContain("Travel: 52.4 miles");
    expect((await readStage(deps, cancelled.id)).next.code).toBe("make-invoice");
    const [first, second] = await own();
    expect((await press("let-be", "", [first!.seen])).location).toBe("/admin/payments?done=let");
    expect((await press("make-invoices", "", [second!.seen])).location).toBe("/admin/payments?done=made");
    expect((await shown()).map(({ id }) => id)).toEqual(bookings.map(({ id }) => id));
    expect((await checkLedger(deps)).faults).toEqual([]);
  });
});

test("the list to invoice asks as many questions for fifty bookings as for one", async () => {
  const asked: string[] = [];
  const deps = createTestDeps({}, (sql) => void asked.push(String(sql)));
  await makeInvoicesHere(deps);
  const count = async () => {
    asked.length = 0;
    await readToInvoice(deps);
    return asked.length;
  };
  await createBooking(deps, { status: "completed" });
  const one = await count();
  for (let more = 0; more < 5; more += 1) await createBooking(deps, { status: "completed" });
  expect(await count()).toBe(one);
});
