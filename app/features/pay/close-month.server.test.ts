import { expect, test } from "vitest";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { OutcomeSchema } from "#app/features/visits/outcome/outcome-schema.ts";
import { recordOutcome } from "#app/features/visits/outcome/record-outcome.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { makeInvoicesHere, VAT_REGISTERED } from "#tests/setup/own-invoices.ts";
import { createMoney, createRule, earnPart } from "#tests/setup/pay.ts";
import { createDelivery } from "#tests/setup/reports.ts";
import { BY_STAFF, byAssessor, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { checkPay } from "./check-pay.server.ts";
import { closeMonth, markPaid } from "./close-month.server.ts";
import { answerDispute, openDisputes, raiseDispute } from "./disputes.server.ts";
import { readOpenPay, seenOf } from "./open-pay.server.ts";
import { bankFile, linesFile } from "./pay-csv.server.ts";
import { feesInWords, readOwnPay, readPayPage } from "./pay-pages.server.ts";
import { listStatements, openStatement } from "./statements.server.ts";

const FEBRUARY = "2027-02";
const until = "2027-02-28";

async function agree(deps: TestDeps, assessorId: string) {
  const booking = await createBooking(deps);
  const change = { ...BY_STAFF, bookingId: booking.id, version: booking.version, plan: PLAN, assessorId };
  const visit = await agreeVisit(deps, { ...change, isReferrerTold: false, overruled: null });
  if (!visit.ok) throw new Error(visit.problem);
  return { booking, visitId: visit.visitId };
}

/** An assessor with a visit that was held in part in February: £90. */
async function earned(deps: TestDeps) {
  const assessor = await createAssessor(deps);
  const { booking, visitId } = await agree(deps, assessor.id);
  await earnPart(deps, { visitId, assessorId: assessor.id });
  return { assessor, booking, visitId };
}

async function close(deps: TestDeps, month = FEBRUARY, last = until) {
  return closeMonth(deps, { ...BY_STAFF, month, seen: seenOf(await readOpenPay(deps, { until: last })) });
}

test("a month is closed once: a statement, a mail without amounts, and nothing is paid twice", async () => {
  const deps = createTestDeps();
  const { assessor, booking } = await earned(deps);
  expect(await close(deps)).toBeNull();
  expect(await closeMonth(deps, { ...BY_STAFF, month: FEBRUARY, seen: "0-0" }), "pressed again").toBeNull();
  const [statement] = await listStatements(deps, {});
  expect(statement).toMatchObject({ number: "PAY-000001", totalPence: 90_00, isSelfBilled: false });
  expect((await readOpenPay(deps, { until: "2027-03-31" })).ready).toEqual([]);
  await runDueJobs(deps);
  const mail = deps.sentMails.find(({ subject }) => subject === "Your statement for February 2027");
  expect(mail?.to).toBe(assessor.email);
  expect(mail?.text).toContain(`/assessor/pay/${statement!.id}`);
  // The id in the link may have any digits.
  expect(mail?.text.replaceAll(/https?:\S+/g, "")).not.toMatch(/£|90/);
  expect((await openStatement(deps, statement!.id))!.lines).toMatchObject([
    { reference: booking.reference, kind: "part", net_pence: 90_00 },
  ]);
  expect(await openStatement(deps, statement!.id, "somebody else")).toBeNull();
});

test("a line that moved to another assessor at the same fee is shown before it is closed", async () => {
  const deps = createTestDeps();
  const { visitId } = await earned(deps);
  const other = await createAssessor(deps);
  const seen = seenOf(await readOpenPay(deps, { until }));
  await deps.db.updateTable("visits").set({ assessor_id: other.id }).where("id", "=", visitId).execute();
  expect(await closeMonth(deps, { ...BY_STAFF, month: FEBRUARY, seen })).toBe("changed");
});

test("twenty assessors, closed twice at once, get one statement each, and the files add up to them", async () => {
  const deps = createTestDeps();
  for (let index = 0; index < 20; index += 1) {
    const { assessor } = await earned(deps);
    if (index > 0) await createMoney(deps, assessor.id, { accountName: `=Assessor ${index}` });
  }
  await Promise.all([close(deps), close(deps)]);
  const statements = await listStatements(deps, { month: FEBRUARY });
  const numbers = statements.map(({ number }) => number).sort();
  expect(numbers).toEqual(numbers.map((_, index) => `PAY-${String(index + 1).padStart(6, "0")}`));
  expect(numbers).toHaveLength(20);
  const amounts = (csv: string, column: number) =>
    csv
      .trim()
      .split("\r\n")
      .slice(1)
      .reduce((sum, row) => sum + Number(row.split(",")[column]), 0);
  expect(amounts(await (await linesFile(deps, FEBRUARY, BY_STAFF)).text(), 7)).toBe(20 * 90);
  const bank = await (await bankFile(deps, FEBRUARY, BY_STAFF)).text();
  expect(amounts(bank, 3), "without the one who has no account").toBe(19 * 90);
  expect(bank, "a bank takes no escape of a formula").toMatch(/^ASSESSOR 1,/m);
  expect(await checkPay(deps)).toEqual({ statements: 20, faults: [] });
  await deps.db.updateTable("pay_lines").set({ net_pence: 1 }).where("net_pence", "=", 90_00).execute();
  expect((await checkPay(deps)).faults).toHaveLength(20);
});

test("an outcome that is corrected after the close is an adjustment, and less than nothing is carried on", async () => {
  const deps = createTestDeps();
  const { assessor, visitId } = await earned(deps);
  await close(deps);
  const outcome = OutcomeSchema.parse({ held: "none", notHeldReason: "unwell", version: 1 });
  expect(await recordOutcome(deps, { ...byAssessor(assessor), visitId, outcome })).toMatchObject({
    ok: true,
  });
  deps.clock.set("2027-04-01T09:00:00.000Z");
  expect((await readOpenPay(deps, { until: "2027-03-31" })).ready).toMatchObject([
    { kind: "part", pence: -90_00, isAdjustment: true },
  ]);
  expect(await close(deps, "2027-03", "2027-03-31")).toBe("nothing");
  expect((await readPayPage(deps, "2027-03")).assessors.rows).toMatchObject([
    { pence: -90_00, isCarried: true },
  ]);
});

test("a month that is not over, one before a closed one, and one that changed are not closed", async () => {
  const deps = createTestDeps();
  await earned(deps);
  expect(await close(deps, "2027-03", "2027-03-31")).toBe("not-over");
  expect(await closeMonth(deps, { ...BY_STAFF, month: FEBRUARY, seen: "1-1" })).toBe("changed");
  expect(await close(deps)).toBeNull();
  expect(await closeMonth(deps, { ...BY_STAFF, month: "2027-01", seen: "0-0" })).toBe("later-closed");
});

test("a line that the assessor says is wrong waits until staff answer", async () => {
  const deps = createTestDeps();
  const { assessor, booking } = await earned(deps);
  const { ready } = await readOpenPay(deps, { until });
  const dispute = { lineKey: ready[0]!.key, reference: booking.reference, text: "It was a full visit." };
  await raiseDispute(deps, { ...byAssessor(assessor), ...dispute });
  expect(await close(deps)).toBe("nothing");
  expect((await readPayPage(deps, FEBRUARY)).lines.rows).toMatchObject([{ isDisputed: true }]);
  const [open] = (await openDisputes(deps)).rows;
  await answerDispute(deps, { ...BY_STAFF, disputeId: open!.id, answer: "Please correct the outcome." });
  expect((await readOwnPay(deps, assessor.id)).answers.rows).toMatchObject([
    { answer: "Please correct the outcome." },
  ]);
  expect(await close(deps)).toBeNull();
});

test("a self-billed statement has VAT on each line, and only within the agreement of two who are registered", async () => {
  const deps = createTestDeps();
  await makeInvoicesHere(deps, { company: VAT_REGISTERED });
  const [within, after] = [await earned(deps), await earned(deps)];
  const vat = { vatNumber: "GB987654395", address: "4 Oak Way, Leeds", selfBillingFrom: "2027-01-01" };
  await createMoney(deps, within.assessor.id, vat);
  await createMoney(deps, after.assessor.id, { ...vat, selfBillingUntil: "2027-03-09" });
  await close(deps);
  const of = async (id: string) => (await listStatements(deps, { assessorId: id }))[0]!;
  expect(await of(within.assessor.id)).toMatchObject({
    isSelfBilled: true,
    netPence: 90_00,
    vatPence: 18_00,
  });
  expect(await of(after.assessor.id)).toMatchObject({ isSelfBilled: false, vatPence: 0 });
  const shown = (await openStatement(deps, (await of(within.assessor.id)).id))!;
  expect(shown).toMatchObject({ issuedOn: "2027-03-10", content: { vatRate: 20 } });
  expect(shown.content.practice.vatNumber).toBe("GB123456782");
  await markPaid(deps, { ...BY_STAFF, month: FEBRUARY, on: "2027-03-10" });
  expect((await of(within.assessor.id)).paidOn).toBe("2027-03-10");
});

test("a fee is due when its report is released, and the assessor sees both before and after", async () => {
  const deps = createTestDeps();
  await createRule(deps, { pence: 250_00 });
  const assessor = await createAssessor(deps);
  const { booking, visitId } = await agree(deps, assessor.id);
  deps.clock.set("2027-03-12T09:00:00.000Z");
  const outcome = OutcomeSchema.parse({
    held: "full",
    startedAt: "10:00",
    endedAt: "11:00",
    conducted: "in-person",
    identity: "Passport",
  });
  await recordOutcome(deps, { ...byAssessor(assessor), visitId, outcome });
  expect(await readOwnPay(deps, assessor.id)).toMatchObject({
    ready: { rows: [] },
    coming: { rows: [{ pence: 250_00 }] },
  });
  await createDelivery(deps, booking.id, { author: assessor });
  expect(await readOwnPay(deps, assessor.id)).toMatchObject({
    ready: { rows: [{ pence: 250_00 }] },
    coming: { rows: [] },
  });
  expect(await feesInWords(deps, { ids: ["nothing"], assessorId: assessor.id })).toEqual({});
});
