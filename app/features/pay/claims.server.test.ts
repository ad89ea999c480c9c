import { expect, test } from "vitest";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { documentsOfBooking } from "#app/features/documents/document-rows.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { inChunks, pdf } from "#tests/setup/files.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { listPages } from "#tests/setup/list-pages.ts";
import { claimBoth, createRule, earnPart } from "#tests/setup/pay.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { BY_STAFF, byAssessor, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { checkPay } from "./check-pay.server.ts";
import { addClaim, addClaimWithReceipt, decideClaim, withdrawClaim } from "./claims.server.ts";
import { listClaims } from "./claim-rows.server.ts";
import { closeMonth } from "./close-month.server.ts";
import { answerDispute, openDisputes, raiseDispute } from "./disputes.server.ts";
import { readOpenPay, seenOf } from "./open-pay.server.ts";
import { readPayPage, visitFeeInWords } from "./pay-pages.server.ts";
import { listStatements } from "./statements.server.ts";

const until = "2027-02-28";

/** A visit of an assessor, which was not reported yet. */
async function agreed(deps: TestDeps) {
  const assessor = await createAssessor(deps);
  const booking = await createBooking(deps);
  const change = { ...BY_STAFF, bookingId: booking.id, version: booking.version, plan: PLAN };
  const visit = await agreeVisit(deps, {
    ...change,
    assessorId: assessor.id,
    isReferrerTold: false,
    overruled: null,
  });
  if (!visit.ok) throw new Error(visit.problem);
  return { assessor, booking, visitId: visit.visitId, by: byAssessor(assessor) };
}

async function visited(deps: TestDeps) {
  const own = await agreed(deps);
  await earnPart(deps, { visitId: own.visitId, assessorId: own.assessor.id });
  return own;
}

const NO_DETAILS = { from: "", to: "", note: "" };
const miles = { kind: "miles", tenths: 124, pence: null, details: NO_DETAILS, requestKey: null } as const;
const parking = { kind: "parking", tenths: null, pence: 6_80, details: NO_DETAILS } as const;

test("approved miles and expenses are in the month, and refused ones are told", async () => {
  const deps = createTestDeps();
  const { assessor, visitId, booking } = await visited(deps);
  const { milesId, parkingId } = await claimBoth(deps, { visitId, assessorId: assessor.id });
  expect((await readOpenPay(deps, { until })).ready, "nothing is booked by itself").toHaveLength(1);
  const decide = (claimId: string, decision: "approve" | "refuse" | "reopen", reason = "") =>
    decideClaim(deps, { by: BY_STAFF, claimId, decision, reason });
  expect(await decide(milesId, "approve")).toEqual({ ok: true });
  expect(await decide(milesId, "approve"), "pressed twice").toEqual({ ok: true });
  expect(await decide(milesId, "refuse", "No"), "decided").toMatchObject({ problem: "decided" });
  expect(await decide(parkingId, "refuse", "Another day")).toEqual({ ok: true });
  const { ready } = await readOpenPay(deps, { until });
  expect(ready.map(({ kind, pence }) => [kind, pence])).toEqual([
    ["part", 90_00],
    ["mile", 5_58],
  ]);
  expect(await closeMonth(deps, { ...BY_STAFF, month: "2027-02", seen: seenOf({ ready }) })).toBeNull();
  expect((await listStatements(deps, {}))[0]).toMatchObject({ totalPence: 95_58 });
  expect(await decide(milesId, "reopen"), "a statement has it").toMatchObject({ problem: "closed" });
  expect(await checkPay(deps)).toEqual({ statements: 1, faults: [] });
  await runDueJobs(deps);
  const told = deps.sentMails.filter(({ subject }) => subject === "The office answered about your pay");
  expect(told).toHaveLength(1);
  expect(told[0]!.text).not.toMatch(/£|Another day/);
  await deps.db.updateTable("pay_claims").set({ state: "claimed" }).where("id", "=", milesId).execute();
  expect((await checkPay(deps)).faults, "paid without an approval").toHaveLength(1);
  expect(await documentsOfBooking(deps, booking.id), "a receipt is no paper").toEqual([]);
});

