import { beforeEach, expect, test } from "vitest";
import { readHistory } from "#app/features/audit/queries.server.ts";
import { agreeVisit, cancelVisit, moveVisit } from "#app/features/visits/change-visit.server.ts";
import { readBookingVisits } from "#app/features/visits/booking-visits.server.ts";
import { visitData } from "#app/features/visits/erase-visits.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { render } from "#tests/setup/rendered-site.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { recordLetter } from "./given-letters.server.ts";
import { letterGivenSchema } from "./letter-schema.ts";
import { hasReferrerLetter } from "./open-letter.server.ts";

let deps: TestDeps;
let booking: Awaited<ReturnType<typeof createBooking>>;
let visitId: string;

const bookingNow = () =>
  deps.db.selectFrom("bookings").selectAll().where("id", "=", booking.id).executeTakeFirstOrThrow();
const changeNow = async () => ({
  ...{ ...BY_STAFF, bookingId: booking.id, version: (await bookingNow()).version },
  ...{ isReferrerTold: false, overruled: null },
});

beforeEach(async () => {
  deps = createTestDeps();
  booking = await createBooking(deps);
  const assessor = await createAssessor(deps);
  const visit = await agreeVisit(deps, { ...(await changeNow()), plan: PLAN, assessorId: assessor.id });
  if (!visit.ok) throw new Error(visit.problem);
  visitId = visit.visitId;
});

test("a letter that was posted is in the history, on staff's page and in the export, and not the referrer's", async () => {
  const letter = { ...BY_STAFF, visitId, way: "posted", givenOn: "2027-03-10" } as const;
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
  await recordLetter(deps, { ...BY_STAFF, visitId, way: "referrer", givenOn: "2027-03-10" });
  expect(await hasReferrerLetter(deps, await bookingNow())).toBe(true);
  await cancelVisit(deps, { ...(await changeNow()), after: "agree-another", reason: "" });
  expect(await hasReferrerLetter(deps, await bookingNow())).toBe(false);
});

test("after the visit was moved, staff are asked for a new letter", async () => {
  await recordLetter(deps, { ...BY_STAFF, visitId, way: "by-hand", givenOn: "2027-03-10" });
  deps.clock.advance(60_000);
  const moved = await moveVisit(deps, { ...(await changeNow()), plan: { ...PLAN, start: "13:00" } });
  expect(moved.ok).toBe(true);
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const { text } = await render(deps, `/admin/visits/${visitId}/letter`, cookie);
  expect(text).toContain("Thursday 11 March 2027, 13:00 to 14:30");
  expect(text).toContain("The visit has changed since the letter was given.");
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
