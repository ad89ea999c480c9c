import { beforeEach, expect, it, test } from "vitest";
import { placeRestriction } from "#app/features/data-protection/restrictions.server.ts";
import { bookingLines } from "#app/features/booking/record/queries.server.ts";
import { placeHold } from "#app/features/report/change-report.server.ts";
import { withdrawReport } from "#app/features/report/review-report.server.ts";
import { isDayToLookAgain } from "#app/features/report/look-again-day.ts";
import { monthsAfter } from "#app/platform/dates.ts";
import { sendWholeReport, WHOLE_REPORT, writeWholeReport } from "#scripts/seed/writing.ts";
import { createVisitInProgress } from "#tests/setup/writing.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { createFollowUp, switchRecallsOn } from "#tests/setup/follow-ups.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { createOrganisation } from "#tests/setup/organisations.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { createDelivery, createReport } from "#tests/setup/reports.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { STOP_REASONS, type StopReason } from "./follow-up-words.ts";
import { decideFollowUp, followUpOf, planFollowUp, reasonAgainst } from "./follow-ups.server.ts";
import { lookAgainToAsk } from "./ask-at-release.server.ts";
import { sendFollowUps } from "./send-follow-ups.server.ts";

/** Today is Wednesday 10 March 2027. */
let deps: TestDeps;
let booking: Awaited<ReturnType<typeof createBooking>>;
let followUpId: string;

beforeEach(async () => {
  deps = createTestDeps();
  await switchRecallsOn(deps);
  const ann = { client_first_name: "Ann", client_last_name: "Hale" };
  const referrer_email = "joanna@example.org";
  booking = await createBooking(deps, { status: "completed", referrer_email, ...ann });
  await createDelivery(deps, booking.id);
  followUpId = await createFollowUp(deps, booking.id);
  await runDueJobs(deps);
  deps.sentMails.length = 0;
});

const DAY_MS = 86_400_000;
const staff = async () => (await signInAs(deps, await createUser(deps, { role_id: "coordinator" }))).cookie;
const followUp = async () => (await followUpOf(deps.db, booking.id))!;
const change = (set: Record<string, string | null>) =>
  deps.db.updateTable("follow_ups").set(set).where("id", "=", followUpId).execute();

/** Goes on to a morning, `days` from now, after its night's work. */
async function nightAfter(days: number) {
  deps.clock.advance(days * DAY_MS);
  await sendFollowUps(deps);
  deps.clock.advance(8 * 3_600_000);
  await runDueJobs(deps);
  deps.clock.advance(-8 * 3_600_000);
}
const mails = () => deps.sentMails.filter(({ subject }) => subject.startsWith("Reminder: booking"));

test("the referrer is reminded once, six weeks before, without a word about health", async () => {
  await nightAfter(17);
  expect(mails()).toEqual([]);
  await nightAfter(1);
  await nightAfter(1);
  await nightAfter(40);
  expect(mails().map(({ to }) => to)).toEqual(["joanna@example.org"]);
  const [text] = mails()[0]!.text.split("------");
  expect(text).toContain(`You asked us to remind you about booking ${booking.reference}.`);
  expect(text!.replace("Capacity Assessments", "")).not.toMatch(/capacity|health|assess|report|Hale/i);
});

it.each([
  ["the last night of winter time", "2027-03-28"],
  ["the first night after the end of summer time", "2027-10-31"],
  ["a leap day", "2028-02-29"],
  ["the day after a leap day", "2028-03-01"],
])("a reminder of %s leaves at nine in London", async (_what, remind_on) => {
  await change({ remind_on, due_on: "2029-01-01" });
  const at = Date.parse(`${remind_on}T03:00:00Z`);
  deps.clock.advance(at - DAY_MS - deps.clock.now().getTime());
  await sendFollowUps(deps);
  expect((await followUp()).state).toBe("planned");
  deps.clock.advance(DAY_MS);
  await sendFollowUps(deps);
  const job = await deps.db
    .selectFrom("outbox")
    .select("next_attempt_at")
    .where("topic", "=", "look-again")
    .executeTakeFirstOrThrow();
  const london = new Date(job.next_attempt_at).toLocaleString("sv-SE", { timeZone: "Europe/London" });
  expect(london).toBe(`${remind_on} 09:00:00`);
});

