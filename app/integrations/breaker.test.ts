import { expect, test } from "vitest";
import { fixedClock } from "#scripts/seed/fixed-clock.ts";
import { DeliveryError, parseRetryAfter } from "./delivery-error.ts";
import { createBreaker } from "./breaker.ts";

const NOW = "2027-03-10T09:00:00.000Z";
const fail = (options: { isPermanent?: boolean; retryAfterMs?: number } = {}) =>
  Promise.reject(new DeliveryError("No.", { isPermanent: false, ...options }));

async function failTimes(breaker: ReturnType<typeof createBreaker>, times: number, options = {}) {
  for (let index = 0; index < times; index += 1) await breaker.run(() => fail(options)).catch(() => {});
}

test("opens after five failures in a row, for a minute, and at once again if that does not help", async () => {
  const clock = fixedClock(NOW);
  const breaker = createBreaker(clock);
  await failTimes(breaker, 4);
  await breaker.run(async () => "fine");
  await failTimes(breaker, 4);
  expect(breaker.pausedMs()).toBe(0);
  await failTimes(breaker, 1);
  expect(breaker.pausedMs()).toBe(60_000);

  clock.advance(60_000);
  expect(breaker.pausedMs()).toBe(0);
  await failTimes(breaker, 1);
  expect(breaker.pausedMs()).toBe(60_000);

  clock.advance(60_000);
  await breaker.run(async () => "fine");
  await failTimes(breaker, 4);
  expect(breaker.pausedMs()).toBe(0);
});

test("a clock that is set back does not prolong the pause", async () => {
  const clock = fixedClock(NOW);
  const breaker = createBreaker(clock);
  await failTimes(breaker, 5);
  clock.set("2027-03-10T06:00:00.000Z");
  clock.advance(60_000);
  expect(breaker.pausedMs()).toBe(0);
});

test("refusals of single mails are answers, not an outage", async () => {
  const breaker = createBreaker(fixedClock(NOW));
  await failTimes(breaker, 20, { isPermanent: true });
  expect(breaker.pausedMs()).toBe(0);
});

test("a vendor that says 'at once' again and again is left alone like one that says nothing", async () => {
  const breaker = createBreaker(fixedClock(NOW));
  await failTimes(breaker, 5, { retryAfterMs: 0 });
  expect(breaker.pausedMs()).toBe(60_000);
});

test("nothing is tried while it is open", async () => {
  const clock = fixedClock(NOW);
  const breaker = createBreaker(clock);
  await failTimes(breaker, 1, { retryAfterMs: 30_000 });
  let isTried = false;
  const work = async () => {
    isTried = true;
  };
  await expect(breaker.run(work)).rejects.toMatchObject({ isPermanent: false, retryAfterMs: 30_000 });
  expect(isTried).toBe(false);
});

test.each([
  ["120", 120_000],
  ["0", 0],
  ["1.5", 1500],
  ["99999999", 86_400_000],
  ["Wed, 10 Mar 2027 09:00:30 GMT", 30_000],
  ["Wed, 10 Mar 2027 08:00:00 GMT", 0],
  ["soon", null],
  ["-5", null],
  ["", null],
  [null, null],
])("Retry-After %j means %j ms", (value, expected) => {
  expect(parseRetryAfter(value, new Date(NOW))).toBe(expected);
});
