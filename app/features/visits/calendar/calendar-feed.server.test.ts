import ICAL from "ical.js";
import ical from "node-ical";
import { expect, test } from "vitest";
import {
  agreeVisit,
  cancelVisit,
  moveVisit,
  reassignVisit,
} from "#app/features/visits/agree/change-visit.server.ts";
import { placeRestriction } from "#app/features/data-protection/restrictions.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser } from "#tests/setup/factories.ts";
import { render } from "#tests/setup/rendered-site.ts";
import { BY_STAFF, byAssessor, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { changeFeed, feedAddress, readFeed } from "./calendar-feed.server.ts";

/** The same events by an independent reader of calendars. */
function readAgain(content: string) {
  return Object.values(ical.sync.parseICS(content)).flatMap((event) =>
    event?.type === "VEVENT"
      ? [
          {
            uid: event.uid,
            title: String(event.summary),
            status: String(event.status),
            sequence: Number(event.sequence),
            start: event.start.toISOString(),
          },
        ]
      : [],
  );
}

async function subscribe(deps: TestDeps, user: { id: string }) {
  await changeFeed(deps, { ...byAssessor(user), userId: user.id, isOn: true });
  const path = new URL((await feedAddress(deps, user.id))!).pathname;
  const token = /([\w-]+)\.ics$/.exec(path)![1]!;
  const read = async (knownTags: string | null = null) =>
    readFeed(deps, { userId: user.id, token, knownTags });
  const events = async () => {
    const content = (await read())!.content!;
    const calendar = new ICAL.Component(ICAL.parse(content));
    const found = calendar.getAllSubcomponents("vevent").map((event) => ({
      uid: String(event.getFirstPropertyValue("uid")),
      title: String(event.getFirstPropertyValue("summary")),
      status: String(event.getFirstPropertyValue("status")),
      sequence: Number(event.getFirstPropertyValue("sequence")),
      start: (event.getFirstPropertyValue("dtstart") as ICAL.Time).toJSDate().toISOString(),
    }));
    expect(readAgain(content)).toEqual(found);
    return found;
  };
  return { path, read, events };
}

async function agreed(deps: TestDeps) {
  const booking = await createBooking(deps, { client_first_name: "Edith", client_last_name: "Canary" });
  const [assessor, other] = [await createAssessor(deps), await createAssessor(deps)];
  const change = { ...BY_STAFF, bookingId: booking.id, isReferrerTold: false, overruled: null };
  await agreeVisit(deps, { ...change, version: 1, plan: PLAN, assessorId: assessor.id });
  return { booking, assessor, other, change };
}

test("a calendar has the visit, and travel by itself, with reference and area and no name or street", async () => {
  const deps = createTestDeps();
  const { booking, assessor } = await agreed(deps);
  const { read, events } = await subscribe(deps, assessor);
  expect((await events()).map(({ title, start }) => [title, start])).toEqual([
    [`Assessment ${booking.reference} – LS6`, "2027-03-11T10:00:00.000Z"],
    ["Travel", "2027-03-11T09:30:00.000Z"],
    ["Travel", "2027-03-11T11:30:00.000Z"],
  ]);
  expect((await read())!.content).not.toMatch(/Canary|Edith|Mill Lane|Joanna/);
});

test("over a move, a reassignment and a cancellation there is one event in its right state", async () => {
  const deps = createTestDeps();
  const { assessor, other, change } = await agreed(deps);
  const [theirs, others] = [await subscribe(deps, assessor), await subscribe(deps, other)];
  const visits = async (feed: typeof theirs) =>
    (await feed.events()).filter(({ title }) => title !== "Travel");
  const [first] = await visits(theirs);
  deps.clock.advance(60_000);
  await moveVisit(deps, { ...change, version: 2, plan: { ...PLAN, start: "13:00" } });
  const moved = await visits(theirs);
  expect(moved).toMatchObject([{ uid: first!.uid, start: "2027-03-11T13:00:00.000Z", status: "CONFIRMED" }]);
  expect(moved[0]!.sequence).toBeGreaterThan(first!.sequence);
  deps.clock.advance(60_000);
  await reassignVisit(deps, { ...change, version: 3, assessorId: other.id, reason: "" });
  const left = await visits(theirs);
  expect([left, await visits(others)]).toMatchObject([
    [{ uid: first!.uid, start: "2027-03-11T13:00:00.000Z", status: "CANCELLED" }],
    [{ uid: first!.uid, status: "CONFIRMED" }],
  ]);
  expect(left[0]!.sequence).toBeGreaterThan(moved[0]!.sequence);
  deps.clock.advance(60_000);
  await moveVisit(deps, { ...change, version: 4, plan: { ...PLAN, day: "2027-03-12" } });
  expect(await visits(theirs)).toEqual(left);
  deps.clock.advance(60_000);
  await cancelVisit(deps, { ...change, version: 5, after: "agree-another", reason: "" });
  expect(await visits(others)).toMatchObject([{ uid: first!.uid, status: "CANCELLED" }]);
  deps.clock.set("2027-04-09T09:00:00.000Z");
  expect([await visits(theirs), await visits(others)]).toMatchObject([[{ uid: first!.uid }], [{}]]);
  deps.clock.advance(2 * 86_400_000);
  expect([await visits(theirs), await visits(others)]).toEqual([[], []]);
});

test("a visit that is given to somebody and back is one event for either of them", async () => {
  const deps = createTestDeps();
  const { assessor, other, change } = await agreed(deps);
  const [theirs, others] = [await subscribe(deps, assessor), await subscribe(deps, other)];
  const visits = async (feed: typeof theirs) =>
    (await feed.events()).filter(({ title }) => title !== "Travel");
  const [first] = await visits(theirs);
  const sequences = [first!.sequence];
  for (const [version, { id: assessorId }] of [other, assessor, other, assessor].entries()) {
    deps.clock.advance(60_000);
    const { tag } = (await theirs.read())!;
    await reassignVisit(deps, { ...change, version: version + 2, assessorId, reason: "" });
    expect((await theirs.read(tag))!.content).not.toBeNull();
    const [a, b] = [await visits(theirs), await visits(others)];
    const isBack = assessorId === assessor.id;
    expect(a).toMatchObject([{ uid: first!.uid, status: isBack ? "CONFIRMED" : "CANCELLED" }]);
    expect(b).toMatchObject([{ uid: first!.uid, status: isBack ? "CANCELLED" : "CONFIRMED" }]);
    sequences.push(a[0]!.sequence);
  }
  expect(sequences).toEqual(sequences.toSorted((x, y) => x - y));
  expect(new Set(sequences).size).toBe(5);
});

test("a former assessor's calendar has the time of then, cancelled, with the reference alone", async () => {
  const deps = createTestDeps();
  const { booking, assessor, other, change } = await agreed(deps);
  const { read, events } = await subscribe(deps, assessor);
  await reassignVisit(deps, { ...change, version: 2, assessorId: other.id, reason: "Canary is my aunt" });
  expect((await events()).map(({ title, start, status }) => [title, start, status])).toEqual([
    [`Assessment ${booking.reference}`, "2027-03-11T10:00:00.000Z", "CANCELLED"],
    ["Travel", "2027-03-11T09:30:00.000Z", "CANCELLED"],
    ["Travel", "2027-03-11T11:30:00.000Z", "CANCELLED"],
  ]);
  expect((await read())!.content).not.toMatch(/Canary|Edith|Mill Lane|Leeds|LS6|Joanna/);
});

test("a calendar that is still right is not sent again", async () => {
  const deps = createTestDeps();
  const { assessor, change } = await agreed(deps);
  const { read } = await subscribe(deps, assessor);
  const { tag } = (await read())!;
  for (const tags of [tag, `W/${tag}`, `"an-earlier-one", ${tag}`, "*"]) {
    expect(await read(tags), tags).toEqual({ tag, content: null });
  }
  deps.clock.advance(60_000);
  await moveVisit(deps, { ...change, version: 2, plan: { ...PLAN, start: "13:00" } });
  expect((await read(tag))!.content).not.toBeNull();
});

test("a restriction takes the town out of the calendar at its next reading", async () => {
  const deps = createTestDeps();
  const { booking, assessor } = await agreed(deps);
  const { read, events } = await subscribe(deps, assessor);
  const { tag } = (await read())!;
  expect((await events())[0]!.title).toContain("LS6");
  await placeRestriction(deps, {
    ...BY_STAFF,
    kind: "restriction",
    reason: "Accuracy contested",
    case: { id: booking.id, email_key: null, booking_id: booking.id },
  });
  expect((await read(tag))!.content).not.toContain("LS6");
});

test("staff see all visits with who goes, without travel", async () => {
  const deps = createTestDeps();
  const { booking, assessor } = await agreed(deps);
  const { read, events } = await subscribe(deps, await createUser(deps, { role_id: "coordinator" }));
  const titles = async () => (await events()).map(({ title }) => title);
  expect(await titles()).toEqual([`Assessment ${booking.reference} – LS6 – Priya Nair`]);
  const { tag } = (await read())!;
  expect((await read(tag))!.content).toBeNull();
  await deps.db.updateTable("users").set({ last_name: "Shah" }).where("id", "=", assessor.id).execute();
  expect((await read(tag))!.content, "a new name").not.toBeNull();
  expect(await titles()).toEqual([`Assessment ${booking.reference} – LS6 – Priya Shah`]);
});

test("an address works until there is a new one, or its user is deactivated", async () => {
  const deps = createTestDeps();
  const { assessor } = await agreed(deps);
  const former = await subscribe(deps, assessor);
  expect((await render(deps, former.path)).status).toBe(200);
  const { path } = await subscribe(deps, assessor);
  expect((await render(deps, former.path)).status).toBe(404);
  expect((await render(deps, path)).status).toBe(200);
  await deps.db.updateTable("users").set({ is_active: 0 }).where("id", "=", assessor.id).execute();
  expect((await render(deps, path)).status).toBe(404);
});
