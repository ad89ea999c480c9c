import { expect, test } from "vitest";
import { NO_HOURS, USUAL_HOURS } from "#app/features/assessors/hours.ts";
import { firstFreeTimes } from "./first-free.ts";

type Input = Parameters<typeof firstFreeTimes>[0];
type Assessor = Input["assessors"][number];

const assessor = (name: string, changes: Partial<Assessor> = {}): Assessor => ({
  id: name,
  name,
  professions: ["social-worker"],
  registerEndsOn: "2199-12-31",
  papers: {},
  assessments: ["property-finance"],
  modes: ["face-to-face", "virtual"],
  areas: ["LS"],
  languages: [],
  maxVisitsADay: 3,
  travelBeforeMinutes: 30,
  travelAfterMinutes: 30,
  hours: USUAL_HOURS,
  hasProfile: true,
  ...changes,
});

/** The times from a Thursday on. */
function find(assessors: Assessor[], changes: Partial<Input> = {}) {
  const times = firstFreeTimes({
    assessors,
    visits: [],
    daysOff: [],
    busy: new Map(),
    conflicted: new Set(),
    isClosed: () => false,
    wanted: {
      minutes: 90,
      mode: "face-to-face",
      district: "LS6",
      assessments: ["property-finance"],
      language: null,
    },
    from: "2027-03-11",
    now: Date.parse("2027-03-10T09:00:00Z"),
    ...changes,
  });
  return times.map((one) => `${one.day} ${one.start} ${one.assessor}${one.others ? ` +${one.others}` : ""}`);
}

const visit = (assessor_id: string, day: string, start: string, minutes: number) => ({
  id: "v",
  assessor_id,
  day,
  start,
  minutes,
  reference: "MCA",
  district: null,
  travel: { before: 30, after: 30 },
});

test("the first free times are a morning and an afternoon of each working day", () => {
  expect(find([assessor("Priya"), assessor("Tom")])).toEqual([
    "2027-03-11 09:00 Priya +1",
    "2027-03-11 12:00 Priya +1",
    "2027-03-12 09:00 Priya +1",
    "2027-03-12 12:00 Priya +1",
    "2027-03-15 09:00 Priya +1",
    "2027-03-15 12:00 Priya +1",
  ]);
});

test("who has fewer visits on the day is named first, and nobody is sent to two at once", () => {
  const visits = [visit("Priya", "2027-03-11", "09:00", 480)];
  expect(find([assessor("Priya"), assessor("Tom")], { visits }).slice(0, 3)).toEqual([
    "2027-03-11 09:00 Tom",
    "2027-03-11 12:00 Tom",
    "2027-03-12 09:00 Priya +1",
  ]);
  expect(find([assessor("Priya")], { visits })[0]).toBe("2027-03-12 09:00 Priya");
});

test("days off, closed days and hours that are over are left out", () => {
  const daysOff = [{ userId: "Priya", fromOn: "2027-03-11", untilOn: "2027-03-12" }];
  const isClosed = (day: string) => day === "2027-03-15";
  expect(find([assessor("Priya")], { daysOff, isClosed })[0]).toBe("2027-03-16 09:00 Priya");
  expect(find([assessor("Priya")], { now: Date.parse("2027-03-11T10:10:00Z") })[0]).toBe(
    "2027-03-11 10:30 Priya",
  );
});

test.each([
  ["another district", { areas: ["BD"] }],
  ["another assessment", { assessments: ["health-welfare"] }],
  ["virtual visits alone", { modes: ["virtual"] }],
  ["no hours", { hours: NO_HOURS }],
  ["a registration that ended", { registerEndsOn: "2027-03-01" }],
  ["no profile", { hasProfile: false }],
] as [string, Partial<Assessor>][])("nobody is free who has %s", (_, changes) => {
  expect(find([assessor("Priya", changes)])).toEqual([]);
});

test("nobody is free who does not speak the language or has a conflict of interest", () => {
  const wanted = {
    minutes: 90,
    mode: "virtual",
    district: null,
    assessments: [],
    language: "Polish",
  } as const;
  const both = [assessor("Priya"), assessor("Tom", { languages: ["polish"] })];
  expect(find(both, { wanted })[0]).toBe("2027-03-11 09:00 Tom");
  expect(find(both, { wanted, conflicted: new Set(["Tom"]) })).toEqual([]);
});