test("a claim wants an outcome, a rate for miles, and an assessor who has the visit", async () => {
  const deps = createTestDeps();
  const { visitId, by, assessor } = await agreed(deps);
  const claim = { ...miles, visitId };
  expect(await addClaim(deps, { by, claim })).toMatchObject({ problem: "no-outcome" });
  await earnPart(deps, { visitId, assessorId: assessor.id });
  expect(await addClaim(deps, { by, claim })).toMatchObject({ problem: "no-rate" });
  await createRule(deps, { kind: "mile", pence: 45 });
  const other = byAssessor(await createAssessor(deps));
  expect(await addClaim(deps, { by: other, claim })).toMatchObject({ problem: "not-found" });
  expect(await visitFeeInWords(deps, visitId)).toBe("£90.00 (visit held in part); £0.45 a mile");
});

test("the same form claims once, one receipt is for one claim, and a claim can be taken back", async () => {
  const deps = createTestDeps();
  const { visitId, by } = await visited(deps);
  const send = (requestKey: string) =>
    addClaimWithReceipt(deps, {
      by,
      claim: { ...parking, visitId, requestKey },
      receipt: { name: "Meter.pdf", content: inChunks(pdf("meter")) },
    });
  expect(await send("one")).toEqual({ ok: true });
  expect(await send("one")).toEqual({ ok: true });
  expect(await send("two")).toMatchObject({ problem: "same-receipt" });
  const [claim, ...more] = await listClaims(deps, { visitId });
  expect(more).toEqual([]);
  expect(claim).toMatchObject({ pence: 6_80, receipt: { scan: "unchecked" } });
  const withdraw = () => withdrawClaim(deps, { by, visitId, claimId: claim!.id });
  expect(await withdraw()).toEqual({ ok: true });
  expect(await withdraw()).toEqual({ ok: true });
  expect(await listClaims(deps, { visitId })).toEqual([]);
  expect(await send("two"), "its receipt is free again").toEqual({ ok: true });
  const refusedFile = addClaimWithReceipt(deps, {
    by,
    claim: { ...parking, visitId, requestKey: "three" },
    receipt: { name: "Meter.exe", content: inChunks(Buffer.from("MZ")) },
  });
  expect(await refusedFile).toMatchObject({ problem: "type" });
});

test("the same miles from two windows are asked about, and claimed twice where the assessor says so", async () => {
  const deps = createTestDeps();
  const { visitId, by } = await visited(deps);
  await createRule(deps, { kind: "mile", pence: 45 });
  const claim = { ...miles, visitId };
  expect(await addClaim(deps, { by, claim: { ...claim, requestKey: "one" } })).toEqual({ ok: true });
  expect(await addClaim(deps, { by, claim: { ...claim, requestKey: "two" } })).toMatchObject({
    problem: "again",
  });
  const fare = { ...parking, kind: "fare", visitId, requestKey: null } as const;
  expect(await addClaim(deps, { by, claim: fare })).toEqual({ ok: true });
  expect(await addClaim(deps, { by, claim: { ...fare, pence: 7_00 } }), "another amount").toEqual({
    ok: true,
  });
  expect(await addClaim(deps, { by, claim: fare })).toMatchObject({ problem: "again" });
  const another = { ...claim, requestKey: "two", isAnother: true };
  expect(await addClaim(deps, { by, claim: another })).toEqual({ ok: true });
  expect(await listClaims(deps, { visitId })).toHaveLength(4);
});

test("the lists of a month are in pages, with their sums", async () => {
  const deps = createTestDeps();
  const { visitId, by } = await visited(deps);
  const claims = Array.from({ length: 20 }, (_, at) => ({ ...parking, pence: 1_00 + at, visitId }));
  for (const claim of claims) await addClaim(deps, { by, claim: { ...claim, requestKey: null } });
  const other = await visited(deps);
  for (const claim of claims)
    await addClaim(deps, { by: other.by, claim: { ...claim, visitId: other.visitId, requestKey: null } });
  const page = await readPayPage(deps, "2027-02", new URL("http://pay/admin/pay?claims=2"));
  expect(page.claims.rows).toHaveLength(15);
  expect(page.claims.at).toMatchObject({ page: 2, count: 40 });
  expect(page.claims.pence).toBe(43_80);
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
  const { text } = await render(deps, "/admin/pay?month=2027-02&claims=2", cookie);
  expect(joinTexts(text)).toContain("26 to 40 of 40 claims");
  expect(text).toMatch(/href="\/admin\/pay\?month=2027-02"[^>]*>Previous page/);
});

