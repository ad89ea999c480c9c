import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { createDelivery } from "#tests/setup/reports.ts";
import { BY_STAFF, byAssessor, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { OutcomeSchema } from "#app/features/visits/outcome/outcome-schema.ts";
import { recordOutcome } from "#app/features/visits/outcome/record-outcome.server.ts";
import { progressInWords } from "./progress-list.tsx";
import { currentStep, progressOf, type Facts, type ProgressStep } from "./progress.ts";
import { readProgress } from "./read-progress.server.ts";
import { addWorkingDays } from "#app/features/booking/fields/working-days.server.ts";

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

const NOT_HELD = { held: "none", notHeldReason: "unwell" };
const IN_FULL = {
  held: "full",
  startedAt: "10:00",
  endedAt: "11:00",
  conducted: "in-person",
  identity: "Her passport",
};

const DAY = "2027-03-11";
const AT = "2027-03-20T09:00:00.000Z";
const NOTHING: Facts = {
  bookedAt: "2027-03-10T09:00:00.000Z",
  visitDay: null,
  isVisitDone: false,
  dueOn: null,
  releasedAt: null,
  receivedAt: null,
  isCompleted: false,
};

const RECEIVED = { isVisitDone: true, releasedAt: AT, receivedAt: AT };

test.each<[string, Partial<Facts>, string, ProgressStep]>([
  ["nothing", {}, "✓○○○○○", "booked"],
  ["a visit to come", { visitDay: DAY }, "✓✓○○○○", "agreed"],
  ["a visit that is over, without an outcome", { visitDay: DAY, dueOn: DAY }, "✓✓○○○○", "agreed"],
  ["a visit that was held", { visitDay: DAY, isVisitDone: true, dueOn: DAY }, "✓✓✓○○○", "writing"],
  ["a report without a visit", { isVisitDone: true }, "✓✓✓○○○", "writing"],
  ["a release", { visitDay: DAY, isVisitDone: true, dueOn: DAY, releasedAt: AT }, "✓✓✓✓✓○", "ready"],
  ["a release without a visit", { isVisitDone: true, releasedAt: AT }, "✓✓✓✓✓○", "ready"],
  ["a receipt", RECEIVED, "✓✓✓✓✓✓", "received"],
  ["a completion alone", { isCompleted: true }, "✓✓", "completed"],
  ["a completion after an agreed visit", { isCompleted: true, visitDay: DAY }, "✓✓✓", "completed"],
  ["a completion before the report", { isCompleted: true, isVisitDone: true }, "✓✓✓○○○", "writing"],
  ["a completion at the end", { ...RECEIVED, isCompleted: true }, "✓✓✓✓✓✓", "received"],
])("after %s", (_, facts, done, step) => {
  const progress = progressOf({ ...NOTHING, ...facts });
  expect(progress.map(({ isDone }) => (isDone ? "✓" : "○")).join("")).toBe(done);
  expect(currentStep(progress)).toBe(step);
  const writing = progress.find((one) => one.step === "writing");
  expect(writing?.day ?? null).toBe(step === "writing" ? (facts.dueOn ?? null) : null);
});

test("a booking goes through its six steps", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps);
  const step = async () => currentStep((await readProgress(deps, [booking])).get(booking.id)!);
  expect(await step()).toBe("booked");
  const assessor = await createAssessor(deps);
  const plan = { version: 1, plan: PLAN, isReferrerTold: false, overruled: null };
  const agreed = await agreeVisit(deps, {
    ...BY_STAFF,
    ...plan,
    bookingId: booking.id,
    assessorId: assessor.id,
  });
  expect(await step()).toBe("agreed");
  deps.clock.advance(2 * DAY_MS);
  // Nobody has said yet that it took place.
  expect(await step()).toBe("agreed");
  const visitId = agreed.ok ? agreed.visitId : "";
  const record = (held: object, version: number) =>
    recordOutcome(deps, {
      ...byAssessor(assessor),
      visitId,
      outcome: OutcomeSchema.parse({ ...held, version }),
    });
  expect(await record(NOT_HELD, 0)).toEqual({ ok: true });
  expect(await step()).toBe("booked");
  expect(await record({ ...IN_FULL, held: "part" }, 1)).toEqual({ ok: true });
  expect(await step()).toBe("booked");
  expect(await record(IN_FULL, 2)).toEqual({ ok: true });
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
  expect(progressInWords(progress)).toBe("Report being written (due Thursday 25 March 2027)");
  await createDelivery(deps, booking.id, { author: assessor });
  expect(await step()).toBe("ready");
  await deps.db
    .updateTable("report_deliveries")
    .set({ received_at: deps.clock.now().toISOString() })
    .execute();
  expect(await step()).toBe("received");
});

test("a completed booking without a visit or a report is completed, in words too", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps, { status: "completed" });
  const progress = (await readProgress(deps, [booking])).get(booking.id)!;
  expect(progressInWords(progress)).toBe("Completed");
});

test("a cancelled booking has no steps", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps, { status: "cancelled" });
  expect((await readProgress(deps, [booking])).size).toBe(0);
});
