import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { createDelivery, createReport } from "#tests/setup/reports.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { agreeVisit } from "#app/features/visits/change-visit.server.ts";
import { progressInWords } from "./progress-list.tsx";
import { currentStep } from "./progress.ts";
import { listReportTasks, progressFacts, readProgress, reportUrgency } from "./read-progress.server.ts";
import { addWorkingDays } from "./working-days.server.ts";

const DAY_MS = 86_400_000;

test.each([
  ["2027-03-10", 1, "2027-03-11"],
  ["2027-03-12", 1, "2027-03-15"],
  // Good Friday and Easter Monday do not count.
  ["2027-03-24", 3, "2027-03-31"],
  ["2027-03-15", -1, "2027-03-12"],
  ["2027-03-10", 0, "2027-03-10"],
])("%s and %i working days is %s", (day, count, reached) => {
  expect(addWorkingDays(day, count)).toBe(reached);
});

test("a booking goes through its six steps", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps);
  const step = async () => currentStep((await readProgress(deps, [booking])).get(booking.id)!);
  const urgency = async () => reportUrgency(deps, (await progressFacts(deps, [booking])).get(booking.id)!);
  expect(await step()).toBe("booked");
  const assessor = await createAssessor(deps);
  const plan = { version: 1, plan: PLAN, isReferrerTold: false, overruled: null };
  await agreeVisit(deps, { ...BY_STAFF, bookingId: booking.id, assessorId: assessor.id, ...plan });
  expect(await step()).toBe("agreed");
  deps.clock.advance(2 * DAY_MS);
  expect(await step()).toBe("writing");
  const progress = (await readProgress(deps, [booking])).get(booking.id)!;
  expect(progress.map(({ day }) => day)).toEqual([
    "2027-03-10",
    "2027-03-11",
    "2027-03-11",
    "2027-03-25",
    null,
    null,
  ]);
  expect(await urgency()).toBeNull();
  expect(progressInWords(progress)).toBe("Report being written (due Thursday 25 March 2027)");
  deps.clock.advance(11 * DAY_MS);
  expect(await urgency()).toBe("soon");
  deps.clock.advance(3 * DAY_MS);
  expect(await urgency()).toBe("late");
  await createDelivery(deps, booking.id, { author: assessor });
  expect([await step(), await urgency()]).toEqual(["ready", null]);
  await deps.db
    .updateTable("report_deliveries")
    .set({ received_at: deps.clock.now().toISOString() })
    .execute();
  expect(await step()).toBe("received");
});

test("a cancelled booking has no steps", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps, { status: "cancelled" });
  expect((await readProgress(deps, [booking])).size).toBe(0);
});

test("staff see a report that is due soon, late, or waits for a review", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps);
  const assessor = await createAssessor(deps);
  const plan = { version: 1, plan: PLAN, isReferrerTold: false, overruled: null };
  await agreeVisit(deps, { ...BY_STAFF, bookingId: booking.id, assessorId: assessor.id, ...plan });
  const tasks = async () => (await listReportTasks(deps, 30)).map(({ urgency, dueOn }) => [urgency, dueOn]);
  deps.clock.advance(10 * DAY_MS);
  expect(await tasks()).toEqual([]);
  deps.clock.advance(3 * DAY_MS);
  expect(await tasks()).toEqual([["soon", "2027-03-25"]]);
  deps.clock.advance(3 * DAY_MS);
  expect(await tasks()).toEqual([["late", "2027-03-25"]]);
  await createReport(deps, booking.id, { author: assessor });
  expect(await tasks()).toEqual([["review", null]]);
});
