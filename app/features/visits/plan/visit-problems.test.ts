import { expect, test } from "vitest";
import { maySettle, openProblems, problemsOf, settledKey } from "./visit-problems.ts";

const assessor: Parameters<typeof problemsOf>[0]["assessor"] = {
  professions: ["social-worker"],
  registerEndsOn: "2027-03-31",
  papers: {},
  assessments: ["property-finance"],
  modes: ["face-to-face"],
  areas: ["LS"],
  languages: [],
  maxVisitsADay: null,
  travelBeforeMinutes: 30,
  travelAfterMinutes: 30,
  hours: [[], [], [], [["09:00", "17:00"]], [], [], []],
  hasProfile: true,
  isActive: true,
  isAssessor: true,
};

const situation: Parameters<typeof problemsOf>[0] = {
  assessor,
  wanted: {
    day: "2027-03-11",
    start: "10:00",
    minutes: 90,
    mode: "face-to-face",
    district: "LS6",
    assessments: ["property-finance"],
    language: null,
  },
  day: { visits: [], busy: [], isOff: false, isClosed: false, conflicts: [] },
  isRestricted: false,
  cannotCome: null,
};

const is = (own: object) => ({ assessor: { ...assessor, ...own } });
const on = (day: object) => ({ day: { ...situation.day, ...day } });
const wants = (need: object) => ({ wanted: { ...situation.wanted, ...need } });

test.each<[string, object, string]>([
  ["the account is deactivated", is({ isActive: false }), "Their account is deactivated"],
  ["the role is taken away", is({ isAssessor: false }), "They are no assessor any more"],
  ["the day is off", on({ isOff: true }), "Day off"],
  ["the hours changed", is({ hours: [] }), "Outside working hours"],
  ["the practice closes", on({ isClosed: true }), "The practice is closed on that day"],
  ["the registration ended", is({ registerEndsOn: "2027-03-10" }), "Registration ended on 10/03/2027"],
  ["the registration is not known", is({ registerEndsOn: null }), "No registration date"],
  ["the kind is taken away", is({ modes: ["virtual"] }), "Does no face-to-face visits"],
  ["the assessment is taken away", is({ assessments: [] }), "Does not do: Property and Finance"],
  ["the area is taken away", is({ areas: ["BD"] }), "Does not travel to LS6"],
  ["a language is needed", wants({ language: "Polish" }), "Does not speak Polish"],
  ["a conflict is found", on({ conflicts: [{ words: "Same client before (X)", key: "b" }] }), "Same client"],
  ["the person is restricted", { isRestricted: true }, "The privacy desk restricted the use"],
  [
    "they said so",
    { cannotCome: { id: "n1", at: "2027-03-10T09:40:00.000Z" } },
    "They said on 10 Mar 2027, 09:40 that they cannot come",
  ],
])("the assessor of a visit cannot come because %s", (_what, change, words) => {
  expect(problemsOf(situation)).toEqual([]);
  const problems = problemsOf({ ...situation, ...change });
  expect(problems).toMatchObject([{ words: expect.stringContaining(words) as string }]);
});

test("whoever has left is asked nothing else", () => {
  const gone = problemsOf({ ...situation, ...is({ isActive: false, hours: [], areas: [] }) });
  expect(gone.map(({ code }) => code)).toEqual(["deactivated"]);
});

test("a problem that staff settled is asked about again only when it is another one", () => {
  const off = problemsOf({ ...situation, ...is({ hours: [] }) });
  const settled = JSON.stringify(off.map(settledKey));
  expect(openProblems(off, { settled })).toEqual([]);
  const later = problemsOf({
    ...situation,
    ...is({ hours: [[], [], [], [["13:00", "17:00"]], [], [], []] }),
  });
  expect(openProblems(later, { settled })).toEqual(later);
});

test.each(["deactivated", "no-assessor", "registration-ended", "restricted"] as const)(
  "%s cannot be settled",
  (code) => {
    const problem = { code, key: "", words: "" };
    expect(maySettle(problem)).toBe(false);
    expect(openProblems([problem], { settled: JSON.stringify([settledKey(problem)]) })).toEqual([problem]);
  },
);

test("of a visit that an earlier release agreed, only what makes it impossible is found", () => {
  const problems = problemsOf({ ...situation, ...is({ areas: [], registerEndsOn: "2027-03-10" }) });
  expect(openProblems(problems, { settled: null }).map(({ code }) => code)).toEqual(["registration-ended"]);
});
