import { expect, test } from "vitest";
import { dueAt, type DueFacts } from "./due.ts";
import { STAGES, type Stage } from "./stage.ts";

const NOTHING: DueFacts = {
  bookedAt: "2027-03-01T09:00:00.000Z",
  contactDue: null,
  requestedAt: null,
  preferredDate: null,
  answersUntil: null,
  visitAt: null,
  visitedAt: null,
  reportDue: null,
  releasedAt: null,
};
const WISHED = { preferredDate: "2027-04-12" };
const HELD = { visitAt: null, visitedAt: "2027-03-10T12:30:00.000Z" };

test.each<[Stage, Partial<DueFacts>, string | null]>([
  ["to-contact", { contactDue: "2027-03-01T09:00:00.000Z" }, "2027-03-02T09:00:00.000Z"],
  ["to-agree", {}, "2027-03-03T09:00:00.000Z"],
  ["to-agree", WISHED, "2027-03-03T09:00:00.000Z"],
  ["to-agree", { preferredDate: "2027-03-04" }, "2027-03-01T00:00:00.000Z"],
  ["to-agree", { requestedAt: "2027-03-01T10:00:00.000Z" }, "2027-03-02T10:00:00.000Z"],
  ["asked", { answersUntil: "2027-03-05T17:00:00.000Z" }, "2027-03-05T17:00:00.000Z"],
  ["offered", { answersUntil: "2027-03-04T17:00:00.000Z" }, "2027-03-04T17:00:00.000Z"],
  ["unanswered", { answersUntil: "2027-03-04T17:00:00.000Z" }, "2027-03-04T17:00:00.000Z"],
  ["agreed", { ...WISHED, visitAt: "2027-04-14T10:30:00.000Z" }, "2027-04-14T10:30:00.000Z"],
  // A practice without assessors: the confirmed date, in summer time.
  ["agreed", WISHED, "2027-04-11T23:00:00.000Z"],
  ["agreed", { ...WISHED, contactDue: "2027-03-20T00:00:00.000Z" }, "2027-03-21T00:00:00.000Z"],
  ["outcome-missing", HELD, "2027-03-10T12:30:00.000Z"],
  ["to-report", { ...HELD, reportDue: "2027-03-24" }, "2027-03-25T00:00:00.000Z"],
  ["to-report", {}, "2027-03-01T09:00:00.000Z"],
  ["to-review", { ...HELD, reportDue: "2027-03-24" }, "2027-03-25T00:00:00.000Z"],
  ["on-hold", HELD, "2027-03-10T12:30:00.000Z"],
  ["to-complete", HELD, "2027-03-12T12:30:00.000Z"],
  ["to-complete", { ...HELD, releasedAt: "2027-03-20T10:00:00.000Z" }, "2027-03-22T10:00:00.000Z"],
  ["to-complete", WISHED, "2027-04-14T23:00:00.000Z"],
  ["done", { contactDue: "2027-03-01T09:00:00.000Z" }, null],
  ["cancelled", { requestedAt: "2027-03-01T09:00:00.000Z" }, null],
])("%s with %o is due at %s", (stage, facts, due) => {
  expect(dueAt(stage, { ...NOTHING, ...facts }, 24)).toBe(due);
});

test("each open stage has a due moment once its records are there", () => {
  const all: DueFacts = {
    ...NOTHING,
    ...WISHED,
    ...HELD,
    reportDue: "2027-03-24",
    contactDue: "2027-03-02T09:00:00.000Z",
    answersUntil: "2027-03-05T17:00:00.000Z",
    visitAt: "2027-04-14T10:30:00.000Z",
  };
  const without = STAGES.filter((stage) => dueAt(stage, all, 24) === null);
  expect(without).toEqual(["done", "cancelled"]);
});
