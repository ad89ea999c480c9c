import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { BY_STAFF, byAssessor, createAssessor, PLAN } from "#tests/setup/visits.ts";
import {
  acceptQuestion,
  askAssessors,
  whyNotAccept,
} from "#app/features/visits/agree/ask-assessors.server.ts";
import { agreeVisit, moveVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { findQuestion } from "#app/features/visits/record/find-visits.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { needOf, whoIsFree } from "#app/features/visits/plan/who-is-free.server.ts";
import { readDueFeeds } from "./read-feeds.server.ts";
import { saveBusyFeed } from "./busy-times.server.ts";

const ROOT = resolve(import.meta.dirname, "../../../..");
const HOUR_MS = 3_600_000;

/** A calendar that is published on this machine; `text` is what it says now, null is nothing. */
async function publish() {
  const published: { text: string | null; origin: string; asked: number } = {
    text: null,
    origin: "",
    asked: 0,
  };
  const server = createServer((_, response) => {
    published.asked += 1;
    response.writeHead(published.text === null ? 404 : 200).end(published.text ?? "");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  published.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return published;
}

const calendar = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:1", "SUMMARY:Dentist", ...lines]
    .concat("END:VEVENT", "END:VCALENDAR", "")
    .join("\r\n");
const AT_TEN = calendar("DTSTART:20270311T101500Z", "DTEND:20270311T110000Z");

async function setUp() {
  const published = await publish();
  const deps = createTestDeps({ CALENDAR_PRIVATE_ORIGINS: published.origin });
  const assessor = await createAssessor(deps);
  const url = `${published.origin}/secret.ics`;
  await saveBusyFeed(deps, { ...BY_STAFF, userId: assessor.id, url });
  return { published, deps, assessor };
}

const readAll = (deps: TestDeps) => readDueFeeds(deps, { root: ROOT, isStopping: () => false });
const pass = (deps: TestDeps, hours: number) =>
  deps.clock.set(new Date(deps.clock.now().getTime() + hours * HOUR_MS).toISOString());

async function fit(deps: TestDeps, bookingId: string, start = "10:00") {
  const booking = (await findBooking(deps.db, bookingId))!;
  const [one] = await whoIsFree(deps, { ...PLAN, start }, await needOf(deps, booking));
  return one!.fit;
}

const agree = async (deps: TestDeps, bookingId: string, assessorId: string, start = "10:00") =>
  agreeVisit(deps, {
    ...BY_STAFF,
    bookingId,
    assessorId,
    isReferrerTold: true,
    overruled: null,
    version: (await findBooking(deps.db, bookingId))!.version,
    plan: { ...PLAN, start },
  });

test("nobody agrees a visit at a time that the assessor's own calendar takes, travel included", async () => {
  const { published, deps, assessor } = await setUp();
  const { id } = await createBooking(deps);
  published.text = AT_TEN;
  await readAll(deps);
  expect(await fit(deps, id)).toMatchObject({
    level: "blocked",
    blocks: [{ kind: "overlap", reason: "Busy 10:15–11:00 in their own calendar" }],
  });
  expect(await agree(deps, id, assessor.id)).toMatchObject({ ok: false, problem: "overlap" });
  expect(await agree(deps, id, assessor.id, "11:15")).toMatchObject({ ok: false, problem: "overlap" });
  expect((await fit(deps, id, "11:30")).level).toBe("fits");
  expect(await agree(deps, id, assessor.id, "11:30")).toMatchObject({ ok: true });
  const kept = await deps.db.selectFrom("busy_times").selectAll().execute();
  expect(JSON.stringify(kept)).not.toContain("Dentist");
});

test("a calendar is read every 15 minutes, and its new times take the place of the old ones", async () => {
  const { published, deps, assessor } = await setUp();
  const { id } = await createBooking(deps);
  published.text = AT_TEN;
  await readAll(deps);
  await readAll(deps);
  expect(published.asked).toBe(1);
  published.text = calendar("DTSTART:20270311T140000Z", "DURATION:PT1H");
  pass(deps, 0.25);
  await Promise.all([readAll(deps), readAll(deps)]);
  expect(published.asked).toBe(2);
  expect(await agree(deps, id, assessor.id)).toMatchObject({ ok: true });
});

test("an agreed visit that its assessor has noted, too, can be moved, and is in nobody's way", async () => {
  const { published, deps, assessor } = await setUp();
  const { id } = await createBooking(deps);
  const agreed = await agree(deps, id, assessor.id);
  published.text = calendar("DTSTART:20270311T100000Z", "DTEND:20270311T113000Z");
  await readAll(deps);
  const moved = await moveVisit(deps, {
    ...BY_STAFF,
    bookingId: id,
    isReferrerTold: false,
    overruled: null,
    version: (await findBooking(deps.db, id))!.version,
    plan: { ...PLAN, start: "10:30" },
    visitId: agreed.ok ? agreed.visitId : "",
  } as Parameters<typeof moveVisit>[1]);
  expect(moved).toMatchObject({ ok: true });
});

test("an assessor accepts a question although their own calendar says that they are busy", async () => {
  const { published, deps, assessor } = await setUp();
  const { id } = await createBooking(deps);
  published.text = AT_TEN;
  await readAll(deps);
  const asked = await askAssessors(deps, {
    ...BY_STAFF,
    bookingId: id,
    plan: PLAN,
    assessorIds: [assessor.id],
    isReferrerTold: true,
    deadlineAt: "2027-03-10T17:00:00.000Z",
  });
  const questionId = asked.ok ? asked.questionId : "";
  const question = (await findQuestion(deps, questionId))!;
  const booking = (await findBooking(deps.db, id))!;
  expect(await whyNotAccept(deps, booking, { question, assessorId: assessor.id })).toBeNull();
  expect(await acceptQuestion(deps, { ...byAssessor(assessor), questionId })).toEqual({ ok: true });
});

test("staff enter a visit that was held while the assessor's own calendar said that they were busy", async () => {
  const { published, deps, assessor } = await setUp();
  const { id } = await createBooking(deps);
  published.text = AT_TEN;
  await readAll(deps);
  deps.clock.set("2027-03-11T15:00:00.000Z");
  const entered = await agreeVisit(deps, {
    ...BY_STAFF,
    bookingId: id,
    assessorId: assessor.id,
    isReferrerTold: false,
    overruled: null,
    version: (await findBooking(deps.db, id))!.version,
    plan: PLAN,
    heldReason: "Agreed by phone",
  });
  expect(entered).toMatchObject({ ok: true });
});

test("a calendar that fails is shown to its owner after an hour, and told to both after a day, once", async () => {
  const { published, deps, assessor } = await setUp();
  const { id } = await createBooking(deps);
  published.text = AT_TEN;
  await readAll(deps);
  published.text = null;
  const { cookie: own } = await signInAs(deps, assessor);
  const office = await createUser(deps, { role_id: "administrator" });
  const text = async (path: string, cookie: string) => joinTexts((await render(deps, path, cookie)).text);
  pass(deps, 0.5);
  await readAll(deps);
  expect(await text("/assessor", own)).not.toContain("cannot read your calendar");
  pass(deps, 1);
  await readAll(deps);
  expect(await text("/assessor", own)).toContain("there is nothing at its address any more");
  expect(await fit(deps, id)).toMatchObject({ level: "blocked" });
  pass(deps, 23);
  await readAll(deps);
  pass(deps, 0.5);
  await readAll(deps);
  await runDueJobs(deps);
  expect(deps.sentMails.map(({ tag, to }) => [tag, to])).toEqual([["calendar-unread", assessor.email]]);
  expect(await fit(deps, id)).toMatchObject({
    level: "warns",
    blocks: [],
    warnings: [{ words: "May be busy 10:15–11:00: their own calendar is not read now" }],
  });
  const { cookie: staff } = await signInAs(deps, office);
  expect(await text("/admin/dashboard", staff)).toContain("Ask for the calendar’s new address");
  expect(await text("/admin/assessors?show=calendar", staff)).toContain("Priya Nair");
  expect(await text(`/admin/assessors/${assessor.id}`, staff)).toContain("was not read for a day");
  published.text = AT_TEN;
  pass(deps, 0.25);
  await readAll(deps);
  expect(await fit(deps, id)).toMatchObject({ level: "blocked" });
  expect(await text("/admin/dashboard", staff)).not.toContain("Ask for the calendar’s new address");
});

test("a rule of repetition without an end costs its own thread, and nothing that was read before", async () => {
  const { published, deps } = await setUp();
  published.text = AT_TEN;
  await readAll(deps);
  published.text = calendar("DTSTART:19000101T000000Z", "DURATION:PT1S", "RRULE:FREQ=SECONDLY");
  pass(deps, 0.25);
  await readAll(deps);
  expect(await deps.db.selectFrom("busy_feeds").select("fault").execute()).toEqual([{ fault: "too-long" }]);
  expect(await deps.db.selectFrom("busy_times").select("user_id").execute()).toHaveLength(1);
});

test("the assessor gives, replaces and takes away the address on the page, which never shows it again", async () => {
  const deps = createTestDeps();
  const assessor = await createAssessor(deps);
  const { cookie } = await signInAs(deps, assessor);
  const send = (form: Record<string, string>) => render(deps, "/assessor/calendar", cookie, form);
  const refused = await send({ intent: "look-at", feedAddress: "http://10.0.0.8/x.ics" });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("Enter an address that begins with https://");
  expect(refused.text).toContain("http://10.0.0.8/x.ics");
  const saved = await send({ intent: "look-at", feedAddress: " webcal://calendar.example.org/secret.ics " });
  expect(saved.location).toBe("/assessor/calendar?done=look-at");
  const page = (await render(deps, "/assessor/calendar", cookie)).text;
  expect(page).toContain("calendar.example.org");
  expect(page).not.toContain("secret.ics");
  expect((await send({ intent: "stop-looking" })).location).toBe("/assessor/calendar?done=stop-looking");
  expect(await deps.db.selectFrom("busy_feeds").selectAll().execute()).toEqual([]);
  const { cookie: staff } = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
  const asStaff = await render(deps, "/admin/security/calendar", staff, { intent: "stop-looking" });
  expect(asStaff.status).toBe(404);
});
