import { expect, test } from "vitest";
import { fixedClock } from "#app/platform/clock.ts";
import { createRequestLimit } from "./request-limit.server.ts";

test("the 301st request of a minute waits for the next one, another address does not", () => {
  const clock = fixedClock("2027-03-10T09:00:00.000Z");
  clock.advance(20_000);
  const secondsToWait = createRequestLimit({ clock, isOn: true });
  for (let hit = 0; hit < 300; hit += 1) expect(secondsToWait("203.0.113.9")).toBeNull();
  expect(secondsToWait("203.0.113.9")).toBe(40);
  expect(secondsToWait("203.0.113.10")).toBeNull();
  clock.advance(40_000);
  expect(secondsToWait("203.0.113.9")).toBeNull();
});

test("RATE_LIMITS=off lifts it", () => {
  const secondsToWait = createRequestLimit({ clock: fixedClock("2027-03-10T09:00:00.000Z"), isOn: false });
  for (let hit = 0; hit < 400; hit += 1) expect(secondsToWait("203.0.113.9")).toBeNull();
});