const now = () => deps.clock.now().toISOString();
const update = (set: Record<string, unknown>) =>
  deps.db.updateTable("bookings").set(set).where("id", "=", booking.id).execute();
const decide = (reason: "died" | "objects" | "not-needed") =>
  decideFollowUp(deps, { followUpId, reason, by: BY_STAFF });
const restrict = () =>
  placeRestriction(deps, {
    ...BY_STAFF,
    kind: "restriction",
    reason: "Disputed",
    case: { id: "c1", email_key: null, booking_id: booking.id },
  });
const planned = (dueOn: string | null, isAgreed = true) =>
  deps.db
    .transaction()
    .execute((db) =>
      planFollowUp({ ...deps, db }, { bookingId: booking.id, dueOn: dueOn as never, isAgreed, by: BY_STAFF }),
    );

/** Each of the reasons, made true. */
const STOPS: Record<StopReason, () => Promise<unknown>> = {
  died: () => decide("died"),
  objects: () => decide("objects"),
  "not-needed": () => decide("not-needed"),
  "no-day": () => planned(null),
  off: () => switchRecallsOn(deps, [], false),
  erased: () => update({ referrer_email_key: "", referrer_email: "" }),
  cancelled: () => update({ status: "cancelled" }),
  restricted: restrict,
  held: () => placeHold(deps, { bookingId: booking.id, by: BY_STAFF, reason: "legal", note: "" }),
  async withdrawn() {
    const { id: reportId } = await deps.db.selectFrom("reports").select("id").executeTakeFirstOrThrow();
    return withdrawReport(deps, { bookingId: booking.id, by: BY_STAFF, reportId, reason: "Name" });
  },
  "not-agreed": () => change({ agreed_at: null }),
  async closed() {
    return update({ organisation_id: await createOrganisation(deps, { isClosed: true }) });
  },
  async left() {
    const member = await createUser(deps, { email: "joanna@example.org", role_id: "customer" });
    await update({
      referrer_email_key: member.email_key,
      organisation_id: await createOrganisation(deps, { members: { booker: member } }),
    });
    return deps.db.updateTable("memberships").set({ state: "suspended" }).execute();
  },
  async "booked-again"() {
    const { referrer_email, client_first_name, client_last_name } = booking;
    deps.clock.advance(1000);
    return createBooking(deps, { referrer_email, client_first_name, client_last_name });
  },
  bounced: () =>
    deps.db.updateTable("outbox").set({ delivery: "bounced" }).where("booking_id", "=", booking.id).execute(),
  late: () => change({ remind_on: "2027-01-20" }),
};

it.each(Object.keys(STOPS) as StopReason[])("%s stops the reminder", async (reason) => {
  await STOPS[reason]();
  const row = await deps.db
    .selectFrom("bookings")
    .selectAll()
    .where("id", "=", booking.id)
    .executeTakeFirstOrThrow();
  expect(await reasonAgainst(deps, row, await followUp())).toBe(reason);
  if (reason !== "late") await nightAfter(18);
  else await nightAfter(0);
  expect(mails()).toEqual([]);
  if (reason === "erased") return;
  const page = await render(deps, "/admin/look-again", await staff());
  expect(joinTexts(page.text)).toContain(STOP_REASONS[reason]);
});

it.each(Object.keys(STOPS).filter((one) => one !== "late") as StopReason[])(
  "%s stops a reminder that is queued already",
  async (reason) => {
    await change({ remind_on: "2027-03-11" });
    deps.clock.advance(18 * 3_600_000);
    await sendFollowUps(deps);
    if (reason === "no-day") await change({ state: "stopped", reason });
    else await STOPS[reason]();
    deps.clock.advance(8 * 3_600_000);
    await runDueJobs(deps);
    expect(mails()).toEqual([]);
  },
);

test("a hold that is lifted in time lets the reminder go", async () => {
  await STOPS.held();
  await nightAfter(20);
  await deps.db.updateTable("report_holds").set({ lifted_at: now() }).execute();
  await nightAfter(1);
  expect(mails()).toHaveLength(1);
});