test("an answered question about pay is told by a mail that says nothing of it", async () => {
  const deps = createTestDeps();
  const { booking, by, assessor } = await visited(deps);
  const [line] = (await readOpenPay(deps, { until })).ready;
  await raiseDispute(deps, { ...by, lineKey: line!.key, reference: booking.reference, text: "Too little." });
  const [open] = (await openDisputes(deps)).rows;
  const answer = { ...BY_STAFF, disputeId: open!.id, answer: "It is right." };
  await answerDispute(deps, answer);
  await answerDispute(deps, answer);
  await runDueJobs(deps);
  const told = deps.sentMails.filter(({ to }) => to === assessor.email);
  expect(told.map(({ subject }) => subject)).toEqual(["The office answered about your pay"]);
  expect(told[0]!.text).toContain("/assessor/pay");
  expect(told[0]!.text).not.toContain("It is right.");
});

test("an assessor reaches the oldest answer and the oldest refused claim", async () => {
  const deps = createTestDeps();
  const { visitId, by, assessor } = await visited(deps);
  await deps.db
    .insertInto("pay_claims")
    .values(
      Array.from({ length: 51 }, (_, index) => ({
        id: deps.ids.uuid(),
        visit_id: visitId,
        assessor_id: assessor.id,
        kind: "parking" as const,
        tenths: null,
        pence: 100 + index,
        document_id: null,
        details_sealed: null,
        request_key: null,
        claimed_at: `2027-03-01T09:00:${10 + index}.000Z`,
        state: "refused" as const,
        reason_sealed: null,
        decided_by: null,
        decided_at: null,
      })),
    )
    .execute();
  for (let count = 0; count <= 20; count += 1) {
    deps.clock.advance(1000);
    const line = { lineKey: `line ${count}`, reference: "MCA-AAAA-BBBB", text: `text ${count}x` };
    await raiseDispute(deps, { ...by, ...line });
    const [open] = (await openDisputes(deps)).rows;
    await answerDispute(deps, { ...BY_STAFF, disputeId: open!.id, answer: "Yes" });
  }
  const { cookie } = await signInAs(deps, assessor);
  for (const [of, first] of [
    ["claims", "£1.00"],
    ["answers", "text 0x"],
  ] as const) {
    const pages = await listPages(deps, "/assessor/pay", cookie, of);
    expect(pages).toHaveLength(2);
    expect(pages.map((page) => page.includes(first))).toEqual([false, true]);
  }
});

test("lists of pay name the person, to staff and to the assessor as long as they may open the visit", async () => {
  const deps = createTestDeps();
  const { visitId, booking, assessor, by } = await visited(deps);
  const named = { client_first_name: "Edith", client_last_name: "Marsh" };
  await deps.db.updateTable("bookings").set(named).where("id", "=", booking.id).execute();
  await addClaim(deps, { by, claim: { ...parking, visitId, requestKey: null } });
  const [line] = (await readOpenPay(deps, { until })).ready;
  const office = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
  const own = await signInAs(deps, assessor);
  const names = async (path: string, { cookie }: { cookie: string }) =>
    (await render(deps, path, cookie)).text.replace(/<script.*?<\/script>/gs, "").split("Edith Marsh")
      .length - 1;
  expect(await names("/admin/pay?month=2027-02", office), "a claim and a line").toBe(2);
  expect(await names("/assessor/pay", own), "a claim, a line and its choice").toBe(3);
  await raiseDispute(deps, { ...by, lineKey: line!.key, reference: booking.reference, text: "Too little." });
  expect(await names("/admin/pay?month=2027-02", office), "a question, too").toBe(3);
  const closed = { status: "completed", updated_at: "2026-12-01T09:00:00.000Z" } as const;
  await deps.db.updateTable("bookings").set(closed).where("id", "=", booking.id).execute();
  expect(await names("/assessor/pay", own), "the visit is no longer open to them").toBe(0);
  expect(await names("/admin/pay?month=2027-02", office)).toBe(3);
});
