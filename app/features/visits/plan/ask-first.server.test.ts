import { describe, expect, test } from "vitest";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { SEED_RULES } from "#app/features/catalogue/booking-rules.ts";
import { asFormValues, SETTINGS_PAGES } from "#app/features/settings/pages.ts";
import { startCase } from "#app/features/privacy/subject.server.ts";
import type { UserRow } from "#app/features/accounts/record/tables.ts";
import { agreeVisit, reassignVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { acceptQuestion, askAssessors } from "#app/features/visits/agree/ask-assessors.server.ts";

type Fields = Record<string, string | string[]>;

async function agreed(deps: TestDeps, overrides: Parameters<typeof createBooking>[1] = {}) {
  const booking = await createBooking(deps, overrides);
  const assessor = await createAssessor(deps);
  const change = { ...BY_STAFF, bookingId: booking.id, isReferrerTold: false, overruled: null };
  const visit = await agreeVisit(deps, { ...change, version: 1, plan: PLAN, assessorId: assessor.id });
  if (!visit.ok) throw new Error(visit.problem);
  const administrator = await createUser(deps, { role_id: "administrator" });
  const as = async (user: UserRow, path: string, form?: Fields) => {
    const { cookie } = await signInAs(deps, user);
    const { text, ...answer } = await render(deps, path, cookie, form);
    return { ...answer, text: joinTexts(text) };
  };
  const send = (path: string, form: Fields) => as(administrator, path, form);
  return {
    booking,
    assessor,
    visitId: visit.visitId,
    change,
    as,
    send,
    open: async (path: string) => (await as(administrator, path)).text,
    bookingPage: async () => (await as(administrator, `/admin/bookings/${booking.id}`)).text,
    dashboard: async () => (await as(administrator, "/admin/dashboard")).text,
    settle: async () => {
      const { text } = await as(administrator, `/admin/bookings/${booking.id}`);
      const problems = [...text.matchAll(/name="problems" value="([^"]*)"/g)].map(([, key]) => key!);
      return send(`/admin/visits/${visit.visitId}/settle`, { problems });
    },
  };
}

const PROFILE = {
  intent: "profile",
  version: "2",
  professions: "social-worker",
  registerBody: "Social Work England",
  registerNumber: "SW123456",
  registerEndsOn: "2199-12-31",
  assessments: ["property-finance", "health-welfare"],
  modes: ["face-to-face", "virtual"],
  areas: "LS",
  maxVisitsADay: "3",
  travelBeforeMinutes: "30",
  travelAfterMinutes: "30",
};

const HOURS = { intent: "hours", version: "2", hoursMonday: "9-17", hoursThursday: "9-12" };
const OFF = { intent: "days-off", fromOn: PLAN.day, untilOn: PLAN.day };

describe("a page that would take a visit from its assessor names it, asks, and then saves", () => {
  test.each<[string, "staff" | "own" | "own-profile", Fields, string]>([
    ["a day off", "staff", OFF, "Day off"],
    ["a day off of their own", "own", OFF, "Day off"],
    ["other hours", "staff", { ...HOURS, hoursThursday: "13-17" }, "Outside working hours"],
    ["other hours of their own", "own", { ...HOURS, hoursThursday: "" }, "Outside working hours"],
    [
      "an earlier end of the registration",
      "staff",
      { ...PROFILE, registerEndsOn: "2027-03-10" },
      "Registration ended",
    ],
    ["no end of the registration", "staff", { ...PROFILE, registerEndsOn: "" }, "No registration date"],
    ["another kind", "staff", { ...PROFILE, modes: "virtual" }, "Does no face-to-face visits"],
    ["another area", "staff", { ...PROFILE, areas: "BD" }, "Does not travel to LS6"],
    ["another assessment", "staff", { ...PROFILE, assessments: "health-welfare" }, "Does not do"],
    [
      "another area of their own",
      "own-profile",
      { ...PROFILE, intent: "own-profile", areas: "BD" },
      "Does not travel",
    ],
  ])("%s", async (_what, by, form, why) => {
    const deps = createTestDeps();
    const { assessor, booking, as, send, bookingPage, dashboard, open } = await agreed(deps);
    const path =
      by === "staff"
        ? `/admin/assessors/${assessor.id}`
        : by === "own"
          ? "/assessor/hours"
          : "/assessor/profile";
    const press = (more: Fields = {}) =>
      by === "staff" ? send(path, { ...form, ...more }) : as(assessor, path, { ...form, ...more });
    const asked = await press();
    expect(asked.status).toBe(409);
    expect(asked.text).toContain("Nothing was saved yet");
    expect(asked.text).toContain(why);
    expect(asked.text).toContain(booking.reference);
    expect(asked.text.includes("Hand over these visits first")).toBe(by === "staff");
    expect(await dashboard()).not.toContain("Assessor cannot come");

    const seen = /name="visitsSeen" value="([^"]*)"/.exec(asked.text)![1]!;
    expect((await press({ visitsSeen: seen })).status).toBe(302);
    expect(await dashboard()).toContain("Assessor cannot come");
    expect(await bookingPage()).toContain("Priya Nair cannot come to this visit");
    expect(await open(`/admin/calendar?day=${PLAN.day}`)).toContain("Cannot come: ");
    const listed = await open("/admin/assessors?show=cannot-come");
    expect(listed).toContain(`/admin/assessors/${assessor.id}/hand-over?`);
    expect(listed).toContain("Hand over 1 visit");
  });

  test("deactivating", async () => {
    const deps = createTestDeps();
    const { assessor, booking, send, open, dashboard } = await agreed(deps);
    const user = `/admin/users/${assessor.id}`;
    const direct = await send(user, { intent: "deactivate" });
    expect(direct.location).toBe(`${user}/deactivate`);
    const page = await open(`${user}/deactivate`);
    expect(page).toContain(booking.reference);
    expect(page).toContain("Thursday 11 March 2027, 10:00–11:30");
    const seen = /name="visitsSeen" value="([^"]*)"/.exec(page)![1]!;
    const { location } = await send(user, { intent: "deactivate", visitsSeen: seen });
    expect(location).toBe(`${user}?done=deactivate`);
    // The practice has no active assessor any more: the list is there still.
    expect(await dashboard()).toContain("Their account is deactivated");
  });

  test("another role", async () => {
    const deps = createTestDeps();
    const { assessor, send, dashboard, visitId } = await agreed(deps);
    const form = { intent: "edit", firstName: "Priya", lastName: "Nair", roleId: "coordinator" };
    const version = String(assessor.version);
    const asked = await send(`/admin/users/${assessor.id}`, { ...form, version });
    expect(asked.status).toBe(409);
    expect(asked.text).toContain("They are no assessor any more");
    const saved = await send(`/admin/users/${assessor.id}`, { ...form, version, visitsSeen: visitId });
    expect(saved.location).toMatch(/\?done=edit$/);
    expect(await dashboard()).toContain("They are no assessor any more");
  });

  test("a restriction", async () => {
    const deps = createTestDeps();
    const { booking, visitId, send, dashboard, bookingPage } = await agreed(deps);
    const caseId = await startCase(deps, booking.reference, BY_STAFF);
    const form = { intent: "restriction", reason: "Objected by phone" };
    const asked = await send(`/admin/privacy/cases/${caseId}`, form);
    expect(asked.status).toBe(409);
    expect(asked.text).toContain(booking.reference);
    const placed = await send(`/admin/privacy/cases/${caseId}`, { ...form, visitsSeen: visitId });
    expect(placed.location).toMatch(/\?done=restricted$/);
    expect(await dashboard()).toContain("The privacy desk restricted");
    expect(await bookingPage()).not.toContain("It may stay as it is");
  });

  test("a day on which the practice closes", async () => {
    const deps = createTestDeps();
    const { booking, visitId, send, dashboard } = await agreed(deps);
    const rules = asFormValues(SETTINGS_PAGES.rules, SEED_RULES) as Fields;
    const form = { ...rules, version: "0", closedDays: PLAN.day };
    const asked = await send("/admin/settings/rules", form);
    expect(asked.status).toBe(409);
    expect(asked.text).toContain(booking.reference);
    const saved = await send("/admin/settings/rules", { ...form, visitsSeen: visitId });
    expect(saved.location).toMatch(/\?done=saved$/);
    expect(await dashboard()).toContain("The practice is closed on that day");
    // Once it is closed, another change of the rules names nothing.
    const other = { ...form, version: "1", noticeDays: "8" };
    expect((await send("/admin/settings/rules", other)).status).toBe(303);
  });

  test("other assessments of the booking", async () => {
    const deps = createTestDeps();
    const { booking, visitId, send } = await agreed(deps);
    const form = {
      version: "2",
      showVirtualPricing: "false",
      selectedAssessments: "Capacity to Make a Will",
      assessmentLocation: "Leeds",
      paymentMethod: "pay-later",
    };
    const path = `/admin/bookings/${booking.id}/edit/assessments`;
    const asked = await send(path, form);
    expect(asked.status).toBe(409);
    expect(asked.text).toContain("Does not do: Capacity to Make a Will");
    expect((await send(path, { ...form, visitsSeen: visitId })).location).toMatch(/\?done=edited$/);
  });
});

