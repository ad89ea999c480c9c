import { beforeEach, expect, test } from "vitest";
import { readHistory } from "#app/features/audit/queries.server.ts";
import { agreeVisit, cancelVisit, moveVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { readBookingVisits } from "#app/features/visits/staff-pages/booking-visits.server.ts";
import { visitData } from "#app/features/visits/personal.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { render } from "#tests/setup/rendered-site.ts";
import { BY_STAFF, byAssessor, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { recordLetter, removeLetter } from "./given-letters.server.ts";
import { letterGivenSchema } from "./letter-schema.ts";
import type { LetterWay } from "#app/features/visits/record/letter-ways.ts";
import { hasReferrerLetter } from "./open-letter.server.ts";

let deps: TestDeps;
let booking: Awaited<ReturnType<typeof createBooking>>;
let visitId: string;
let assessor: Awaited<ReturnType<typeof createAssessor>>;

const bookingNow = () =>
  deps.db.selectFrom("bookings").selectAll().where("id", "=", booking.id).executeTakeFirstOrThrow();
const changeNow = async () => ({
  ...BY_STAFF,
  bookingId: booking.id,
  version: (await bookingNow()).version,
  isReferrerTold: false,
  overruled: null,
});

const record = async (way: LetterWay, isReferrerTold = true) =>
  recordLetter(deps, { ...BY_STAFF, visitId, way, givenOn: "2027-03-10", isReferrerTold });

const sent = async () => {
  deps.sentMails.length = 0;
  await runDueJobs(deps);
  return deps.sentMails.map(({ tag, to }) => `${to} ${tag}`).filter((mail) => mail.endsWith("visit-letter"));
};

beforeEach(async () => {
  deps = createTestDeps();
  booking = await createBooking(deps);
  assessor = await createAssessor(deps);
  const visit = await agreeVisit(deps, { ...(await changeNow()), plan: PLAN, assessorId: assessor.id });
  if (!visit.ok) throw new Error(visit.problem);
  visitId = visit.visitId;
});

test("a letter that was posted is in the history, on staff's page and in the export, and not the referrer's", async () => {
  const letter = {
    ...BY_STAFF,
    visitId,
    way: "posted",
    givenOn: "2027-03-10",
    isReferrerTold: true,
  } as const;
  expect(await recordLetter(deps, letter)).toEqual({ ok: true, bookingId: booking.id });
  const [entry] = await readHistory(deps.db, [{ kind: "booking", id: booking.id }]);
  expect(entry).toMatchObject({ action: "visit.letter", note: "Printed and posted, 10 March 2027" });
  const { visits } = await readBookingVisits(deps, await bookingNow());
  expect(visits[0]?.letters).toEqual(["printed and posted, 10 March 2027"]);
  expect((await visitData(deps, booking.id)).visits[0]?.letters).toEqual([
    { way: "posted", givenOn: "2027-03-10" },
  ]);
  expect(await hasReferrerLetter(deps, await bookingNow())).toBe(false);
});

test("the referrer has the letter from when it is handed over until the visit is cancelled", async () => {
  await record("referrer");
  expect(await hasReferrerLetter(deps, await bookingNow())).toBe(true);
  await cancelVisit(deps, { ...(await changeNow()), after: "agree-another", reason: "" });
  expect(await hasReferrerLetter(deps, await bookingNow())).toBe(false);
});

test("after the visit was moved, staff are asked for a new letter", async () => {
  await record("by-hand");
  deps.clock.advance(60_000);
  const moved = await moveVisit(deps, { ...(await changeNow()), plan: { ...PLAN, start: "13:00" } });
  expect(moved.ok).toBe(true);
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const { text } = await render(deps, `/admin/visits/${visitId}/letter`, cookie);
  expect(text).toContain("Thursday 11 March 2027, 13:00 to 14:30");
  expect(text).toContain("The visit has changed since the letter was given.");
  const page = () => render(deps, `/admin/bookings/${booking.id}`, cookie).then((answer) => answer.text);
  expect(await page()).toContain("The visit has changed since the letter was given.");
  await record("by-hand");
  expect(await page()).not.toContain("The visit has changed since the letter was given.");
});

test("the referrer is mailed a link to a letter that is handed to them, without any name", async () => {
  await record("posted");
  await record("referrer", false);
  expect(await sent()).toEqual([]);
  await record("referrer");
  expect(await sent()).toEqual(["Joanna.Reeve@example.org visit-letter"]);
  const { text } = deps.sentMails.find(({ tag }) => tag === "visit-letter")!;
  const link = /https?:\S+\/letter\?token=\S+/.exec(text)![0];
  const { pathname, search } = new URL(link);
  const page = await render(deps, pathname + search);
  expect(page.text).toContain("A visit to talk about a decision");
});

test("a record made by mistake is removed, mails nothing, and stays in the history", async () => {
  await record("referrer");
  const { id: letterId } = await deps.db.selectFrom("visit_letters").select("id").executeTakeFirstOrThrow();
  expect(await removeLetter(deps, { ...BY_STAFF, visitId, letterId })).toMatchObject({ ok: true });
  expect(await removeLetter(deps, { ...BY_STAFF, visitId, letterId })).toMatchObject({ ok: false });
  expect(await hasReferrerLetter(deps, await bookingNow())).toBe(false);
  expect(await sent()).toEqual([]);
  const history = await readHistory(deps.db, [{ kind: "booking", id: booking.id }]);
  expect(history.slice(0, 2).map(({ action, note }) => [action, note])).toEqual([
    ["visit.letter-removed", "Handed to the referrer, 10 March 2027"],
    ["visit.letter", "Handed to the referrer, 10 March 2027"],
  ]);
});

test("the assessor records that they gave the letter by hand, and corrects their own record alone", async () => {
  await record("posted");
  const { cookie } = await signInAs(deps, assessor);
  const page = `/assessor/visits/${visitId}/letter`;
  const refused = await render(deps, page, cookie, { way: "referrer", givenOn: "2027-03-10" });
  expect(refused.status).toBe(400);
  const recorded = await render(deps, page, cookie, { way: "by-hand", givenOn: "2027-03-10" });
  expect(recorded.location).toContain(`${page}?done=letter`);
  const { text } = await render(deps, page, cookie);
  expect(text.replaceAll("<!-- -->", "")).toContain("Given by hand, 10 March 2027, recorded by you");
  expect(text.match(/aria-label="Remove: [^"]*"/g)).toEqual([
    'aria-label="Remove: Given by hand, 10 March 2027"',
  ]);
  const rows = await deps.db.selectFrom("visit_letters").select(["id", "way"]).execute();
  const idOf = (way: string) => rows.find((row) => row.way === way)!.id;
  const remove = async (letterId: string) => render(deps, page, cookie, { intent: "remove", letterId });
  expect((await remove(idOf("posted"))).status).toBe(404);
  expect((await remove(idOf("by-hand"))).location).toContain("done=letter-removed");
  expect(await deps.db.selectFrom("visit_letters").select("way").execute()).toEqual([{ way: "posted" }]);
});

test("neither another assessor nor the one of a cancelled visit records a letter", async () => {
  const other = await createAssessor(deps);
  const by = (user: { id: string }) => ({ ...byAssessor(user), visitId, givenOn: "2027-03-10" });
  const letter = { way: "by-hand", isReferrerTold: false } as const;
  expect(await recordLetter(deps, { ...by(other), ...letter })).toMatchObject({ problem: "not-found" });
  await cancelVisit(deps, { ...(await changeNow()), after: "agree-another", reason: "" });
  expect(await recordLetter(deps, { ...by(assessor), ...letter })).toMatchObject({ problem: "not-found" });
});

test("a text that nobody has checked is not shown, whatever the address asks for", async () => {
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const { text } = await render(deps, `/admin/visits/${visitId}/letter?language=cy&style=plain`, cookie);
  expect(text).toContain("A visit to talk about a decision");
  expect(text).not.toContain("Annwyl");
});

test.each([
  ["no way", { givenOn: "2027-03-10" }, "Choose how the letter is given."],
  ["tomorrow", { way: "posted", givenOn: "2027-03-11" }, "Enter today or an earlier day."],
  ["no such day", { way: "posted", givenOn: "2027-02-30" }, "Enter a date that exists."],
  ["years ago", { way: "posted", givenOn: "2020-01-01" }, "Enter a day within the last year."],
])("%s is refused", (_what, form, message) => {
  const { error } = letterGivenSchema("2027-03-10").safeParse(form);
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test.each([
  ["not-held", "recorded as not held"],
  ["held-in-part", "recorded as held in part"],
] as const)(
  "the assessor's letter of a visit that ended as %s says why it is not given",
  async (ended_as, why) => {
    await deps.db.updateTable("visits").set({ ended_as }).where("id", "=", visitId).execute();
    const { cookie } = await signInAs(deps, assessor);
    const { status, text } = await render(deps, `/assessor/visits/${visitId}/letter`, cookie);
    expect([status, text]).toEqual([200, expect.stringContaining(why)]);
    expect(text).not.toContain("Record the letter");
  },
);
