import { expect, test } from "vitest";
import { fixedClock } from "#scripts/seed/fixed-clock.ts";
import { createCallBudget } from "./call-budget.ts";

/** Calls that end when the test says so. */
function slowCalls() {
  const ends: (() => void)[] = [];
  return { ends, call: () => new Promise<void>((resolve) => ends.push(resolve)) };
}

test("five calls are on their way at once, and each that ends lets the next one go", async () => {
  const budget = createCallBudget(fixedClock("2027-03-10T09:00:00.000Z"));
  const { ends, call } = slowCalls();
  const all = Promise.all(Array.from({ length: 12 }, () => budget.spend(call)));
  for (let ended = 0; ended < 12; ended += 1) {
    await expect.poll(() => ends.length).toBe(Math.min(ended + 5, 12));
    ends[ended]!();
  }
  await all;
});

test("whoever gave up waiting makes no call, and holds nobody up", async () => {
  const budget = createCallBudget(fixedClock("2027-03-10T09:00:00.000Z"));
  const { ends, call } = slowCalls();
  const first = Array.from({ length: 5 }, () => budget.spend(call));
  const stop = new AbortController();
  const impatient = budget.spend(call, stop.signal);
  const patient = budget.spend(call);
  stop.abort();
  await expect.poll(() => ends.length).toBe(5);
  ends[0]!();
  await expect(impatient).rejects.toThrow("too busy");
  await expect.poll(() => ends.length).toBe(6);
  ends.forEach((end) => end());
  await Promise.all([...first, patient]);
});

test("the sixty-first call of a minute is told when its turn comes", async () => {
  const clock = fixedClock("2027-03-10T09:00:00.000Z");
  const budget = createCallBudget(clock);
  for (let index = 0; index < 60; index += 1) await budget.spend(async () => {});
  clock.advance(20_000);
  await expect(budget.spend(async () => {})).rejects.toMatchObject({ isUntried: true, retryAfterMs: 40_000 });
  clock.advance(40_000);
  await budget.spend(async () => {});
});
