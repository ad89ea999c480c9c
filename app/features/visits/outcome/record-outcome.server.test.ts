import { expect, test } from "vitest";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { render } from "#tests/setup/rendered-site.ts";
import { saveProfile } from "#app/features/assessors/save-assessor.server.ts";
import { BY_STAFF, byAssessor, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { OutcomeSchema } from "./outcome-schema.ts";
import { readStage } from "#app/features/stage/read-stages.server.ts";
import { recordOutcome } from "./record-outcome.server.ts";

const DURING = "2027-03-11T10:30:00.000Z";
const AFTERWARDS = "2027-03-11T12:00:00.000Z";

const HELD = {
  held: "full",
  startedAt: "10:05",
  endedAt: "11:30",
  conducted: "in-person",
  identity: "Passport",
  present: "Her daughter Canary",
};

async function visited(deps: TestDeps) {
  const booking = await createBooking(deps);
  const assessor = await createAssessor(deps);
  const agreed = await agreeVisit(deps, {
    ...BY_STAFF,
    bookingId: booking.id,
    version: 1,
    isReferrerTold: false,
    plan: PLAN,
    assessorId: assessor.id,
    overruled: null,
  });
  const visitId = agreed.ok ? agreed.visitId : "";
  deps.clock.set(AFTERWARDS);
  const record = (form: object, version = 0, by = assessor) =>
    recordOutcome(deps, { ...byAssessor(by), visitId, outcome: OutcomeSchema.parse({ ...form, version }) });
  const read = async () => {
    const row = await deps.db
      .selectFrom("bookings")
      .selectAll()
      .where("id", "=", booking.id)
      .executeTakeFirstOrThrow();
    return { row, stage: (await readStage(deps, row.id)).stage };
  };
  return { booking, assessor, visitId, record, read };
}

test("a visit that was held leaves the booking visited", async () => {
  const deps = createTestDeps();
  const { record, read } = await visited(deps);
  expect(await record(HELD)).toEqual({ ok: true });
  expect((await read()).stage).toBe("to-report");
});

test.each([
  { ...HELD, held: "part" },
  { held: "none", notHeldReason: "not-at-home" },
])("after a visit with outcome $held another one is to be agreed", async (form) => {
  const deps = createTestDeps();
  const { record, read } = await visited(deps);
  expect(await record(form)).toEqual({ ok: true });
  const { row, stage } = await read();
  expect(row.awaits_contact_since).toBe(AFTERWARDS);
  expect(stage).toBe("to-contact");
});

test("a correction within seven days counts, the first report stays, and both are on staff's page", async () => {
  const deps = createTestDeps();
  const { booking, record, read } = await visited(deps);
  await record({ held: "none", notHeldReason: "not-at-home" });
  expect(await record(HELD)).toMatchObject({ problem: "changed-since" });
  deps.clock.set("2027-03-18T11:00:00.000Z");
  expect(await record(HELD, 1)).toEqual({ ok: true });
  const { row, stage } = await read();
  expect([row.awaits_contact_since, stage]).toEqual([null, "to-report"]);
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const { text } = await render(deps, `/admin/bookings/${booking.id}/visit`, cookie);
  for (const shown of [
    "Held in full",
    "Her daughter Canary",
    "Before it was corrected",
    "Not held: nobody was at home",
  ])
    expect(text).toContain(shown);
  deps.clock.set("2027-03-18T13:00:00.000Z");
  expect(await record(HELD, 2)).toMatchObject({ problem: "too-late" });
});

test("an unsafe visit is an urgent card and a mail at once, until staff have dealt with it", async () => {
  const deps = createTestDeps();
  const { booking, assessor, visitId, record } = await visited(deps);
  await saveProfile(deps, assessor.id, { phone: "07700 900456", version: 2 }, BY_STAFF);
  await record({ held: "none", notHeldReason: "unsafe", note: "He had a Canary knife" });
  const mails = await deps.db
    .selectFrom("outbox")
    .select("topic")
    .where("topic", "=", "unsafe-visit")
    .execute();
  expect(mails).toHaveLength(1);
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const page = async () => (await render(deps, `/admin/bookings/${booking.id}`, cookie)).text;
  const dashboard = async () => (await render(deps, "/admin/dashboard", cookie)).text;
  expect(await page()).toContain("Urgent: the assessor was not safe");
  expect(await dashboard()).toContain("Assessor was not safe");
  for (const read of [page, dashboard]) expect(await read()).toContain('href="tel:+447700900456"');
  const { location } = await render(deps, `/admin/visits/${visitId}/dealt-with`, cookie, { form: "1" });
  expect(location).toBe(`/admin/bookings/${booking.id}?done=dealt-with`);
  expect(await page()).not.toContain("Urgent: the assessor was not safe");
  expect(await dashboard()).not.toContain("Assessor was not safe");
});

test("nobody but the visit's assessor records an outcome, and none before it begins", async () => {
  const deps = createTestDeps();
  const { record, assessor } = await visited(deps);
  expect(await record(HELD, 0, await createAssessor(deps))).toMatchObject({ problem: "not-found" });
  deps.clock.set("2027-03-11T09:59:00.000Z");
  expect(await record(HELD, 0, assessor)).toMatchObject({ problem: "not-begun" });
  deps.clock.set(DURING);
  expect(await record({ held: "none", notHeldReason: "refused" }, 0, assessor)).toEqual({ ok: true });
});

test("the page asks for a missing outcome, and takes one that is typed", async () => {
  const deps = createTestDeps();
  const { assessor, visitId } = await visited(deps);
  const { cookie } = await signInAs(deps, assessor);
  const home = async () => (await render(deps, "/assessor", cookie)).text;
  expect(await home()).toContain("Outcome missing");
  const path = `/assessor/visits/${visitId}/outcome`;
  expect((await render(deps, path, cookie, { held: "none", version: "0" })).text).toContain(
    "Choose why the visit was not held.",
  );
  const { location } = await render(deps, path, cookie, { ...HELD, version: "0" });
  expect(location).toBe(`/assessor/visits/${visitId}?done=outcome`);
  expect(await home()).not.toContain("Outcome missing");
  expect(await home()).toContain("Outcomes you can still correct");
});
