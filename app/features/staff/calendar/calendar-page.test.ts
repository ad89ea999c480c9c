import { beforeEach, expect, test } from "vitest";
import { agreeVisit, checkVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { askAssessors } from "#app/features/visits/agree/ask-assessors.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";

let deps: TestDeps;
let cookie: string;
let assessorId: string;

beforeEach(async () => {
  deps = createTestDeps();
  cookie = (await signInAs(deps, await createUser(deps, { role_id: "coordinator" }))).cookie;
  assessorId = (await createAssessor(deps)).id;
});

const read = async (path: string) => {
  const { status, text } = await render(deps, path, cookie);
  return { status, text: joinTexts(text).replaceAll("&amp;", "&") };
};

const named = { client_first_name: "Mary", client_last_name: "Hartley" };

async function agree() {
  const booking = await createBooking(deps, named);
  const change = { ...BY_STAFF, bookingId: booking.id, version: 1, isReferrerTold: false, overruled: null };
  await agreeVisit(deps, { ...change, plan: PLAN, assessorId });
  return booking;
}

test("a visit is on the calendar with its client, and leads to what changes it", async () => {
  const { id, reference } = await agree();
  for (const show of ["day", "week", "month"]) {
    const { text } = await read(`/admin/calendar?show=${show}&day=${PLAN.day}`);
    expect(text).toContain(`aria-label="10:00–11:30, Priya Nair, ${reference}"`);
    expect(text).toContain("Mary Hartley");
    expect(text).toContain("With travel ");
    expect(text).toContain("09:30–12:00");
    for (const page of ["move", "reassign", "cancel"])
      expect(text).toContain(`/admin/bookings/${id}/visit/${page}`);
  }
});

test("a visit fills its column, except beside hours that others are free, and its hours may break", async () => {
  await agree();
  const path = `/admin/calendar?day=${PLAN.day}`;
  const alone = await read(path);
  expect(alone.text).not.toContain("is-beside-free");
  expect(alone.text).toContain(">10:00–11:30</a>");
  await createAssessor(deps);
  expect((await read(path)).text).toContain('class="is-beside-free"');
});

test("a free hour leads to the bookings without a visit, and to the filled in form", async () => {
  await agree();
  const all = `/admin/visits/new?day=${PLAN.day}&start=14:00`.replace(":", "%3A");
  const week = await read(`/admin/calendar?day=${PLAN.day}`);
  expect(week.text).toContain(`href="${all}"`);
  expect(week.text).toContain("14:00, 1 free");
  expect(week.text).not.toContain(`day=${PLAN.day}&start=10%3A00`);
  const own = await read(`/admin/calendar?day=${PLAN.day}&assessor=${assessorId}`);
  expect(own.text).toContain(`href="${all}&assessor=${assessorId}"`);

  const waiting = await createBooking(deps, { ...named, awaits_contact_since: null });
  const chosen = await read(`${all}&assessor=${assessorId}`);
  expect(chosen.text).toContain("Thursday 11 March 2027, 14:00, with Priya Nair");
  const link = /href="(\/admin\/bookings\/[^"]+\/visit\?[^"]+)"/.exec(chosen.text)![1]!;
  expect(link).toContain(waiting.id);
  const form = await read(link);
  expect(form.text).toMatch(/name="day"[^>]*value="2027-03-11"|value="2027-03-11"[^>]*name="day"/);
  expect(form.text).toMatch(
    new RegExp(`<input[^>]*checked=""[^>]*value="${assessorId}"|value="${assessorId}"[^>]*checked=""`),
  );
});

test("the calendar says who is off, and which visits assessors were asked for", async () => {
  const { id } = await createBooking(deps, { ...named, awaits_contact_since: null });
  await askAssessors(deps, {
    ...BY_STAFF,
    bookingId: id,
    plan: PLAN,
    assessorIds: [assessorId],
    deadlineAt: "2027-03-11T08:00:00.000Z",
    isReferrerTold: false,
  });
  const { text } = await read(`/admin/calendar?day=${PLAN.day}`);
  expect(text).toContain("1 assessor was asked");
  const off = { id: deps.ids.uuid(), user_id: assessorId, from_on: "2027-03-12", until_on: "2027-03-12" };
  await deps.db.insertInto("assessor_days_off").values(off).execute();
  const after = await read(`/admin/calendar?day=${PLAN.day}`);
  expect(after.text).toContain("Priya Nair: day off");
  expect(after.text).not.toContain("day=2027-03-12&start");
});

test("no first free time is within the right to cancel, and the times stay when one is refused", async () => {
  const { id } = await createBooking(deps, {
    ...named,
    awaits_contact_since: null,
    preferred_date: PLAN.day,
    start_requested: 0,
  });
  const page = `/admin/bookings/${id}/visit`;
  const { text } = await read(page);
  expect(text).toContain("when the referrer’s right to cancel ends");
  const days = [...text.matchAll(/visit\?day=([\d-]+)&start/g)].map(([, day]) => day!);
  expect(days.length).toBeGreaterThan(0);
  expect(days.every((day) => day > "2027-03-24")).toBe(true);
  const typed = { ...PLAN, minutes: "90", intent: "agree", assessors: assessorId, version: "1" };
  const refused = await render(deps, page, cookie, typed);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("First free times");
  expect(refused.text).toContain("The referrer asked us to start");
});

test("the first free times fill in day, time and assessor", async () => {
  const { id } = await createBooking(deps, {
    ...named,
    awaits_contact_since: null,
    preferred_date: PLAN.day,
  });
  const { text } = await read(`/admin/bookings/${id}/visit`);
  expect(text).toContain("First free times");
  const link = /href="([^"]*\/visit\?day=2027-03-11&start=09%3A00&minutes=90&assessor=[^"]+)"/.exec(
    text,
  )![1]!;
  expect((await read(link)).text).toContain("Thursday 11 March 2027, 09:00–10:30: 1 of 1 free");
});

test("each booking without a visit is beside the calendar with its first free time, which can be agreed", async () => {
  await agree();
  const today = { client_last_name: "Osei", awaits_contact_since: null, preferred_date: PLAN.day };
  const ids = [await createBooking(deps, today), await createBooking(deps, { ...today, start_requested: 0 })];
  for (const booking of ids) {
    const { text } = await read("/admin/calendar");
    const link = new RegExp(`href="(/admin/bookings/${booking.id}/visit\\?[^"]+assessor=[^"]+)"`).exec(text);
    expect(text).toContain("First free: ");
    const offer = new URL(link![1]!, "http://localhost").searchParams;
    const [day, start] = [offer.get("day")!, offer.get("start")!];
    const wanted = { plan: { ...PLAN, day, start }, assessorId: offer.get("assessor")!, overruled: null };
    expect(await checkVisit(deps, booking, wanted)).toMatchObject({ ok: true });
    expect((await read(link![1]!)).text).toContain(`${start}–`);
  }
});

test("a practice with many assessors is listed those with a visit, and finds the others by their records", async () => {
  await agree();
  const others = Array.from({ length: 100 }, (_, index) => ({
    role_id: "assessor",
    last_name: `Other${index}`,
  }));
  const [other] = await Promise.all(others.map((overrides) => createUser(deps, overrides)));
  const namesIn = ({ text }: { text: string }) => new Set(text.match(/(?:Nair|Other\d+)(?=<)/g));
  const day = `/admin/calendar?day=${PLAN.day}`;
  expect(namesIn(await read(day))).toEqual(new Set(["Nair"]));
  expect(namesIn(await read("/admin/dashboard"))).toEqual(new Set(["Nair"]));
  const { text } = await read(`/admin/assessors/${other!.id}`);
  for (const page of ["calendar", "dashboard"]) {
    expect(text).toContain(`href="/admin/${page}?assessor=${other!.id}"`);
    expect(namesIn(await read(`/admin/${page}?assessor=${other!.id}`))).toContain("Other0");
  }
  deps.clock.set(`${PLAN.day}T08:00:00.000Z`);
  cookie = (await signInAs(deps, await createUser(deps, { role_id: "coordinator" }))).cookie;
  const { text: today } = await read("/admin/dashboard?status=cancelled");
  expect(today.slice(today.indexOf("Today’s visits"))).toContain("Priya Nair");
});
