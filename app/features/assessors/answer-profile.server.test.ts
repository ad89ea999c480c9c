import { expect, test } from "vitest";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createUser } from "#tests/setup/factories.ts";
import { BY_STAFF, createAssessor } from "#tests/setup/visits.ts";
import { askFirstOf } from "#app/features/visits/plan/ask-first.server.ts";
import { answerAssessorPage } from "./answer-profile.server.ts";
import { readAssessorPage } from "./read-profile.server.ts";

const PROFILE: [string, string][] = [
  ["intent", "profile"],
  ["version", "2"],
  ["professions", "nurse"],
  ["professions", "social-worker"],
  ["modes", "virtual"],
  ["areas", "ls bd, hx1"],
  ["languages", "Polish, Urdu"],
  ["travelBeforeMinutes", "20"],
  ["travelAfterMinutes", "15"],
];

type Forms = Parameters<typeof answerAssessorPage>[0]["forms"];

async function send(deps: TestDeps, userId: string, fields: [string, string][], forms: Forms = "staff") {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const askFirst = askFirstOf(deps, { assessorIds: [userId] });
  const posted = { deps, by: BY_STAFF, userId, form, page: "/page", forms, askFirst };
  try {
    const { init, data } = await answerAssessorPage(posted);
    return { status: init?.status, data };
  } catch (thrown) {
    if (thrown instanceof Response) return { location: thrown.headers.get("Location") };
    return { status: (thrown as { init?: { status?: number } }).init?.status };
  }
}

test("a profile is saved as it was typed; the same again saves nothing", async () => {
  const deps = createTestDeps();
  const { id } = await createAssessor(deps);
  expect(await send(deps, id, PROFILE)).toEqual({ location: "/page?done=profile" });
  const { assessor } = await readAssessorPage(deps, id);
  expect(assessor).toMatchObject({
    professions: ["nurse", "social-worker"],
    areas: ["LS", "BD", "HX1"],
    languages: ["Polish", "Urdu"],
    registerBody: null,
    maxVisitsADay: null,
    travelBeforeMinutes: 20,
    version: 3,
  });
  const again = PROFILE.map(([name, value]) => [name, name === "version" ? "3" : value] as [string, string]);
  expect(await send(deps, id, again)).toEqual({ location: "/page?done=unchanged" });
});

test("a wrong area is named, and what was typed stays", async () => {
  const deps = createTestDeps();
  const { id } = await createAssessor(deps);
  const wrong = PROFILE.map(
    ([name, value]) => [name, name === "areas" ? "Leeds" : value] as [string, string],
  );
  expect(await send(deps, id, wrong)).toMatchObject({
    status: 400,
    data: {
      formId: "profile-form",
      error: { areas: ["“Leeds” is no postcode area or district. Enter areas such as LS, BD, HX1."] },
      initialValue: { areas: "Leeds", languages: "Polish, Urdu" },
    },
  });
});

test("of two who save at once the second is told, and keeps what they typed", async () => {
  const deps = createTestDeps();
  const { id } = await createAssessor(deps);
  const hours: [string, string][] = [
    ["intent", "hours"],
    ["version", "2"],
    ["hoursMonday", "9-13"],
  ];
  expect(await send(deps, id, hours)).toEqual({ location: "/page?done=hours" });
  const second = await send(deps, id, PROFILE);
  expect(second).toMatchObject({ status: 409, data: { initialValue: { areas: "ls bd, hx1" } } });
  expect(second.data!.initialValue).not.toHaveProperty("version");
});

test("an assessor does not edit the profile, and nobody edits one of a user who is no assessor", async () => {
  const deps = createTestDeps();
  const { id } = await createAssessor(deps);
  expect(await send(deps, id, PROFILE, "own-profile")).toEqual({ status: 403 });
  const coordinator = await createUser(deps, { role_id: "coordinator" });
  expect(await send(deps, coordinator.id, PROFILE)).toEqual({ status: 404 });
  await expect(readAssessorPage(deps, coordinator.id)).rejects.toMatchObject({ init: { status: 404 } });
});

test("days off are added once, removed by their own assessor's page, and refused when they are over", async () => {
  const deps = createTestDeps();
  const { id } = await createAssessor(deps);
  const other = await createAssessor(deps);
  const off: [string, string][] = [
    ["intent", "days-off"],
    ["fromOn", "2027-03-12"],
    ["untilOn", "2027-03-14"],
  ];
  for (const _ of [1, 2]) expect(await send(deps, id, off)).toEqual({ location: "/page?done=days-off" });
  const [days, ...more] = (await readAssessorPage(deps, id)).daysOff;
  expect([days, more]).toMatchObject([{ fromOn: "2027-03-12", untilOn: "2027-03-14" }, []]);
  const remove: [string, string][] = [
    ["intent", "remove-days-off"],
    ["id", days!.id],
  ];
  await send(deps, other.id, remove);
  expect((await readAssessorPage(deps, id)).daysOff).toHaveLength(1);
  await send(deps, id, remove);
  expect((await readAssessorPage(deps, id)).daysOff).toEqual([]);
  const past: [string, string][] = [
    ["intent", "days-off"],
    ["fromOn", "2027-03-01"],
  ];
  expect(await send(deps, id, past)).toMatchObject({
    status: 400,
    data: { error: { untilOn: ["Enter today or a later day."] } },
  });
});
