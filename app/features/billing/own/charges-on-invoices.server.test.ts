import { expect, test } from "vitest";
import { chargesOf } from "#app/features/charges/charge-rows.server.ts";
import {
  answerCharge,
  markInvoiced,
  proposeCharge,
  waiveCharge,
} from "#app/features/charges/charges.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { createInvoice } from "#app/features/billing/create-invoice.server.ts";
import { findInvoice, invoiceTask } from "#app/features/billing/invoice-state.server.ts";
import { createCharge, setChargeRules } from "#tests/setup/charges.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { makeInvoicesHere, VAT_REGISTERED } from "#tests/setup/own-invoices.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { checkLedger } from "./check-ledger.server.ts";
import { accountState, issueCreditNote, issueNextInvoice, nextInvoice } from "./issue.server.ts";
import { openDocumentsOf } from "./documents.server.ts";
import { readAccount } from "./read-account.server.ts";
import { readStaffInvoices } from "./staff-invoices.server.ts";

const BY_CUSTOMER = { actor: { kind: "visitor" as const, id: null }, requestId: "test" };

async function setUp(more: Parameters<typeof createBooking>[1] = {}) {
  const deps = createTestDeps();
  await makeInvoicesHere(deps, { company: VAT_REGISTERED });
  await setChargeRules(deps);
  const booking = await createBooking(deps, { payment_method: "pay_now", ...more });
  return { deps, id: booking.id };
}

const rowOf = async (deps: TestDeps, id: string) => (await findBooking(deps.db, id))!;

async function next(deps: TestDeps, id: string) {
  const booking = await rowOf(deps, id);
  const read = await readAccount(deps, booking);
  return { seen: accountState(booking, read), next: await nextInvoice(deps, booking, read) };
}

async function issue(deps: TestDeps, id: string) {
  const { seen } = await next(deps, id);
  return issueNextInvoice(deps, { ...BY_STAFF, bookingId: id, seen });
}

const agree = (deps: TestDeps, bookingId: string, chargeId: string, isAgreed = true) =>
  answerCharge(deps, { by: BY_CUSTOMER, bookingId, chargeId, isAgreed });

const grossOf = async (deps: TestDeps, id: string) =>
  (await openDocumentsOf(deps, id)).map(({ content }) => content.lines.map(({ grossPence }) => grossPence));

test("what is agreed before the first invoice is a line of it, at its own VAT rate", async () => {
  const { deps, id } = await setUp();
  await setChargeRules(deps, { vatRate: 0 });
  const chargeId = await createCharge(deps, { bookingId: id });
  expect(await agree(deps, id, chargeId)).toEqual({ ok: true });
  await createInvoice(deps, await rowOf(deps, id));
  const [document] = await openDocumentsOf(deps, id);
  const { total_pence } = await rowOf(deps, id);
  expect(document!.totalPence).toBe(total_pence + 17_80);
  expect(document!.content.lines.at(-1)).toMatchObject({ grossPence: 17_80, vatRate: 0, vatPence: 0 });
  expect(document!.content.lines[0]).toMatchObject({ vatRate: 20 });
  const booking = await rowOf(deps, id);
  expect(booking.total_pence, "the price stays as it is").toBe(total_pence);
  expect(invoiceTask(booking, (await findInvoice(deps, id))!)).toBeNull();
  expect((await next(deps, id)).next).toBeNull();
  expect((await checkLedger(deps)).faults).toEqual([]);
  await runDueJobs(deps);
  const ready = deps.sentMails.filter(({ subject }) => /invoice/i.test(subject));
  expect(ready).toHaveLength(1);
});

test("what is agreed after the first invoice is on a further one; only an agreed charge is", async () => {
  const { deps, id } = await setUp();
  await createInvoice(deps, await rowOf(deps, id));
  const agreed = await createCharge(deps, { bookingId: id });
  const refusedId = await createCharge(deps, { bookingId: id, pence: 99_00 });
  const open = await createCharge(deps, { bookingId: id, pence: 50_00 });
  expect((await next(deps, id)).next).toBeNull();
  await agree(deps, id, agreed);
  await agree(deps, id, refusedId, false);
  const { next: shown } = await next(deps, id);
  expect(shown).toMatchObject({
    kind: "further",
    dueOn: "2027-03-24",
    content: { lines: [{ grossPence: 17_80 }] },
  });
  // 17.80 with 20 % VAT within it: 2.966… is 2.97.
  expect(shown!.content.lines[0]).toMatchObject({ vatPence: 2_97, netPence: 14_83 });
  expect(await issue(deps, id)).toEqual({ ok: true });
  expect((await grossOf(deps, id)).at(-1)).toEqual([17_80]);
  const states = (await chargesOf(deps, [id])).map((one) => [one.id, one.state, one.isInvoiced]);
  expect(states).toEqual([
    [agreed, "agreed", true],
    [refusedId, "refused", false],
    [open, "proposed", false],
  ]);
  const booking = await rowOf(deps, id);
  expect(invoiceTask(booking, (await findInvoice(deps, id))!), "booking and invoices agree").toBeNull();
  expect((await checkLedger(deps)).faults).toEqual([]);
  await deps.db.updateTable("charges").set({ pence: 1 }).where("id", "=", agreed).execute();
  expect((await checkLedger(deps)).faults).toMatchObject([{ faults: ["charges"] }]);
});

