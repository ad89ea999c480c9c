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

test("hours are saved from pairs, and a wrong end is marked where it was typed", async () => {
  const deps = createTestDeps();
  const { id } = await createAssessor(deps);
  const hours: [string, string][] = [
    ["intent", "hours"],
    ["version", "2"],
    ["hoursMondayFrom1", "9"],
    ["hoursMondayUntil1", "12.30"],
    ["hoursMondayFrom2", "14"],
    ["hoursMondayUntil2", ""],
    ["hoursSaturdayFrom2", "10"],
    ["hoursSaturdayUntil2", "24"],
  ];
  expect(await send(deps, id, hours)).toMatchObject({
    status: 400,
    data: {
      error: { hoursMondayUntil2: ["Monday: enter when they end, such as 17:00."] },
      formId: "hours-form",
    },
  });
  const whole = hours.map(([name, value]): [string, string] => [name, value || "17"]);
  expect(await send(deps, id, whole)).toEqual({ location: "/page?done=hours" });
  const [monday, tuesday, , , , saturday] = (await readAssessorPage(deps, id)).assessor.hours;
  expect(monday).toEqual([
    ["09:00", "12:30"],
    ["14:00", "17:00"],
  ]);
  expect([tuesday, saturday]).toEqual([[], [["10:00", "24:00"]]]);
});

test("without scripts “Copy to weekdays” fills the form as it was typed, and saves nothing", async () => {
  const deps = createTestDeps();
  const { id } = await createAssessor(deps);
  const copied = await send(deps, id, [
    ["intent", "hours"],
    ["copy", "weekdays"],
    ["version", "2"],
    ["hoursMondayFrom1", "half past 9"],
    ["hoursMondayUntil1", "16"],
    ["hoursFridayFrom1", "8"],
    ["hoursFridayFrom2", "18"],
    ["hoursSaturdayFrom1", "11"],
  ]);
  expect(copied.data).toMatchObject({
    isCopied: true,
    summary: "",
    initialValue: {
      hoursTuesdayFrom1: "half past 9",
      hoursFridayFrom1: "half past 9",
      hoursFridayUntil1: "16",
      hoursSaturdayFrom1: "11",
    },
  });
  expect(copied.data!.initialValue.hoursFridayFrom2 ?? "").toBe("");
  expect((await readAssessorPage(deps, id)).assessor.version).toBe(2);
});

test("a day’s hours in one text are read as before, and refused in the controls of the page", async () => {
  const deps = createTestDeps();
  const { id } = await createAssessor(deps);
  const sendMonday = (text: string) =>
    send(deps, id, [
      ["intent", "hours"],
      ["version", "2"],
      ["hoursMonday", text],
    ]);
  expect(await sendMonday("9-12, 14 to late")).toMatchObject({
    status: 400,
    data: { initialValue: { hoursMondayFrom1: "9", hoursMondayUntil1: "12", hoursMondayUntil2: "late" } },
  });
  expect(await sendMonday("9-12, 14 to 17")).toEqual({ location: "/page?done=hours" });
  expect((await readAssessorPage(deps, id)).assessor.hours[0]).toHaveLength(2);
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
