import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, formatTime, londonDate } from "#app/platform/dates.ts";
import {
  endOf,
  formatSpan,
  freeParts,
  hasEnded,
  instantOf,
  isClockTime,
  NO_TRAVEL,
  overlaps,
  spanOf,
  type VisitTime,
} from "./visit-times.ts";

const SPRING = "2027-03-28";
const AUTUMN = "2027-10-31";

const iso = (time: number) => new Date(time).toISOString();

describe("the instant of a London day and time", () => {
  test.each([
    ["winter", "2027-01-12", "10:00", "2027-01-12T10:00:00.000Z"],
    ["summer", "2027-07-12", "10:00", "2027-07-12T09:00:00.000Z"],
    ["before the clock goes forward", SPRING, "00:30", "2027-03-28T00:30:00.000Z"],
    ["a time that the clock leaves out", SPRING, "01:30", "2027-03-28T01:30:00.000Z"],
    ["after the clock went forward", SPRING, "02:30", "2027-03-28T01:30:00.000Z"],
    ["a time that occurs twice", AUTUMN, "01:30", "2027-10-31T00:30:00.000Z"],
    ["after the clock went back", AUTUMN, "02:30", "2027-10-31T02:30:00.000Z"],
  ])("%s", (_when, day, time, instant) => {
    expect(iso(instantOf(day, time))).toBe(instant);
  });
});

test.each([
  [SPRING, "00:59", true],
  [SPRING, "01:00", false],
  [SPRING, "01:30", false],
  [SPRING, "02:00", true],
  [AUTUMN, "01:30", true],
  ["2027-03-27", "01:30", true],
])("on %s the clock shows %s: %s", (day, time, isShown) => {
  expect(isClockTime(day, time)).toBe(isShown);
});

test("a visit ends later on the clock when the clock goes forward in it", () => {
  expect(endOf({ day: SPRING, start: "00:30", minutes: 90 })).toBe("03:00");
  expect(endOf({ day: AUTUMN, start: "00:30", minutes: 90 })).toBe("01:00");
  expect(endOf({ day: "2027-03-10", start: "10:00", minutes: 90 })).toBe("11:30");
});

const travel = { before: 45, after: 45 };

describe("two visits of one assessor", () => {
  const first: VisitTime = { day: "2027-03-11", start: "10:00", minutes: 90 };
  test.each([
    ["at the same time", "10:00", NO_TRAVEL, true],
    ["begins when the other ends", "11:30", NO_TRAVEL, false],
    ["begins before the other ends", "11:29", NO_TRAVEL, true],
    ["leaves less than the travel of both", "12:59", travel, true],
    ["leaves the travel of both", "13:00", travel, false],
    ["ends when the travel to the other begins", "07:00", travel, false],
  ])("%s", (_how, start, under, isRefused) => {
    const second = { ...first, start };
    expect(overlaps(spanOf(first, under), spanOf(second, under))).toBe(isRefused);
  });
});

/** Minute by minute, by the clock on the wall: an hour that occurs twice is counted twice. */
const minutesOf = (time: VisitTime, under: { before: number; after: number }) => {
  const { from } = spanOf({ ...time, minutes: 0 });
  const minutes = new Set<string>();
  for (let minute = -under.before; minute < time.minutes + under.after; minute += 1) {
    minutes.add(new Date(from + minute * 60_000).toISOString());
  }
  return minutes;
};

test("visits overlap exactly when they share a minute, travel included, over both clock changes", () => {
  const time = fc.record({
    day: fc.constantFrom(...[SPRING, AUTUMN].flatMap((day) => [addDays(day, -1), day, addDays(day, 1)])),
    start: fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom("00", "15", "30", "45"))
      .map(([hour, minute]) => `${String(hour).padStart(2, "0")}:${minute}`),
    minutes: fc.integer({ min: 15, max: 300 }),
  });
  const under = fc.record({
    before: fc.integer({ min: 0, max: 120 }),
    after: fc.integer({ min: 0, max: 120 }),
  });
  fc.assert(
    fc.property(time, under, time, under, (a, aTravel, b, bTravel) => {
      const ofB = minutesOf(b, bTravel);
      const shared = [...minutesOf(a, aTravel)].some((minute) => ofB.has(minute));
      const [spanA, spanB] = [spanOf(a, aTravel), spanOf(b, bTravel)];
      expect(overlaps(spanA, spanB)).toBe(shared);
      expect(overlaps(spanB, spanA)).toBe(shared);
      expect(spanA.until - spanA.from).toBe((a.minutes + aTravel.before + aTravel.after) * 60_000);
    }),
    { numRuns: 500 },
  );
});

test("each London time that exists comes back from its instant", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(SPRING, AUTUMN, "2027-06-01"),
      fc.integer({ min: 0, max: 1439 }),
      (day, minute) => {
        const start = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
        fc.pre(!(day === SPRING && start.startsWith("01:")));
        const instant = new Date(instantOf(day, start));
        expect([londonDate(instant), formatTime(instant.toISOString())]).toEqual([day, start]);
      },
    ),
  );
});

test("what is free of a working day is what no visit and its travel takes", () => {
  const day = "2027-03-11";
  const busy = [
    spanOf({ day, start: "14:00", minutes: 60 }),
    spanOf({ day, start: "10:00", minutes: 90 }, { before: 30, after: 30 }),
  ];
  const free = freeParts(
    day,
    [
      ["09:00", "13:00"],
      ["13:30", "17:00"],
    ],
    busy,
  );
  expect(free.map(formatSpan)).toEqual(["09:00–09:30", "12:00–13:00", "13:30–14:00", "15:00–17:00"]);
  expect(freeParts(day, [], busy)).toEqual([]);
});

test("a visit has ended once its last minute is over", () => {
  const visit = { day: "2027-03-10", start: "08:00", minutes: 60 };
  expect(hasEnded(visit, new Date("2027-03-10T08:59:59Z"))).toBe(false);
  expect(hasEnded(visit, new Date("2027-03-10T09:00:00Z"))).toBe(true);
});
