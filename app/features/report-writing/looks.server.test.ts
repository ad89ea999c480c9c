import { beforeEach, expect, it } from "vitest";
import { REFERRER } from "#app/features/report/change-report.server.ts";
import { reportsOfBooking } from "#app/features/report/report-rows.server.ts";
import { releaseReport } from "#app/features/report/review-report.server.ts";
import { placeRestriction } from "#app/features/data-protection/restrictions.server.ts";
import {
  encryptClientDetails,
  NO_CLIENT_DETAILS,
} from "#app/features/booking/fields/field-columns.server.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { sendWholeReport, WHOLE_REPORT, writeWholeReport } from "#scripts/seed/writing.ts";
import { createContribution } from "#tests/setup/contributions.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { readPdf } from "#tests/setup/report-files.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { createVisitInProgress } from "#tests/setup/writing.ts";
import { startDraft } from "./drafts.server.ts";
import { openDraft } from "./open-draft.server.ts";
import { readCheck } from "./read-check.server.ts";
import { looksIn } from "./saved-draft.server.ts";
import { reportState } from "./report-state.server.ts";

const NO_SUMMARY = { ...WHOLE_REPORT, opinion: {} };
const CHECK = "/report/write/check";

let world: Awaited<ReturnType<typeof createVisitInProgress>>;
let staff: string;
beforeEach(async () => {
  world = await createVisitInProgress({
    client_first_name: "Ann",
    client_last_name: "Hale",
  });
  staff = (await signInAs(world.deps, await createUser(world.deps, { role_id: "coordinator" }))).cookie;
});

const asStaff = async (path: string, cookie = staff) => {
  const { text, ...answer } = await render(world.deps, `/admin/bookings/${world.booking.id}${path}`, cookie);
  return { ...answer, html: text, text: joinTexts(text) };
};
const mailTopics = async () =>
  (await world.deps.db.selectFrom("outbox").select("topic").execute()).map(({ topic }) => topic);

it("a finding is answered once, and comes back when its text changes", async () => {
  await writeWholeReport(world.deps, world, NO_SUMMARY);
  expect((await world.send("/report/write")).text).toContain("0 to put right, 1 to look at");
  const finding = "no-summary.opinion.summary";
  const looked = "The letter beside it is the summary.";
  expect((await world.send(CHECK, { intent: "settle", finding, looked })).status).toBe(303);
  const check = await world.send(`${CHECK}?done=settled`);
  expect(check.text).toContain("Noted: it is as it should be.");
  expect(check.text).toContain("As it should be (1)");
  expect(check.text).toContain(`I looked: ${looked}`);
  expect(check.text).not.toContain("To look at");
  expect((await world.send("/report/write")).text).toContain("0 to put right, 0 to look at");
  await world.send(CHECK, { intent: "settle", finding: "no-object.decision-9.decision" });
  const [row] = await world.deps.db.selectFrom("report_drafts").selectAll().execute();
  expect(Object.keys(looksIn(world.deps.secrets, row!))).toEqual([finding]);
  expect(JSON.stringify(row)).not.toContain("letter beside");

  const changed = { intent: "save", version: "1", summary: "N/A" };
  expect((await world.send("/report/write/opinion", changed)).status).toBe(303);
  expect((await world.send(CHECK)).text).toContain("To look at (1)");
  await world.send(CHECK, { intent: "settle", finding });
  expect((await world.send(CHECK)).text).toContain("I looked: it is as it should be.");
  expect((await world.send(CHECK, { intent: "unsettle", finding })).status).toBe(303);
  expect((await world.send(CHECK)).text).toContain("To look at (1)");
});

it("words about a finding that are too long are refused, and kept in their field", async () => {
  await writeWholeReport(world.deps, world, NO_SUMMARY);
  const looked = "a".repeat(2_001);
  const refused = await world.send(CHECK, {
    intent: "settle",
    finding: "no-summary.opinion.summary",
    looked,
  });
  expect([refused.status, refused.html.includes(looked)]).toEqual([400, true]);
  expect(refused.text).toContain("Use at most 2,000 characters.");
});

