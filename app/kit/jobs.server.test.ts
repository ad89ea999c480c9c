import { expect, test, vi } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { londonDate } from "#app/platform/dates.ts";
import { openConfigured } from "#app/platform/database.server.ts";
import { every, nightly, runNight, runNightly, startJobs, type Job } from "./jobs.server.ts";

const HOUR_MS = 3_600_000;

function counted(name = "count") {
  const runs: (string | null)[] = [];
  const job = nightly(name, async (_deps, { since }) => void runs.push(since));
  return { job, runs };
}

test("of two processes one does a night's work, and the other knows when it is done", async () => {
  const deps = createTestDeps();
  const other = { ...deps, db: openConfigured(deps.env) };
  const { promise: held, resolve: end } = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const slow = nightly("count", () => {
    begun.resolve();
    return held;
  });
  const first = runNightly(deps, slow);
  await begun.promise;
  const { job, runs } = counted();
  expect(await runNightly(other, job)).toBeNull();
  end();
  expect(await first).toBe(true);
  expect(await runNightly(other, job)).toBe(true);
  expect(runs).toEqual([]);
  const before = deps.clock.now().toISOString();
  deps.clock.advance(24 * HOUR_MS);
  expect(await runNightly(other, job)).toBe(true);
  expect(runs, "looks at what changed since the last run began").toEqual([before]);
  await other.db.destroy();
});

test("a night's work that failed or was killed is taken on again, and looks as far back", async () => {
  const deps = createTestDeps();
  const { job, runs } = counted();
  await runNightly(deps, job);
  deps.clock.advance(24 * HOUR_MS);
  expect(
    await runNightly(
      deps,
      nightly("count", () => Promise.reject(new Error("full"))),
    ),
  ).toBe(false);
  const begun = Promise.withResolvers<void>();
  void runNightly(
    deps,
    nightly("count", () => (begun.resolve(), new Promise(() => {}))),
  );
  await begun.promise;
  expect(await runNightly(deps, job)).toBeNull();
  deps.clock.advance(HOUR_MS);
  expect(await runNightly(deps, job)).toBe(true);
  expect(runs).toEqual([null, "2027-03-10T09:00:00.000Z"]);
});

test("a night that a clock set ahead has seen already still gets its work", async () => {
  const deps = createTestDeps();
  const { job, runs } = counted();
  for (const days of [0, 2, -1, 1]) {
    deps.clock.advance(days * 24 * HOUR_MS);
    await runNightly(deps, job);
  }
  expect(runs).toHaveLength(4);
});

test("a job that fails keeps none of its successors waiting, one that runs elsewhere does", async () => {
  const deps = createTestDeps();
  const done: string[] = [];
  const named = (name: string): Job => nightly(name, async () => void done.push(name));
  const failing = nightly("purge", () => Promise.reject(new Error("full")));
  const night = { hour: 3, isStopping: () => false };
  await runNight(deps, [failing, named("backup")], night);
  expect(done).toEqual(["backup"]);
  await deps.db
    .updateTable("job_runs")
    .set({ leased_at: deps.clock.now().toISOString() })
    .where("name", "=", "purge")
    .execute();
  await runNight(deps, [failing, named("later")], night);
  expect(done).toEqual(["backup"]);
});

test.each([
  ["before the hour", "2027-01-10T02:59:00Z", 0],
  ["at the hour", "2027-01-10T03:00:00Z", 1],
  ["later, when the service stood still at the hour", "2027-01-10T14:00:00Z", 1],
  ["in summer, by London's clock", "2027-07-10T02:30:00Z", 1],
])("a night begins: %s", async (_name, now, expected) => {
  const deps = createTestDeps();
  deps.clock.advance(Date.parse(now) - deps.clock.now().getTime());
  const { job, runs } = counted();
  const night = { hour: 3, isStopping: () => false };
  await runNight(deps, [job], night);
  await runNight(deps, [job], night);
  expect(runs).toHaveLength(expected);
});

test("periodic work goes on after a failure, and never twice at once", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const deps = createTestDeps();
  const run = vi.fn<Job["run"]>().mockResolvedValue(undefined).mockRejectedValueOnce(new Error("full"));
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = vi.fn<Job["run"]>().mockReturnValue(promise);
  const jobs = startJobs(deps, [every(1_000, "fast", run), every(1_000, "slow", slow)], { hour: 3 });
  try {
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(run).toHaveBeenCalledTimes(2);
    expect(slow).toHaveBeenCalledTimes(1);
    const stopped = jobs.stop();
    expect(slow.mock.calls[0]![1].isStopping()).toBe(true);
    resolve();
    await stopped;
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ["forward", "2027-03-27T22:00:00.000Z", ["2027-03-27", "2027-03-28", "2027-03-29"]],
  ["back", "2027-10-30T22:00:00.000Z", ["2027-10-30", "2027-10-31", "2027-11-01"]],
])("when the clocks go %s each night's work is done once, whatever its hour", async (_name, from, days) => {
  for (const hour of [0, 1, 2, 3]) {
    const deps = createTestDeps();
    deps.clock.set(from);
    const done: string[] = [];
    const job = nightly("count", async ({ clock }) => void done.push(londonDate(clock.now())));
    for (let quarter = 0; quarter < 4 * 30; quarter += 1) {
      await runNight(deps, [job], { hour, isStopping: () => false });
      deps.clock.advance(HOUR_MS / 4);
    }
    expect(done, `at ${hour}`).toEqual(days);
  }
});
