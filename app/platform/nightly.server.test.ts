import { expect, test, vi } from "vitest";
import { systemClock } from "./clock.ts";
import { createLogger } from "./log.server.ts";
import { isNightlyDue, startNightly } from "./nightly.server.ts";

test.each([
  ["before the hour", "2027-01-10T02:59:00Z", "2027-01-09", false],
  ["at the hour", "2027-01-10T03:00:00Z", "2027-01-09", true],
  ["later, once it ran", "2027-01-10T04:00:00Z", "2027-01-10", false],
  ["later, when the service stood still at the hour", "2027-01-10T14:00:00Z", "2027-01-09", true],
  ["the first time ever", "2027-01-10T14:00:00Z", null, true],
  ["in summer, by London's clock", "2027-07-10T02:30:00Z", "2027-07-09", true],
  ["just after London's midnight in summer", "2027-07-09T23:30:00Z", "2027-07-09", false],
])("%s", (_name, now, lastRun, expected) => {
  expect(isNightlyDue(new Date(now), 3, lastRun)).toBe(expected);
});

test("a night's work is tried again until it succeeds, then waits for the next day", async () => {
  vi.useFakeTimers({ now: new Date("2027-01-10T03:00:00Z") });
  const work = vi
    .fn<() => Promise<boolean>>()
    .mockResolvedValue(true)
    .mockRejectedValueOnce(new Error("the disk is full"));
  const nightly = startNightly({
    clock: systemClock,
    log: createLogger("silent"),
    hour: 3,
    work,
  });
  try {
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(work).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(24 * 60 * 60_000);
    expect(work).toHaveBeenCalledTimes(3);
  } finally {
    await nightly.stop();
    vi.useRealTimers();
  }
});
