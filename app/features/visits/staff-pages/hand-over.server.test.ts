import { beforeEach, describe, expect, test } from "vitest";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { addDaysOff } from "#app/features/assessors/assessors.server.ts";
import { deactivateUser } from "#app/features/accounts/users/change-user.server.ts";
import type { UserRow } from "#app/features/accounts/record/tables.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";

let deps: TestDeps;
let ill: UserRow;
let coordinator: UserRow;

beforeEach(async () => {
  deps = createTestDeps();
  ill = await createAssessor(deps, { first_name: "Ina", last_name: "Ill" });
  coordinator = await createUser(deps, { role_id: "coordinator" });
});

async function visitAt(start: string, plan: object = {}, assessor = ill) {
  const booking = await createBooking(deps);
  const agreed = await agreeVisit(deps, {
    ...BY_STAFF,
    bookingId: booking.id,
    version: 1,
    isReferrerTold: false,
    overruled: null,
    plan: { ...PLAN, start, ...plan },
    assessorId: assessor.id,
  });
  if (!agreed.ok) throw new Error(agreed.problem);
  return { id: agreed.visitId, reference: booking.reference, bookingId: booking.id };
}

/** One whose journeys leave no time for two visits that follow each other. */
const FAR = { travelBeforeMinutes: 60, travelAfterMinutes: 60 };

const DAY = `?from=${PLAN.day}&until=${PLAN.day}`;

async function open(search = DAY, form?: Record<string, string>) {
  const { cookie } = await signInAs(deps, coordinator);
  const path = `/admin/assessors/${ill.id}/hand-over${search}`;
  const { text, ...answer } = await render(deps, path, cookie, form);
  return { ...answer, text: joinTexts(text) };
}

/** The form as it is shown, with what is chosen already. */
function fieldsOf(text: string): Record<string, string> {
  const inputs = [...text.matchAll(/<input [^>]*>/g)].map(([input]) => {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1];
    const isChosen = !/type="(radio|checkbox)"/.test(input) || / checked=/.test(input);
    return { name: attribute("name"), value: attribute("value") ?? "on", isChosen };
  });
  return Object.fromEntries(
    inputs.flatMap(({ name, value, isChosen }) =>
      name && isChosen && /^(visit|version|list)-|^(notify|daysOff)$/.test(name) ? [[name, value]] : [],
    ),
  );
}

const holderOf = async (visitId: string) =>
  (
    await deps.db
      .selectFrom("visits")
      .select("assessor_id")
      .where("id", "=", visitId)
      .executeTakeFirstOrThrow()
  ).assessor_id;

const topics = async () =>
  (await deps.db.selectFrom("outbox").select(["topic", "recipient"]).execute()).map(
    ({ topic, recipient }) => `${topic} ${recipient}`,
  );

