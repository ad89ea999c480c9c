import { expect, test } from "vitest";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { makeRequest } from "#app/features/booking/record/requests.server.ts";
import { placeRestriction } from "#app/features/data-protection/restrictions.server.ts";
import {
  encryptClientDetails,
  NO_CLIENT_DETAILS,
} from "#app/features/booking/fields/field-columns.server.ts";
import { saveSettings } from "#app/features/settings/save-settings.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { BY_STAFF, byAssessor, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { acceptQuestion, askAssessors } from "#app/features/visits/agree/ask-assessors.server.ts";
import { listAssessorsWithVisits, readAssessorHome } from "./assessor-visits.server.ts";
import { findAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import { openAssessorVisit } from "./open-visit.server.ts";
import { changeStatus } from "#app/features/staff/booking/change-status.server.ts";
import { agreeVisit, cancelVisit, recordNotHeld } from "#app/features/visits/agree/change-visit.server.ts";

async function namedBooking(deps: TestDeps) {
  const id = deps.ids.uuid();
  const details = { ...NO_CLIENT_DETAILS, townCity: "Leeds", addressLine1: "3 Mill Lane" };
  return createBooking(deps, {
    id,
    client_first_name: "Edith",
    client_last_name: "Marsh",
    client_details_sealed: encryptClientDetails(deps.secrets, id, details),
  });
}

const ask = (deps: TestDeps, bookingId: string, assessorIds: string[]) =>
  askAssessors(deps, {
    ...BY_STAFF,
    bookingId,
    plan: PLAN,
    assessorIds,
    deadlineAt: "2027-03-11T08:00:00.000Z",
    isReferrerTold: true,
  });

async function agreed(deps: TestDeps) {
  const booking = await namedBooking(deps);
  const assessor = await createAssessor(deps);
  const change = { ...BY_STAFF, bookingId: booking.id, version: 1, isReferrerTold: true };
  const result = await agreeVisit(deps, { ...change, plan: PLAN, assessorId: assessor.id, overruled: null });
  return { booking, assessor, change, visitId: result.ok ? result.visitId : "" };
}

test("a question says town, assessments and deadline, and names nobody", async () => {
  const deps = createTestDeps();
  const { id } = await namedBooking(deps);
  const assessor = await createAssessor(deps);
  await ask(deps, id, [assessor.id]);
  const { cookie } = await signInAs(deps, assessor);
  const { text } = await render(deps, "/assessor", cookie);
  for (const shown of [
    "Can you come on Thursday 11 March 2027, 10:00–11:30?",
    "Leeds, LS6",
    "Property and Finance Capacity Assessment",
    "Accept",
    "Decline",
  ])
    expect(joinTexts(text)).toContain(shown);
  expect(text).not.toMatch(/Edith|Marsh|Mill Lane|Joanna|MCA-/);
});

test("an assessor opens a visit of their own, with who and where, and the opening is recorded", async () => {
  const deps = createTestDeps();
  const { booking, assessor, visitId } = await agreed(deps);
  expect((await readAssessorHome(deps, assessor.id)).visits).toMatchObject([
    { id: visitId, day: PLAN.day, district: "LS6", reference: booking.reference },
  ]);
  const { cookie } = await signInAs(deps, assessor);
  const { text } = await render(deps, `/assessor/visits/${visitId}`, cookie);
  for (const shown of ["Edith Marsh", PLAN.place, "Joanna Reeve", "07700 900123"])
    expect(text).toContain(shown);
  const views = deps.db.selectFrom("audit_log").select(["actor_kind", "actor_id", "subject_id"]);
  expect(await views.where("action", "=", "visit.viewed").execute()).toEqual([
    { actor_kind: "assessor", actor_id: assessor.id, subject_id: booking.id },
  ]);
});

test("every page of a visit says in its title and head whom it is for, and of a restricted person the reference alone", async () => {
  const deps = createTestDeps();
  const { assessor, booking, visitId } = await agreed(deps);
  const { cookie } = await signInAs(deps, assessor);
  const pages = [
    "",
    "/outcome",
    "/documents",
    "/exchanges",
    "/exchanges/sheet",
    "/pack",
    "/letter",
    "/referral",
  ]
    .concat(["/report", "/report/write", "/concern"])
    .map((page) => `/assessor/visits/${visitId}${page}`);
  for (const page of pages) {
    const { text } = await render(deps, page, cookie);
    expect(text, page).toMatch(/<title>Edith Marsh: .*MCA-/);
    expect(text, page).toMatch(/(class="page-subject"|<h1>).*?Edith Marsh.*?<small>.*?MCA-/);
    expect(text.match(/<h1\b/g), page).toHaveLength(1);
  }
  const restricted = { id: deps.ids.uuid(), email_key: null, booking_id: booking.id };
  await placeRestriction(deps, { ...BY_STAFF, kind: "restriction", case: restricted, reason: "Art. 18" });
  for (const page of pages) {
    const { text } = await render(deps, page, cookie);
    expect(text, page).not.toMatch(/Edith|Marsh|Pages of this visit/);
  }
});

test("the place of a visit is linked to a map of another company only once Settings switch it on", async () => {
  const deps = createTestDeps();
  const { assessor, visitId } = await agreed(deps);
  const { cookie } = await signInAs(deps, assessor);
  const page = async (path: string) => (await render(deps, path, cookie)).text;
  const path = `/assessor/visits/${visitId}`;
  expect(await page(path)).not.toContain("openstreetmap");
  expect(await page("/privacy")).not.toContain("OpenStreetMap");
  const value = { ...deps.settings.current().switches, maps: true };
  await saveSettings(deps, { group: "switches", value, baseVersion: 0 }, BY_STAFF);
  expect(await page(path)).toContain('href="https://www.openstreetmap.org/search?query=3%20Mill%20Lane');
  expect(await page("/privacy")).toContain("OpenStreetMap");
});

test("a visit is closed to its assessor 30 days after the booking was completed", async () => {
  const deps = createTestDeps();
  const { assessor, booking, visitId } = await agreed(deps);
  const isOpen = async () => (await findAssessorVisit(deps, visitId, assessor.id)) !== null;
  deps.clock.set("2027-06-01T10:00:00.000Z");
  expect(await isOpen()).toBe(true);
  await changeStatus(deps, {
    ...BY_STAFF,
    bookingId: booking.id,
    version: 2,
    status: "completed",
    reason: "",
    note: "",
    isDateAccepted: true,
    isReferrerTold: false,
  });
  deps.clock.set("2027-07-01T10:00:00.000Z");
  expect(await isOpen()).toBe(true);
  // Staff look at it ever again, and change a word of it.
  for (let count = 0; count <= 200; count += 1)
    await recordAudit(deps, BY_STAFF, "booking.viewed", ["booking", booking.id]);
  await deps.db.updateTable("bookings").set({ updated_at: deps.clock.now().toISOString() }).execute();
  deps.clock.set("2027-07-02T10:00:00.000Z");
  expect(await isOpen()).toBe(false);
});

test("a visit is closed to its assessor when it is cancelled, and 30 days after one that was not held", async () => {
  const deps = createTestDeps();
  const { assessor, change, visitId } = await agreed(deps);
  deps.clock.set("2027-03-11T12:00:00.000Z");
  await recordNotHeld(deps, { ...change, version: 2, reason: "Unwell" });
  deps.clock.set("2027-04-10T10:00:00.000Z");
  expect(await findAssessorVisit(deps, visitId, assessor.id)).not.toBeNull();
  deps.clock.set("2027-04-11T10:00:00.000Z");
  expect(await findAssessorVisit(deps, visitId, assessor.id)).toBeNull();
  deps.clock.set("2027-03-10T10:00:00.000Z");
  await deps.db.updateTable("visits").set({ ended_as: null, ended_at: null }).execute();
  await cancelVisit(deps, { ...change, version: 3, after: "agree-another", reason: "" });
  expect(await findAssessorVisit(deps, visitId, assessor.id)).toBeNull();
  expect((await readAssessorHome(deps, assessor.id)).visits).toEqual([]);
});

test("of a person whose data is restricted an assessor sees the day only, and no question", async () => {
  const deps = createTestDeps();
  const { booking, assessor, visitId } = await agreed(deps);
  const asked = await namedBooking(deps);
  await ask(deps, asked.id, [assessor.id]);
  for (const { id } of [booking, asked]) {
    const restricted = { id: deps.ids.uuid(), email_key: null, booking_id: id };
    await placeRestriction(deps, { ...BY_STAFF, kind: "restriction", case: restricted, reason: "Art. 18" });
  }
  expect((await readAssessorHome(deps, assessor.id)).questions).toEqual([]);
  const own = (await findAssessorVisit(deps, visitId, assessor.id))!;
  expect(await openAssessorVisit(deps, own, byAssessor(assessor))).toMatchObject({
    day: PLAN.day,
    about: null,
  });
  const { cookie } = await signInAs(deps, assessor);
  const { text } = await render(deps, `/assessor/visits/${visitId}`, cookie);
  expect(text).toContain("Call the office before you go");
  expect(text).not.toMatch(/Edith|Mill Lane/);
});

test("staff see each assessor with a registration that ends soon and the visits of two weeks", async () => {
  const deps = createTestDeps();
  const { assessor } = await agreed(deps);
  const soon = await createAssessor(deps, { first_name: "Ann" }, { registerEndsOn: "2027-05-01" });
  const ended = await createAssessor(deps, { first_name: "Bea" }, { registerEndsOn: "2027-03-09" });
  const { assessors: listed } = await listAssessorsWithVisits(deps, new URL("http://assessors/"));
  expect(listed.map(({ id, registration, visitCount }) => [id, registration, visitCount])).toEqual([
    [soon.id, "ends-soon", 0],
    [ended.id, "ended", 0],
    [assessor.id, "valid", 1],
  ]);
});

test("two questions for one hour name each other, and once one is accepted the other cannot be", async () => {
  const deps = createTestDeps();
  const assessor = await createAssessor(deps);
  const { cookie } = await signInAs(deps, assessor);
  for (const one of [await namedBooking(deps), await namedBooking(deps)])
    await ask(deps, one.id, [assessor.id]);
  const before = joinTexts((await render(deps, "/assessor", cookie)).text);
  expect(before).toContain("You are asked for another visit, 10:00–11:30");
  expect(before.match(/value="accept"/g)).toHaveLength(2);
  const { questions } = await readAssessorHome(deps, assessor.id);
  expect(questions.map(({ clashes }) => clashes.length)).toEqual([1, 1]);
  const [first, second] = questions;
  await acceptQuestion(deps, { ...byAssessor(assessor), questionId: first!.id });
  const after = joinTexts((await render(deps, "/assessor", cookie)).text);
  expect(after).not.toContain('value="accept"');
  expect(after).toContain("You have another visit then: Visit 10:00–11:30 in LS6");
  expect(after).toContain('value="decline"');
  const again = await acceptQuestion(deps, { ...byAssessor(assessor), questionId: second!.id });
  expect(again).toMatchObject({ ok: false, problem: "overlap" });
});

test("staff who ask an assessor see for what hours they are asked already", async () => {
  const deps = createTestDeps();
  const assessor = await createAssessor(deps);
  const [asked, other] = [await namedBooking(deps), await namedBooking(deps)];
  await ask(deps, asked.id, [assessor.id]);
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const at = (start: string) => `?${new URLSearchParams({ day: PLAN.day, start })}`;
  const page = async (id: string, start: string) =>
    joinTexts((await render(deps, `/admin/bookings/${id}/visit${at(start)}`, cookie)).text);
  expect(await page(other.id, "11:00")).toContain("Asked for another visit, 10:00–11:30");
  expect(await page(other.id, "15:00")).not.toContain("Asked for another visit");
  expect(await page(asked.id, "11:00")).not.toContain("Asked for another visit");
});

test("a visit that the referrer asks to cancel is not offered to whoever was asked", async () => {
  const deps = createTestDeps();
  const booking = await namedBooking(deps);
  const assessor = await createAssessor(deps);
  await ask(deps, booking.id, [assessor.id]);
  const { cookie } = await signInAs(deps, assessor);
  const by = { actor: { kind: "visitor", id: null }, requestId: "test" } as const;
  await makeRequest(deps, booking.id, { ...by, kind: "cancel", day: null, note: "" });
  const { text } = await render(deps, "/assessor", cookie);
  expect(text).not.toContain('value="accept"');
  expect(text).toContain("This visit can no longer be agreed.");
});
