import { describe, expect, test } from "vitest";
import { USUAL_HOURS } from "#app/features/assessors/hours.ts";
import { byFit, fitOf, type PlannedVisit, type Wanted } from "./fit.ts";

const assessor: Parameters<typeof fitOf>[0] = {
  hasProfile: true,
  professions: ["nurse"],
  registerEndsOn: "2027-03-31",
  papers: {},
  assessments: ["property-finance"],
  modes: ["face-to-face", "virtual"],
  areas: ["LS", "HX1"],
  languages: ["Polish"],
  maxVisitsADay: 2,
  travelBeforeMinutes: 30,
  travelAfterMinutes: 30,
  hours: USUAL_HOURS,
};

/** A Thursday. */
const wanted: Wanted = {
  day: "2027-03-11",
  start: "10:00",
  minutes: 90,
  mode: "face-to-face",
  district: "LS6",
  assessments: ["property-finance"],
  language: null,
};

const empty = { visits: [], busy: [], isOff: false, isClosed: false, conflicts: [] };

const visit: PlannedVisit = {
  id: "v1",
  reference: "MCA-AB12-CD34",
  day: "2027-03-11",
  start: "13:00",
  minutes: 90,
  district: "LS1",
  travel: { before: 30, after: 30 },
};

test("one who fits is listed with what speaks for them", () => {
  expect(fitOf(assessor, wanted, empty)).toEqual({
    level: "fits",
    blocks: [],
    warnings: [],
    reasons: ["Free 09:00–17:00", "travels to LS6", "registered until 31/03/2027"],
  });
  const polish = fitOf(assessor, { ...wanted, language: "polish" }, { ...empty, visits: [visit] });
  expect(polish.reasons).toEqual([
    "Free 09:00–12:30",
    "travels to LS6",
    "speaks Polish",
    "registered until 31/03/2027",
  ]);
});

test("who has hardly time between two visits is free, and the list says after which one", () => {
  const tight = fitOf(assessor, { ...wanted, start: "10:30" }, { ...empty, visits: [visit] });
  expect(tight).toMatchObject({ level: "fits", isTight: true });
  expect(tight.reasons[0]).toMatch(/^directly (after|before) the visit /);
});

describe("what stands against an assessor", () => {
  test.each<[string, object, object, object, string]>([
    ["hours", {}, { start: "16:00" }, {}, "Outside working hours"],
    ["a weekend", {}, { day: "2027-03-13" }, {}, "Outside working hours"],
    ["a day off", {}, {}, { isOff: true }, "Day off"],
    ["a closed day", {}, {}, { isClosed: true }, "The practice is closed on that day"],
    ["the area", {}, { district: "BD1" }, {}, "Does not travel to BD1"],
    ["the language", {}, { language: "Urdu" }, {}, "Does not speak Urdu"],
    ["the mode", { modes: ["virtual"] }, {}, {}, "Does no face-to-face visits"],
    ["the assessment", {}, { assessments: ["capacity-will"] }, {}, "Does not do: Capacity to Make a Will"],
    [
      "too many visits",
      { maxVisitsADay: 1 },
      { start: "09:00" },
      { visits: [visit] },
      "Already 1 visit that day",
    ],
    [
      "a conflict",
      {},
      {},
      { conflicts: [{ words: "Same client before (MCA-1)", key: "b1" }] },
      "Same client before (MCA-1)",
    ],
    ["no registration date", { registerEndsOn: null }, {}, {}, "No registration date"],
  ])("%s warns", (_what, own, need, day, warning) => {
    const fit = fitOf({ ...assessor, ...own }, { ...wanted, ...need }, { ...empty, ...day });
    expect(fit).toMatchObject({ level: "warns", blocks: [], warnings: [{ words: warning }] });
  });

  test.each([
    ["12:30", "Visit 13:00–14:30 in LS1 (MCA-AB12-CD34)"],
    ["11:00", "Visit 13:00–14:30 in LS1 (MCA-AB12-CD34), too close with travel"],
    ["15:00", "Visit 13:00–14:30 in LS1 (MCA-AB12-CD34), too close with travel"],
  ])("a visit at %s overlaps", (start, reason) => {
    const fit = fitOf(assessor, { ...wanted, start }, { ...empty, visits: [visit] });
    expect(fit).toMatchObject({ level: "blocked", blocks: [{ kind: "overlap", reason }] });
  });

  test("a virtual visit needs no travel", () => {
    const virtual = { ...wanted, mode: "virtual" as const, start: "11:00" };
    expect(fitOf(assessor, virtual, { ...empty, visits: [visit] }).level).toBe("fits");
  });

  test("a registration that has ended on the day bars, and one that ends on it does not", () => {
    const ends = (registerEndsOn: string) => fitOf({ ...assessor, registerEndsOn }, wanted, empty);
    expect(ends("2027-03-10").blocks).toEqual([
      { kind: "barred", reason: "Registration ended on 10/03/2027" },
    ]);
    expect(ends("2027-03-11").level).toBe("fits");
  });

  test("without a profile nothing is known of them", () => {
    const { warnings } = fitOf({ ...assessor, hasProfile: false, hours: [] }, wanted, empty);
    expect(warnings.map(({ words }) => words)).toEqual(["No profile yet", "Outside working hours"]);
  });
});

test("those who fit are listed first, then fewer warnings, fewer visits, and by name", () => {
  const listed = (name: string, start: string, visitsThatDay: number, need: object = {}) => ({
    name,
    visitsThatDay,
    fit: fitOf(assessor, { ...wanted, start, ...need }, { ...empty, visits: visitsThatDay ? [visit] : [] }),
  });
  const list = [
    listed("blocked", "13:00", 1),
    listed("two warnings", "16:00", 0, { district: "BD1" }),
    listed("one warning", "16:00", 0),
    listed("busy", "10:00", 1),
    listed("Zoe", "10:00", 0),
    listed("Amir", "10:00", 0),
  ];
  expect(list.toSorted(byFit).map(({ name }) => name)).toEqual([
    "Amir",
    "Zoe",
    "busy",
    "one warning",
    "two warnings",
    "blocked",
  ]);
});
