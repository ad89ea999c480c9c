import { expect, test } from "vitest";
import { lastDay, mayRemind, standingOf, type BookingFacts } from "./standing.ts";
import type { ContributionState } from "./words.ts";

const FACTS: BookingFacts = { visitDay: null, isClosed: false, isRestricted: false, isAnotherPerson: false };

/** The last day is Wednesday 24 March 2027; London's clocks go forward on the Sunday after it. */
const asked = (state: ContributionState = "opened") => ({ state, until_on: "2027-03-24", token_version: 1 });
const at = (time: string, state?: ContributionState, facts: Partial<BookingFacts> = {}) =>
  standingOf(asked(state), { ...FACTS, ...facts }, new Date(time));

test.each([
  ["2027-03-24T23:59:59.999Z", "opened"],
  ["2027-03-25T00:00:00.000Z", "late"],
  ["2027-03-25T23:59:59.999Z", "late"],
  ["2027-03-26T00:00:00.000Z", "expired"],
])("at %s a part is %s", (time, standing) => expect(at(time)).toBe(standing));

test.each<[ContributionState, Partial<BookingFacts>, string]>([
  ["asked", {}, "asked"],
  ["asked", { isClosed: true }, "closed"],
  ["asked", { isRestricted: true }, "restricted"],
  ["opened", { isAnotherPerson: true }, "another-person"],
  ["sent", { isClosed: true }, "sent"],
  ["sent", { isAnotherPerson: true }, "another-person"],
  ["taken", { isClosed: true }, "taken"],
  ["taken", { isAnotherPerson: true, isClosed: true }, "another-person"],
  ["sent", { isRestricted: true }, "restricted"],
  ["declined", { isClosed: true }, "declined"],
  ["withdrawn", {}, "withdrawn"],
  ["opened", { visitDay: "2027-03-10" }, "expired"],
])("%s with %j is %s", (state, facts, standing) =>
  expect(at("2027-03-12T09:00:00.000Z", state, facts)).toBe(standing),
);

test("the last day is before the visit in any case", () => {
  expect(lastDay({ until_on: "2027-03-24" }, null)).toBe("2027-03-24");
  expect(lastDay({ until_on: "2027-03-24" }, "2027-04-01")).toBe("2027-03-24");
  expect(lastDay({ until_on: "2027-03-24" }, "2027-03-24")).toBe("2027-03-23");
});

test.each([
  [0, null, "2027-03-10T08:59:00.000Z", "too-soon"],
  [0, null, "2027-03-10T09:00:00.000Z", "yes"],
  [1, "2027-03-10T09:00:00.000Z", "2027-03-11T08:59:00.000Z", "too-soon"],
  [1, "2027-03-10T09:00:00.000Z", "2027-03-11T09:00:00.000Z", "yes"],
  [2, "2027-03-10T09:00:00.000Z", "2027-04-11T09:00:00.000Z", "too-many"],
] as const)("after %i reminders, the last at %s, at %s: %s", (reminders, reminded_at, now, verdict) =>
  expect(mayRemind({ reminders, reminded_at, asked_at: "2027-03-09T09:00:00.000Z" }, new Date(now))).toBe(
    verdict,
  ),
);