test("the answers of a referrer make a visit need another assessor: language and other parties", async () => {
  const deps = createTestDeps();
  const { booking, assessor, change, dashboard, bookingPage } = await agreed(deps);
  const earlier = await createBooking(deps, { client_first_name: "Rita", client_last_name: "Webb" });
  await agreeVisit(deps, {
    ...change,
    bookingId: earlier.id,
    version: 1,
    assessorId: assessor.id,
    plan: { ...PLAN, day: "2027-03-18" },
  });
  expect(await dashboard()).not.toContain("Assessor cannot come");
  deps.clock.set("2027-03-10T10:00:00.000Z");
  await saveSections(deps, {
    booking,
    actor: { kind: "visitor", id: null },
    requestId: null,
    sections: {
      personalDetails: { answers: { language: "Polish" } },
      litigate: { answers: { otherParties: "Rita Webb of Leeds" } },
    },
  });
  const list = await dashboard();
  expect(list).toContain("Does not speak Polish");
  expect(list).toContain(`Other party of an earlier visit (${earlier.reference})`);
  expect(await bookingPage()).toContain(`Other party of an earlier visit (${earlier.reference})`);
});

test("an assessor who says so cannot come, until staff say that the visit may stay or somebody else has it", async () => {
  const deps = createTestDeps();
  const { booking, assessor, visitId, as, settle, dashboard, bookingPage, change } = await agreed(deps);
  const say = () => as(assessor, `/assessor/visits/${visitId}`, { intent: "cannot-come", reason: "Flu" });
  await say();
  expect(await dashboard()).toContain("They said on 10 Mar 2027, 09:00 that they cannot come");
  for (const _ of [1, 2]) expect((await settle()).status).toBe(302);
  expect(await dashboard()).not.toContain("Assessor cannot come");
  expect(await bookingPage()).toContain("Visit may stay as it is");
  // The next time is another problem.
  await say();
  expect(await dashboard()).toContain("Assessor cannot come");
  const other = await createAssessor(deps, { first_name: "Tom" });
  await reassignVisit(deps, { ...change, version: 2, assessorId: other.id, reason: "" });
  expect(await dashboard()).not.toContain("Assessor cannot come");
  expect(await bookingPage()).not.toContain("cannot come to this visit");
  expect(booking.version).toBe(1);
});