it("whoever reads the report sees what its author looked at", async () => {
  await writeWholeReport(world.deps, world, NO_SUMMARY);
  const looked = "The letter beside it is the summary.";
  await world.send(CHECK, { intent: "settle", finding: "no-summary.opinion.summary", looked });
  await world.send("/report/write", { intent: "show" });
  expect((await asStaff("/report/read/draft")).text).toContain(`I looked: ${looked}`);
  await sendWholeReport(world.deps, world);
  const page = await asStaff("/report/read/1");
  expect(page.text).toContain("The author looked at");
  expect(page.text).toContain("The report has no summary.");
  expect(page.text).toContain(`I looked: ${looked}`);
  const pdf = await world.download(`/assessor/visits/${world.visitId}/report/write/report.pdf`);
  expect((await readPdf(pdf.bytes)).text).not.toContain("letter beside");
});

it("what is to be put right cannot be left as it is", async () => {
  await startDraft(world.deps, world);
  await world.send(CHECK, { intent: "settle", finding: "not-written.sources.read" });
  expect((await world.send(CHECK)).text).toContain("“Sources” is not written yet.");
  expect((await world.send(CHECK, { declared: "on", declaredName: "Priya Nair" })).status).toBe(400);
});

it("the office looks at a draft while its author lets it, and at no other time", async () => {
  await writeWholeReport(world.deps, world);
  const draft = "/report/read/draft";
  expect((await asStaff(draft)).status).toBe(404);
  expect((await world.send("/report/write", { intent: "show" })).status).toBe(303);
  await world.send("/report/write", { intent: "show" });
  expect((await mailTopics()).filter((topic) => topic === "report-draft-shown")).toHaveLength(1);
  expect((await asStaff("/report")).html).toContain(`/admin/bookings/${world.booking.id}/report/read/draft`);
  const page = await asStaff(draft);
  expect([page.status, page.text]).toEqual([
    200,
    expect.stringContaining("She cannot weigh up larger sums."),
  ]);
  expect(page.text).toContain("is still writing it, and lets the office look.");
  const reader = await createAssessor(world.deps, { reviews_reports: 1 });
  for (const other of [reader, world.assessor])
    expect((await asStaff(draft, (await signInAs(world.deps, other)).cookie)).status).toBe(403);

  await sendWholeReport(world.deps, world);
  expect((await asStaff(draft)).status).toBe(404);
  await world.deps.db.updateTable("reports").set({ state: "returned" }).execute();
  expect((await asStaff(draft)).status).toBe(200);
  expect((await world.send("/report/write", { intent: "hide" })).status).toBe(303);
  expect((await asStaff(draft)).status).toBe(404);
});

it("nobody looks at a draft while the privacy desk restricts the booking", async () => {
  await writeWholeReport(world.deps, world);
  await world.send("/report/write", { intent: "show" });
  const subject = { id: "case", email_key: null, booking_id: world.booking.id };
  await placeRestriction(world.deps, { ...BY_STAFF, kind: "restriction", case: subject, reason: "Asked" });
  const page = await asStaff("/report/read/draft");
  expect([page.status, page.text.includes("larger sums")]).toEqual([200, false]);
});

it("answers of others are among the sources, and beside the decision", async () => {
  const visited = world.deps.clock.now().toISOString();
  world.deps.clock.set("2027-03-01T09:00:00.000Z");
  const { id } = await createContribution(world.deps, world.booking, { until: "2027-03-08" });
  world.deps.clock.set(visited);
  const sent_at = world.deps.clock.now().toISOString();
  await world.deps.db
    .updateTable("contributions")
    .set({ state: "sent", sent_at })
    .where("id", "=", id)
    .execute();
  await startDraft(world.deps, world);
  expect((await world.send("/report/write/sources")).text).toMatch(
    /Answers of Dr Sarah Green, .*\(From the doctor\), /,
  );
  expect((await world.send("/report/write/decision-1")).text).toContain("Dr Sarah Green");
});