test("a hold between the night and the morning keeps the mail until it is lifted", async () => {
  await change({ remind_on: "2027-03-11" });
  deps.clock.advance(18 * 3_600_000);
  await sendFollowUps(deps);
  await STOPS.held();
  deps.clock.advance(8 * 3_600_000);
  await runDueJobs(deps);
  await nightAfter(1);
  expect(mails()).toEqual([]);
  await deps.db.updateTable("report_holds").set({ lifted_at: now() }).execute();
  await nightAfter(1);
  await nightAfter(1);
  await nightAfter(1);
  expect(mails()).toHaveLength(1);
});

test("a reminder that staff plan again after its mail goes out once more", async () => {
  await nightAfter(18);
  await decide("not-needed");
  await decideFollowUp(deps, { followUpId, reason: null, by: BY_STAFF });
  await nightAfter(1);
  expect(mails()).toHaveLength(2);
});

test("a release while reminders are off keeps the referrer’s consent", async () => {
  const { due_on, agreed_at } = await followUp();
  await STOPS.off();
  await planned(due_on, false);
  expect((await followUp()).agreed_at).toBe(agreed_at);
});

test("a correction with the same day leaves a person booked again", async () => {
  await STOPS["booked-again"]();
  deps.clock.advance(1000);
  await planned((await followUp()).due_on);
  await nightAfter(18);
  expect(mails()).toEqual([]);
});

test("a new version with another day moves the reminder, and the same day leaves an answer", async () => {
  const { due_on } = await followUp();
  await decide("not-needed");
  await planned(due_on);
  expect((await followUp()).state).toBe("not-needed");
  await planned("2028-02-29");
  expect(await followUp()).toMatchObject({ due_on: "2028-02-29", remind_on: "2028-01-18", state: "planned" });
  await decide("died");
  await planned("2029-01-01");
  expect(await followUp()).toMatchObject({ due_on: "2028-02-29", reason: "died" });
});

test("a day within six weeks is reminded of the next morning", async () => {
  await planned("2027-03-31");
  await nightAfter(1);
  expect(mails()).toHaveLength(1);
});

const linkOf = (choice: string) => {
  const href = mails()[0]!.html.match(new RegExp(`href="([^"]*choose=${choice})"`))![1]!;
  return href.replaceAll("&amp;", "&").replace(deps.env.APP_ORIGIN, "");
};

test("the referrer answers from the mail, and opening the link changes nothing", async () => {
  await nightAfter(18);
  const later = linkOf("later");
  expect((await render(deps, later)).text).toContain("Remind me in 3 months");
  expect((await followUp()).state).toBe("sent");
  for (const _twice of [1, 2]) expect((await render(deps, later, "", { intent: "later" })).status).toBe(303);
  // Today is 28 March.
  expect(await followUp()).toMatchObject({ state: "planned", remind_on: "2027-06-28" });
  expect(joinTexts((await render(deps, later)).text)).toContain("on 28 June 2027.");
  await nightAfter(92);
  expect(mails()).toHaveLength(2);
  await render(deps, linkOf("not-needed"), "", { intent: "not-needed" });
  expect((await followUp()).state).toBe("not-needed");
  await render(deps, linkOf("not-needed"), "", { intent: "not-needed" });
  const answers = deps.db.selectFrom("audit_log").select("id").where("action", "=", "follow-up.answered");
  expect(await answers.execute()).toHaveLength(2);
  await nightAfter(200);
  expect(mails()).toHaveLength(2);
  expect((await render(deps, later, "", { intent: "other" })).status).toBe(400);
});

test("Book again opens the page of the booking without a sign-in", async () => {
  await nightAfter(18);
  const href = mails()[0]!.html.match(/href="([^"]*\/book-again\?token=[^"]*)"/)![1]!;
  let page = await render(deps, href.replace(deps.env.APP_ORIGIN, ""));
  if (page.location)
    page = await render(deps, page.location, page.setCookies.map((one) => one.split(";")[0]).join("; "));
  expect(page.text).toContain("Book again for the same person");
});

