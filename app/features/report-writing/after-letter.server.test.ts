import { beforeEach, expect, test } from "vitest";
import { placeHold, REFERRER } from "#app/features/report/change-report.server.ts";
import { reportsOfBooking } from "#app/features/report/report-rows.server.ts";
import { releaseReport, withdrawReport } from "#app/features/report/review-report.server.ts";
import { saveSettings } from "#app/features/settings/save-settings.server.ts";
import { sendWholeReport, writeWholeReport } from "#scripts/seed/writing.ts";
import { createUser, signInAs } from "#tests/setup/factories.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { createDelivery } from "#tests/setup/reports.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { createVisitInProgress } from "#tests/setup/writing.ts";

let world: Awaited<ReturnType<typeof createVisitInProgress>>;
let cookie: string;
let page: string;

beforeEach(async () => {
  world = await createVisitInProgress({ client_first_name: "Ann", client_last_name: "Hale" });
  ({ cookie } = await signInAs(world.deps, await createUser(world.deps, { role_id: "coordinator" })));
  page = `/admin/bookings/${world.booking.id}/letter/after`;
});

const open = async (search = "") => {
  const { status, location, text } = await render(world.deps, page + search, cookie);
  return { status, location, words: joinTexts(text) };
};

async function release() {
  world.deps.clock.advance(4 * 3_600_000);
  await writeWholeReport(world.deps, world);
  await sendWholeReport(world.deps, world);
  const [report] = await reportsOfBooking(world.deps, world.booking.id);
  const review = { bookingId: world.booking.id, reportId: report!.id, by: BY_STAFF };
  expect(await releaseReport(world.deps, { ...review, recipients: [REFERRER] })).toMatchObject({ ok: true });
  return review;
}

async function nameWhoChecked() {
  const value = {
    ...world.deps.settings.current().checks,
    afterPlainBy: "Lena Okoro",
    afterPlainOn: "2027-03-01",
  };
  await saveSettings(world.deps, { group: "checks", value, baseVersion: 0 }, BY_STAFF);
}

const acts = async () =>
  (await world.deps.db.selectFrom("audit_log").select(["action", "note"]).orderBy("id").execute()).filter(
    ({ action }) => action.startsWith("letter."),
  );

test("is there once the report is released, and not while its newest version is withdrawn", async () => {
  expect((await open()).location).toBe(`/admin/bookings/${world.booking.id}/report`);
  const review = await release();
  await nameWhoChecked();
  expect((await open()).words).toContain("After our visit");
  await withdrawReport(world.deps, { ...review, reason: "Wrong person" });
  expect((await open()).location).toBe(`/admin/bookings/${world.booking.id}/report`);
});

test("is not offered until the practice names who checked its words", async () => {
  await release();
  const { status, words } = await open();
  expect(status).toBe(200);
  expect(words).toContain("Not offered until an Administrator names who checked it");
  expect(words).not.toContain("After our visit");
});

test("says the conclusion only when staff choose it, which is in the history", async () => {
  await release();
  await nameWhoChecked();
  const { words } = await open();
  expect(words).toContain("Ann");
  expect(words).not.toContain("we think you");
  expect(await acts()).toEqual([]);
  const said = await open("?outcome=on");
  expect(said.words).toContain(
    "Your money and the things you own: we think you cannot decide this by yourself now.",
  );
  expect((await acts()).map(({ action }) => action)).toEqual(["letter.outcome-shown"]);
});

test("knows no conclusion while the newest version is an uploaded file", async () => {
  await release();
  await nameWhoChecked();
  await createDelivery(world.deps, world.booking.id, { author: world.assessor, kind: "correction" });
  const { words } = await open("?outcome=on");
  expect(words).toContain("After our visit");
  expect(words).not.toContain("we think you");
});

test("says no conclusion while the report is on hold", async () => {
  const { bookingId } = await release();
  await nameWhoChecked();
  await placeHold(world.deps, { bookingId, by: BY_STAFF, reason: "objects", note: "" });
  const { words } = await open("?outcome=on");
  expect(words).toContain("After our visit");
  expect(words).not.toContain("we think you");
  expect(await acts()).toEqual([]);
});

test("records the day and the way in which it was given", async () => {
  await release();
  await nameWhoChecked();
  const wrong = await render(world.deps, page, cookie, { givenOn: "2027-03-11" });
  expect([wrong.status, wrong.text.includes("Choose how the letter is given.")]).toEqual([400, true]);
  const given = await render(world.deps, page, cookie, { way: "posted", givenOn: "2027-03-11" });
  expect(given.location).toBe(`${page}?done=given`);
  expect(await acts()).toEqual([{ action: "letter.after-given", note: "Printed and posted, 11 March 2027" }]);
  expect((await open("?done=given")).words).toContain("Printed and posted, 11 March 2027");
});