it("the practice’s own line stands at the foot of each page", async () => {
  const settings = world.deps.settings.current();
  const documents = { ...settings.documents, reportFooter: "Company 0123456" };
  world.deps.settings.current = () => ({ ...settings, documents });
  await writeWholeReport(world.deps, world);
  const pdf = await world.download(`/assessor/visits/${world.visitId}/report/write/report.pdf`);
  expect((await readPdf(pdf.bytes)).margins).toContain("Confidential. Company 0123456 Page 1");
});

it("the API says how far the report is, and nothing of it", async () => {
  const state = () => reportState(world.deps, world.booking.id);
  expect(await state()).toBeNull();
  await writeWholeReport(world.deps, world);
  expect(await state()).toEqual({ state: "writing", version: null, isWrittenHere: true });
  await sendWholeReport(world.deps, world);
  expect(await state()).toEqual({ state: "in-review", version: 1, isWrittenHere: true });
  const path = `/api/bookings/${world.booking.id}`;
  const { text } = await render(world.deps, path, staff);
  const { report, ...rest } = JSON.parse(text) as { report: object };
  expect(report).toEqual(await state());
  expect(JSON.stringify(rest)).not.toMatch(/unable|capacity to make this/i);
  const link = await render(world.deps, `${path}?token=${world.booking.token}`, "");
  expect(Object.keys(JSON.parse(link.text) as object)).not.toContain("report");
});

/** A written report about somebody, in a booking of its own with a visit on this day. */
async function reportAbout(person: { first: string; last: string; birth: string }, day: string) {
  const { deps, assessor, by } = world;
  const booking = await createBooking(deps, {
    client_first_name: person.first,
    client_last_name: person.last,
  });
  const details = { ...NO_CLIENT_DETAILS, dob: person.birth };
  const client_details_sealed = encryptClientDetails(deps.secrets, booking.id, details);
  await deps.db.updateTable("bookings").set({ client_details_sealed }).where("id", "=", booking.id).execute();
  const agreed = await agreeVisit(deps, {
    ...BY_STAFF,
    bookingId: booking.id,
    version: booking.version,
    isReferrerTold: false,
    plan: { ...PLAN, day },
    assessorId: assessor.id,
    overruled: null,
  });
  if (!agreed.ok) throw new Error(agreed.problem);
  const target = { visitId: agreed.visitId, by };
  await writeWholeReport(deps, target);
  return { booking, target };
}

it("another conclusion about the same person in another booking is to be explained", async () => {
  const { deps, by } = world;
  const person = { first: "Bea", last: "Moss", birth: "1941-03-27" };
  const before = await reportAbout(person, "2027-03-12");
  await sendWholeReport(deps, before.target);
  const [sent] = await reportsOfBooking(deps, before.booking.id);
  const release = { bookingId: before.booking.id, by: BY_STAFF, reportId: sent!.id, recipients: [REFERRER] };
  expect(await releaseReport(deps, release)).toMatchObject({ ok: true });

  const codesAbout = async (one: typeof person, day: string) => {
    const { target } = await reportAbout(one, day);
    const opened = await openDraft(deps, target.visitId, by, { toSave: true });
    if (opened?.kind !== "open") throw new Error("not open");
    const answers = opened.draft.parts["decision-1"]!;
    const able = {
      ...opened.draft,
      parts: { ...opened.draft.parts, "decision-1": { ...answers, weigh: "can" } },
    };
    const findings = await readCheck(deps, { ...opened, draft: able });
    return findings.filter(({ code }) => code === "changed-opinion").map(({ message }) => message);
  };
  expect(await codesAbout({ ...person, first: "Mrs Bea" }, "2027-03-15")).toEqual([
    `An earlier report (${before.booking.reference}, version 1) came to another conclusion on decision 1. Explain why.`,
  ]);
  expect(await codesAbout({ ...person, birth: "1951-03-27" }, "2027-03-16")).toEqual([]);
  expect(await codesAbout({ ...person, first: "Joan" }, "2027-03-17")).toEqual([]);
});