test("a link with another token, or of an earlier referrer, opens nothing", async () => {
  await nightAfter(18);
  const later = linkOf("later");
  expect((await render(deps, later.replace("token=", "token=x"))).status).toBe(404);
  await update({ token_version: booking.token_version + 1 });
  expect((await render(deps, later)).status).toBe(404);
});

test("nothing is planned from a link once the booking is stopped", async () => {
  await nightAfter(18);
  const later = linkOf("later");
  await update({ status: "cancelled" });
  expect((await render(deps, later)).text).toContain("No reminder is planned");
  await render(deps, later, "", { intent: "later" });
  expect((await followUp()).state).toBe("sent");
});

test("staff release a report with a day to look again, and stop its reminder on the list", async () => {
  const cookie = await staff();
  const other = await createBooking(deps);
  const { report } = await createReport(deps, other.id);
  const path = `/admin/bookings/${other.id}/report`;
  const page = await render(deps, path, cookie);
  const shown = /name="shown" value="([^"]*)"/.exec(page.text)![1]!.replaceAll("&amp;", "&");
  const release = (lookAgainOn: string) =>
    render(deps, path, cookie, {
      intent: "release",
      reportId: report.id,
      shown,
      recipients: "referrer",
      lookAgainOn,
      mayRemind: "on",
      checks: ["person", "birth", "decisions", "signed", "clean"],
    });
  for (const day of ["2027-03-09", "2032-03-11"]) {
    const refused = await release(day);
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining("Choose a day in the next five years."),
    ]);
  }
  expect((await release("2027-12-01")).location).toContain("done=release");
  const row = (await followUpOf(deps.db, other.id))!;
  expect(row).toMatchObject({ due_on: "2027-12-01", remind_on: "2027-10-20", state: "planned" });
  const list = await render(deps, "/admin/look-again?month=2027-12", cookie);
  expect(list.text).toContain(other.reference);
  expect(list.text).not.toContain(booking.reference);
  const stop = { intent: "stop", followUpId: row.id };
  expect((await render(deps, "/admin/look-again", cookie, stop)).text).toContain("Choose why.");
  await render(deps, "/admin/look-again", cookie, { ...stop, reason: "died" });
  expect(await followUpOf(deps.db, other.id)).toMatchObject({ state: "stopped", reason: "died" });
  await render(deps, "/admin/look-again", cookie, { intent: "resume", followUpId: row.id });
  expect((await followUpOf(deps.db, other.id))!.state).toBe("planned");
});

test("the release form begins with the practice’s default, and assumes no consent of a private person", async () => {
  const other = await createBooking(deps);
  const ask = async (of = other) => lookAgainToAsk(deps, of as never);
  expect(await ask()).toMatchObject({ day: "", isAgreed: false });
  const lines = await bookingLines(deps.db, other.id);
  await switchRecallsOn(
    deps,
    lines.map(({ name }) => name),
  );
  expect(await ask()).toMatchObject({ day: "2028-03-10", isOn: true });
  const firm = await createBooking(deps, { referrer_organisation: "Penrose Law" });
  expect(await ask(firm as never)).toMatchObject({ isAgreed: true });
});

test("the release form of a report written here begins with the earliest day that it names", async () => {
  const world = await createVisitInProgress();
  const decision = { ...WHOLE_REPORT["decision-1"], lookAgainOn: "2028-03-05" };
  await writeWholeReport(world.deps, world, { ...WHOLE_REPORT, "decision-1": decision });
  await sendWholeReport(world.deps, world);
  expect((await lookAgainToAsk(world.deps, world.booking as never)).day).toBe("2028-03-05");
});

it.each([
  ["2027-11-30", 3, "2028-02-29"],
  ["2026-11-30", 3, "2027-02-28"],
  ["2028-02-29", 12, "2029-02-28"],
  ["2027-10-31", 1, "2027-11-30"],
] as const)("%s and %i months is %s", (day, months, expected) =>
  expect(monthsAfter(day, months)).toBe(expected),
);

it.each([
  ["2027-03-09", false],
  ["2027-03-10", true],
  ["2032-03-10", true],
  ["2032-03-11", false],
  ["2027-02-30", false],
  ["soon", false],
])("%s can be a day to look again: %s", (day, expected) =>
  expect(isDayToLookAgain(day, "2027-03-10")).toBe(expected),
);