describe("all visits of a day", () => {
  test("go with one press to those who are free, and everybody is told", async () => {
    const tom = await createAssessor(deps, { first_name: "Tom" }, FAR);
    const ann = await createAssessor(deps, { first_name: "Ann" }, FAR);
    const [first, second] = [await visitAt("10:00"), await visitAt("12:30", { minutes: 60 })];
    const later = await visitAt("10:00", { day: "2027-03-12" });
    await deps.db.deleteFrom("outbox").execute();
    const { text } = await open();
    expect(text).toContain("Hand over visits of Ina Ill");
    expect(text).toContain(first.reference);
    expect(text).not.toContain(later.reference);
    const fields = fieldsOf(text);
    // Ann comes first by name, and has no time for the second one beside the first.
    expect([fields[`visit-${first.id}`], fields[`visit-${second.id}`]]).toEqual([ann.id, tom.id]);
    const { location } = await open(DAY, { ...fields, reason: "Ill" });
    expect(location).toMatch(/&done=handed-over$/);
    expect([await holderOf(first.id), await holderOf(second.id)]).toEqual([ann.id, tom.id]);
    expect(await holderOf(later.id)).toBe(ill.id);
    const told = await topics();
    for (const mail of [
      `assessor-visit-agreed ${ann.email}`,
      `assessor-visit-agreed ${tom.email}`,
      `assessor-visit-reassigned ${ill.email}`,
      "visit-reassigned Joanna.Reeve@example.org",
    ])
      expect(told).toContain(mail);
    expect((await open()).text).toContain("Ina Ill has no visits to come on 11/03/2027");
  });

  test("with the days off, so that whatever nobody takes stays on the dashboard", async () => {
    await createAssessor(deps, { first_name: "Tom" }, { areas: ["BD"] });
    const { id, reference } = await visitAt("10:00");
    const { text } = await open();
    const fields = fieldsOf(text);
    expect(fields[`visit-${id}`]).toBe("");
    expect(fields.daysOff).toBe("on");
    const { location } = await open(DAY, fields);
    expect(location).toMatch(/&done=days-off$/);
    const { cookie } = await signInAs(deps, coordinator);
    const dashboard = (await render(deps, "/admin/dashboard", cookie)).text;
    expect(dashboard).toContain("Assessor cannot come");
    expect(dashboard).toContain(reference);
    expect((await open()).text).toContain("Day off");
    expect((await open()).text).not.toContain('name="daysOff"');
  });

  test("that cannot be handed over stay, with the reason, and the others go", async () => {
    const tom = await createAssessor(deps, { first_name: "Tom" }, FAR);
    const [first, second] = [await visitAt("10:00"), await visitAt("12:30")];
    const fields = fieldsOf((await open()).text);
    const both = { ...fields, [`visit-${first.id}`]: tom.id, [`visit-${second.id}`]: tom.id };
    const { status, text } = await open(DAY, both);
    expect(status).toBe(409);
    expect(text).toContain("1 of 2 visits were handed over. The rest stays: see why below.");
    expect(text).toContain("The assessor is not free: Visit 10:00–11:30");
    expect(await holderOf(first.id)).toBe(tom.id);
    expect(await holderOf(second.id)).toBe(ill.id);
  });

  test("are not given to somebody against whom something came up since", async () => {
    const tom = await createAssessor(deps, { first_name: "Tom" });
    const { id } = await visitAt("10:00");
    const fields = fieldsOf((await open()).text);
    expect(fields[`visit-${id}`]).toBe(tom.id);
    await addDaysOff(deps, tom.id, { fromOn: PLAN.day, untilOn: PLAN.day }, BY_STAFF);
    const refused = await open(DAY, fields);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("Day off. Press the button again to go on.");
    const again = { ...fieldsOf(refused.text), [`visit-${id}`]: tom.id };
    expect((await open(DAY, again)).status).toBe(302);
    expect(await holderOf(id)).toBe(tom.id);
  });

  test("that somebody else gave away meanwhile are not given twice", async () => {
    const tom = await createAssessor(deps, { first_name: "Tom" });
    const { id, bookingId } = await visitAt("10:00");
    const fields = fieldsOf((await open()).text);
    await deps.db.updateTable("bookings").set({ version: 9 }).where("id", "=", bookingId).execute();
    const { status, text } = await open(DAY, fields);
    expect(status).toBe(409);
    expect(text).toContain("Somebody else changed this booking");
    expect([await holderOf(id), tom.id]).toEqual([ill.id, tom.id]);
  });

  test("need somebody chosen", async () => {
    const { id } = await visitAt("10:00");
    const { status, text } = await open(DAY, { [`visit-${id}`]: "" });
    expect(status).toBe(400);
    expect(text).toContain("choose somebody for a visit");
  });
});

test("from a day on, also of somebody whose account is deactivated, all visits are listed", async () => {
  const visits = [await visitAt("10:00"), await visitAt("10:00", { day: "2027-04-08" })];
  await deactivateUser(deps, ill.id, BY_STAFF);
  const { text } = await open("");
  for (const { reference } of visits) expect(text).toContain(reference);
  expect(text).toContain("Their account is deactivated");
  expect(text).not.toContain('name="daysOff"');
});

test("whoever has as many visits as they want in a day is not chosen for more", async () => {
  const tom = await createAssessor(deps, { first_name: "Tom" }, { maxVisitsADay: 1, travelBeforeMinutes: 0 });
  const [first, second] = [await visitAt("09:00", { minutes: 30 }), await visitAt("15:00", { minutes: 30 })];
  const fields = fieldsOf((await open()).text);
  expect([fields[`visit-${first.id}`], fields[`visit-${second.id}`]]).toEqual([tom.id, ""]);
});
