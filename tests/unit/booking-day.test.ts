import { beforeEach, expect, test } from "vitest";
import type { UserRow } from "#app/features/accounts/record/tables.ts";
import { composeMail } from "#app/features/mail/compose-mail.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { exportBookings } from "#app/features/staff/dashboard/export-bookings.server.ts";
import { readDashboardView } from "#app/features/staff/dashboard/dashboard-view.ts";
import { agreeVisit, cancelVisit, recordNotHeld } from "#app/features/visits/agree/change-visit.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";

/** Every place that shows a booking's day shows the same: the visit's, else the wish as a wish. */

let deps: TestDeps;
let booking: Awaited<ReturnType<typeof createBooking>>;
let assessor: UserRow;
let cookie: string;

beforeEach(async () => {
  deps = createTestDeps();
  assessor = await createAssessor(deps);
  ({ cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" })));
  booking = await createBooking(deps, { preferred_date: "2027-04-01", payment_method: "pay_later" });
});

const read = async (path: string) =>
  joinTexts((await render(deps, path, path.includes("token=") ? "" : cookie)).text)
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");

const own = (page: string) => read(`/booking/${page}?token=${booking.token}`);

async function csv(): Promise<string> {
  const by = { actor: { kind: "staff", id: "one" }, requestId: "r" } as const;
  return (await exportBookings(deps, readDashboardView(new URLSearchParams()), by)).text();
}

async function mailed(): Promise<string> {
  const dedupeKey = deps.ids.uuid();
  await enqueueMail(deps, {
    topic: "booking-confirmation",
    to: "jo@example.org",
    payload: {},
    bookingId: booking.id,
    dedupeKey,
  });
  const row = await deps.db
    .selectFrom("outbox")
    .selectAll()
    .where("dedupe_key", "=", dedupeKey)
    .executeTakeFirstOrThrow();
  const composed = await composeMail(deps, row);
  return "mail" in composed ? composed.mail.text.replaceAll(/\s+/g, " ") : composed.skip;
}

/** Texts by their place. */
const places = async () => ({
  list: await read("/admin/dashboard"),
  file: await read(`/admin/bookings/${booking.id}`),
  csv: await csv(),
  anotherDate: await own(`${booking.id}/another-date`),
  confirmation: await own(`confirmation/${booking.id}`),
  mail: await mailed(),
});

const version = async () =>
  (
    await deps.db
      .selectFrom("bookings")
      .select("version")
      .where("id", "=", booking.id)
      .executeTakeFirstOrThrow()
  ).version;

const change = async () => ({
  ...BY_STAFF,
  bookingId: booking.id,
  version: await version(),
  isReferrerTold: false,
});

async function agreed(day: string): Promise<void> {
  const agreement = { plan: { ...PLAN, day }, assessorId: assessor.id, overruled: null };
  expect(await agreeVisit(deps, { ...(await change()), ...agreement })).toMatchObject({ ok: true });
}

test("without a visit the wish is shown as a wish everywhere", async () => {
  const { list, file, csv: table, anotherDate, confirmation, mail } = await places();
  expect(list).toContain("Property and Finance No visit, wished for 1 Apr £");
  expect(file).toContain("Wished for Thursday 1 April 2027");
  expect(table).toContain(",10/03/2027,01/04/2027,");
  expect(anotherDate).toContain("Your date so far: Thursday 1 April 2027, as you wished");
  const payment = "(by Thursday 25 March 2027, if the assessment is on your preferred date)";
  expect(confirmation).toContain(payment);
  expect(mail).toContain(payment);
});

test("an agreed visit on another day is the day everywhere, and the wish stays a wish", async () => {
  await agreed("2027-03-22");
  const { list, file, csv: table, anotherDate, confirmation, mail } = await places();
  expect(list).toContain("Property and Finance Mon 22 Mar, 10:00–11:30 ");
  expect(list).not.toContain("1 Apr");
  expect(file).toContain("When Monday 22 March 2027, 10:00–11:30");
  expect(file).toContain("Preferred date Thursday 1 April 2027");
  expect(table).toContain(",10/03/2027,22/03/2027,");
  expect(table).toContain(",Visit,01/04/2027,22/03/2027,");
  expect(anotherDate).toContain("Your date so far: Monday 22 March 2027, 10:00–11:30.");
  for (const payment of [confirmation, mail]) {
    expect(payment).toContain("(by Monday 15 March 2027), and");
    expect(payment).toContain("(by Wednesday 21 April 2027). An invoice");
    expect(payment).toContain("Preferred date");
  }
});

test("a visit whose time is over stays the day; one that was cancelled or is to be held again does not", async () => {
  await agreed("2027-03-12");
  deps.clock.set("2027-03-15T09:00:00.000Z");
  expect(await own(`${booking.id}/another-date`)).toContain("Friday 12 March 2027, 10:00–11:30.");
  await recordNotHeld(deps, { ...(await change()), reason: "Nobody at home" });
  expect(await own(`${booking.id}/another-date`)).toContain("Thursday 1 April 2027, as you wished");
  expect(await csv()).toContain(",Wish,01/04/2027,,");
  await agreed("2027-03-22");
  await cancelVisit(deps, { ...(await change()), reason: "", after: "agree-another" });
  expect(await csv()).toContain(",Wish,01/04/2027,,");
});
