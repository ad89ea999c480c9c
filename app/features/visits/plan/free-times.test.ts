import { expect, test } from "vitest";
import { NO_HOURS, type WeekHours } from "#app/features/assessors/hours.ts";
import { clockMinutes, instantOf } from "#app/features/visits/record/visit-times.ts";
import { addDays, isWeekend, weekdayIndex } from "#app/platform/dates.ts";
import { fittingAt, freeTimes, MAX_FREE_TIMES, type FreeTimesInput } from "./free-times.ts";

const MINUTE_MS = 60_000;
const FROM = "2027-03-22";

/** The same numbers for the same seed. */
function numbers(seed: number) {
  let state = seed + 1;
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const oneOf = <Item>(number: ReturnType<typeof numbers>, items: readonly Item[]) =>
  items[number(items.length)]!;
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** A practice around the day on which the clocks go forward. */
function world(seed: number): FreeTimesInput {
  const number = numbers(seed);
  const assessors = Array.from({ length: 1 + number(4) }, (_, index) => ({
    id: `a${index}`,
    name: `A ${index}`,
    professions: ["social-worker"] as const,
    hasProfile: number(9) > 0,
    registerEndsOn: oneOf(number, ["2199-12-31", "2027-03-29", null, "2199-12-31"]),
    papers: {},
    assessments: number(4) > 0 ? ["property-finance"] : [],
    modes: oneOf(number, [["face-to-face"], ["virtual"], ["face-to-face", "virtual"]] as const),
    areas: oneOf(number, [["LS"], ["BD"], ["LS6"], ["LS7"]]),
    languages: oneOf(number, [[], ["Polish"]]),
    hours: NO_HOURS.map((_, weekday) =>
      weekday > 4 && number(2) === 0
        ? []
        : [[clock(60 * (7 + number(4))), clock(60 * (12 + number(6)))] as [string, string]],
    ) as WeekHours,
    maxVisitsADay: oneOf(number, [null, 1, 2]),
    travelBeforeMinutes: 15 * number(4),
    travelAfterMinutes: 15 * number(4),
  }));
  const day = () => addDays(FROM, number(14));
  const busy = new Map(
    assessors.map(({ id }) => [
      id,
      Array.from({ length: number(8) }, (_, index) => {
        const from = instantOf(day(), clock(60 * 8 + 15 * number(30)));
        return {
          from,
          until: from + 15 * MINUTE_MS * (1 + number(20)),
          isOld: false,
          ...(index % 2 === 0 && { heldFor: "other" }),
        };
      }),
    ]),
  );
  return {
    assessors: assessors as never,
    busy,
    visits: Array.from({ length: number(25) }, (_, index) => ({
      id: `v${index}`,
      reference: "MCA-1",
      district: null,
      day: day(),
      start: clock(60 * 8 + 15 * number(30)),
      minutes: 30 * (1 + number(4)),
      travel: { before: 15 * number(3), after: 15 * number(3) },
      assessor_id: `a${number(4)}`,
    })),
    daysOff: Array.from({ length: number(4) }, () => {
      const fromOn = day();
      return { userId: `a${number(4)}`, fromOn, untilOn: addDays(fromOn, number(3)) };
    }),
    conflicted: new Set(number(5) === 0 ? ["a0"] : []),
    isClosed: (at) => at === "2027-03-26" || at === "2027-03-29",
    wanted: {
      minutes: oneOf(number, [60, 90, 150]),
      mode: oneOf(number, ["face-to-face", "virtual"] as const),
      district: "LS6",
      assessments: ["property-finance"],
      language: oneOf(number, [null, null, "Polish"]),
    },
    from: FROM,
    until: addDays(FROM, 27),
    hasWeekends: number(2) === 0,
    now: instantOf("2027-03-22", clock(60 * number(20))),
  };
}

type Assessor = FreeTimesInput["assessors"][number];

/** Why an assessor may not have a time, reckoned by other means than the list does. */
function violations(
  input: FreeTimesInput,
  { id, ...assessor }: Assessor,
  day: string,
  start: string,
): string[] {
  const { wanted } = input;
  const begin = clockMinutes(start);
  const travels = wanted.mode === "face-to-face";
  const from = instantOf(day, start) - (travels ? assessor.travelBeforeMinutes : 0) * MINUTE_MS;
  const until =
    instantOf(day, start) + (wanted.minutes + (travels ? assessor.travelAfterMinutes : 0)) * MINUTE_MS;
  const own = input.visits.filter(({ assessor_id }) => assessor_id === id);
  const hours = assessor.hours[weekdayIndex(day)] ?? [];
  const isTaken = (other: { from: number; until: number }) => other.from < until && from < other.until;
  const rules: Record<string, boolean> = {
    lead: day >= input.from && day <= input.until && instantOf(day, start) > input.now,
    quarter: begin % 15 === 0,
    closed: !input.isClosed(day),
    weekend: input.hasWeekends || !isWeekend(day),
    hours: hours.some(([a, b]) => clockMinutes(a) <= begin && begin + wanted.minutes <= clockMinutes(b)),
    off: !input.daysOff.some((off) => off.userId === id && off.fromOn <= day && day <= off.untilOn),
    visits: !own.some((visit) => {
      const at = instantOf(visit.day, visit.start);
      return isTaken({
        from: at - visit.travel.before * MINUTE_MS,
        until: at + (visit.minutes + visit.travel.after) * MINUTE_MS,
      });
    }),
    busy: !(input.busy.get(id) ?? []).some(isTaken),
    most:
      assessor.maxVisitsADay === null ||
      own.filter((visit) => visit.day === day).length < assessor.maxVisitsADay,
    skill: assessor.hasProfile && assessor.assessments.includes("property-finance"),
    mode: assessor.modes.includes(wanted.mode),
    area: !travels || assessor.areas.some((area) => area === "LS" || area === "LS6"),
    language: wanted.language === null || assessor.languages.includes(wanted.language),
    registration: assessor.registerEndsOn !== null && assessor.registerEndsOn >= day,
    conflict: !input.conflicted.has(id),
  };
  return Object.keys(rules).filter((rule) => !rules[rule]);
}

test("no time that a referrer may choose violates a rule, in a thousand practices", () => {
  let shown = 0;
  for (let seed = 0; seed < 1000; seed += 1) {
    const input = world(seed);
    const times = freeTimes(input);
    shown += times.length;
    expect(times.length).toBeLessThanOrEqual(MAX_FREE_TIMES);
    const days = Map.groupBy(times, ({ day }) => day);
    if (times.length === MAX_FREE_TIMES) expect(days.size, `seed ${seed}`).toBeGreaterThanOrEqual(4);
    for (const ofDay of days.values()) {
      expect(ofDay.length).toBeLessThanOrEqual(3);
      for (const theirs of Map.groupBy(ofDay, ({ assessorId }) => assessorId).values())
        expect(theirs.length).toBeLessThanOrEqual(2);
    }
    for (const { day, start, assessorId } of times) {
      const who = input.assessors.find(({ id }) => id === assessorId)!;
      expect(violations(input, who, day, start), `seed ${seed}: ${day} ${start} ${assessorId}`).toEqual([]);
    }
  }
  expect(shown).toBeGreaterThan(1500);
});

test("who fits at a time is who violates nothing, and nobody else", () => {
  for (let seed = 0; seed < 300; seed += 1) {
    const input = { ...world(seed), hasWeekends: true };
    const number = numbers(seed + 5_000);
    for (let index = 0; index < 10; index += 1) {
      const [day, start] = [addDays(FROM, number(14)), clock(60 * 8 + 15 * number(36))];
      const fitting = fittingAt(input, day, start).map(({ id }) => id);
      const wanted = input.assessors.filter((one) => violations(input, one, day, start).length === 0);
      expect(fitting.toSorted(), `seed ${seed}: ${day} ${start}`).toEqual(
        wanted.map(({ id }) => id).toSorted(),
      );
    }
  }
});