test("a warning that staff saw when they agreed is no problem afterwards", async () => {
  const deps = createTestDeps();
  const assessor = await createAssessor(deps, {}, { areas: ["BD"] });
  const booking = await createBooking(deps);
  await agreeVisit(deps, {
    ...BY_STAFF,
    bookingId: booking.id,
    isReferrerTold: false,
    overruled: null,
    version: 1,
    plan: { ...PLAN, day: "2027-03-13" },
    assessorId: assessor.id,
  });
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  expect((await render(deps, "/admin/dashboard", cookie)).text).not.toContain("Assessor cannot come");
});

test("an assessor who accepts on a day off keeps the visit without a question", async () => {
  const deps = createTestDeps();
  const assessor = await createAssessor(deps);
  const booking = await createBooking(deps);
  const asked = await askAssessors(deps, {
    ...BY_STAFF,
    bookingId: booking.id,
    isReferrerTold: false,
    assessorIds: [assessor.id],
    plan: { ...PLAN, day: "2027-03-14" },
    deadlineAt: "2027-03-11T09:00:00.000Z",
  });
  const by = { actor: { kind: "assessor", id: assessor.id } as const, requestId: "test" };
  if (!asked.ok) throw new Error(asked.problem);
  expect(await acceptQuestion(deps, { ...by, questionId: asked.questionId })).toEqual({ ok: true });
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  expect((await render(deps, "/admin/dashboard", cookie)).text).not.toContain("Assessor cannot come");
});

test("the visit that comes on top of the most visits a day is asked about, and no other", async () => {
  const deps = createTestDeps();
  const { assessor, send, open, change } = await agreed(deps);
  const second = await createBooking(deps);
  deps.clock.set("2027-03-10T09:05:00.000Z");
  await agreeVisit(deps, {
    ...change,
    bookingId: second.id,
    version: 1,
    assessorId: assessor.id,
    plan: { ...PLAN, start: "14:00" },
  });
  const form = { ...PROFILE, maxVisitsADay: "1" };
  const asked = await send(`/admin/assessors/${assessor.id}`, form);
  expect([...asked.text.matchAll(/name="visitsSeen"/g)]).toHaveLength(1);
  expect(asked.text).toContain("Already 1 visit that day");
  expect(await open(`/admin/bookings/${second.id}`)).not.toContain("cannot come to this visit");
});
