import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { openConfigured } from "./database.server.ts";
import { withNightlyLock } from "./nightly.server.ts";

test("of two processes one does a night's work, and the other knows when it is done", async () => {
  const deps = createTestDeps();
  const other = { clock: deps.clock, db: openConfigured(deps.env) };
  let runs = 0;
  const { promise: held, resolve: end } = Promise.withResolvers<void>();
  const first = withNightlyLock(deps, () => {
    runs += 1;
    return held;
  });
  await expect.poll(() => runs).toBe(1);
  expect(await withNightlyLock(other, async () => void (runs += 1))).toBe(false);
  end();
  expect(await first).toBe(true);
  expect(await withNightlyLock(other, async () => void (runs += 1))).toBe(true);
  expect(runs).toBe(1);
  deps.clock.advance(24 * 3_600_000);
  expect(await withNightlyLock(other, async () => void (runs += 1))).toBe(true);
  expect(runs).toBe(2);
  await other.db.destroy();
});

test("a night's work that failed or was killed is taken on again", async () => {
  const deps = createTestDeps();
  await expect(withNightlyLock(deps, () => Promise.reject(new Error("full")))).rejects.toThrow("full");
  void withNightlyLock(deps, () => new Promise(() => {}));
  await expect.poll(() => deps.db.selectFrom("nightly_runs").select("day").execute()).toHaveLength(1);
  expect(await withNightlyLock(deps, async () => {})).toBe(false);
  deps.clock.advance(3 * 3_600_000);
  expect(await withNightlyLock(deps, async () => {})).toBe(true);
});

test("a night that a clock set ahead has seen already still gets its work", async () => {
  const deps = createTestDeps();
  const days: string[] = [];
  const work = async () => void days.push(deps.clock.now().toISOString().slice(0, 10));
  const DAY_MS = 24 * 3_600_000;
  for (const days of [0, 2, -1, 1]) {
    deps.clock.advance(days * DAY_MS);
    await withNightlyLock(deps, work);
  }
  expect(days).toEqual(["2027-03-10", "2027-03-12", "2027-03-11", "2027-03-12"]);
});