test("a charge that is waived after its invoice is offered as a credit note, and then nothing is left", async () => {
  const { deps, id } = await setUp();
  await createInvoice(deps, await rowOf(deps, id));
  const chargeId = await createCharge(deps, { bookingId: id });
  await agree(deps, id, chargeId);
  await issue(deps, id);
  expect(await waiveCharge(deps, { by: BY_STAFF, bookingId: id, chargeId, reason: "Goodwill" })).toEqual({
    ok: true,
  });
  const page = await readStaffInvoices(deps, await rowOf(deps, id));
  expect(page).toMatchObject({ tooMuch: "17.80", next: null });
  const credit = { bookingId: id, seen: page.state, invoiceId: page.creditable.at(-1)!.id, pence: 17_80 };
  expect(await issueCreditNote(deps, { ...BY_STAFF, ...credit, reason: "Waived" })).toEqual({ ok: true });
  expect(await readStaffInvoices(deps, await rowOf(deps, id))).toMatchObject({ tooMuch: "", next: null });
  expect(invoiceTask(await rowOf(deps, id), (await findInvoice(deps, id))!)).toBeNull();
  expect((await checkLedger(deps)).faults).toEqual([]);
});

test("a late cancellation is charged on an invoice of its own, and the price is credited", async () => {
  const { deps, id } = await setUp();
  await createInvoice(deps, await rowOf(deps, id));
  await deps.db.updateTable("bookings").set({ status: "cancelled" }).where("id", "=", id).execute();
  const late = { bookingId: id, kind: "late-cancellation", pence: 148_75 } as const;
  await agree(deps, id, await createCharge(deps, late));
  const page = await readStaffInvoices(deps, await rowOf(deps, id));
  expect(page.next).toMatchObject({ sums: { totalPence: 148_75 } });
  expect(Number(page.tooMuch) * 100).toBe((await rowOf(deps, id)).total_pence);
});

test("answers: twice is once, the other one is refused, late ones too, and an event is charged once", async () => {
  const { deps, id } = await setUp();
  const cause = "travel:v";
  const chargeId = await createCharge(deps, { bookingId: id, cause });
  const again = {
    ...({ bookingId: id, kind: "travel", pence: 1, cause, as: "ask" } as const),
    by: BY_STAFF,
  };
  const propose = () => proposeCharge(deps, { ...again, description: "Travel", reason: "", decision: "" });
  expect(await propose()).toMatchObject({ problem: "already" });
  const both = await Promise.all([agree(deps, id, chargeId), agree(deps, id, chargeId)]);
  expect(both).toEqual([{ ok: true }, { ok: true }]);
  expect(await agree(deps, id, chargeId, false)).toMatchObject({ problem: "decided" });
  const history = await deps.db.selectFrom("audit_log").select("id").where("action", "=", "charge.agreed");
  expect(await history.execute()).toHaveLength(1);
  const late = await createCharge(deps, { bookingId: id, cause: "not-held:v", kind: "not-held" });
  deps.clock.set("2027-03-25T09:00:00.000Z");
  expect(await agree(deps, id, late)).toMatchObject({ problem: "expired" });
  expect(
    await proposeCharge(deps, { ...again, cause: "not-held:v", description: "x", reason: "", decision: "" }),
    "another one may be proposed",
  ).toEqual({ ok: true });
  expect(await agree(deps, "nothing", late)).toMatchObject({ problem: "not-found" });
});

test("the customer is asked by mail and told when it is waived, without what it is for", async () => {
  const { deps, id } = await setUp();
  const chargeId = await createCharge(deps, { bookingId: id });
  await runDueJobs(deps);
  const asked = deps.sentMails.find(({ subject }) => subject.startsWith("Do you agree"));
  expect(asked?.text).toContain(`/booking/${id}/charges?token=`);
  expect(asked?.text).toContain("£17.80");
  expect(asked?.text).not.toContain("52.4 miles");
  await waiveCharge(deps, { by: BY_STAFF, bookingId: id, chargeId, reason: "Near by" });
  await runDueJobs(deps);
  expect(deps.sentMails.at(-1)?.subject).toMatch(/^A charge for booking .* is not made$/);
  expect(deps.sentMails.at(-1)?.text).not.toContain("Near by");
});

test("nobody agrees for a private person; an organisation's agreement is recorded, and invoiced elsewhere", async () => {
  const { deps, id } = await setUp({
    referrer_relationship: "Family Member",
    referrer_professional_capacity: null,
    referrer_organisation: null,
  });
  const given = { bookingId: id, as: "agreed", decision: "By phone" } as const;
  await expect(createCharge(deps, given)).rejects.toThrow("consumer");
  const other = await createBooking(deps, { referrer_organisation: "Oak Law" });
  const chargeId = await createCharge(deps, { ...given, bookingId: other.id });
  const mark = () => markInvoiced(deps, { by: BY_STAFF, bookingId: other.id, chargeId });
  expect([await mark(), await mark()]).toEqual([{ ok: true }, { ok: true }]);
  expect((await chargesOf(deps, [other.id]))[0]).toMatchObject({ isInvoiced: true, documentId: null });
});
