import { describe, expect, test } from "vitest";
import {
  doneSteps,
  firstUnfinished,
  hrefAfter,
  hrefBefore,
  mayVisit,
  nextStep,
  previousStep,
} from "./journey.ts";
import { REFERRER } from "#tests/setup/drafts.ts";
import {
  asChange,
  stepHref,
  STEPS,
  type Answers,
  type StepSlug,
} from "#app/features/booking/fields/steps.ts";

const TODAY = "2027-03-10";

const WILL: Answers = { selectedAssessments: ["Capacity to Make a Will"], showVirtualPricing: "false" };
const VIRTUAL_WILL: Answers = { ...WILL, showVirtualPricing: "true" };
const LEEDS: Answers = { assessmentLocation: "Leeds" };
const NO_DATE: Answers = { preferredDate: "", allowWeekends: "", preferEarlierDate: "" };

describe("how far a draft has come", () => {
  test.each<[string, Answers, StepSlug]>([
    ["nothing", {}, "referrer"],
    ["a wrong email", { ...REFERRER, referrerEmail: "x" }, "referrer"],
    ["the referrer", REFERRER, "assessments"],
    ["Other without a word", { ...REFERRER, selectedAssessments: ["Other"] }, "assessments"],
    ["an assessment", { ...REFERRER, ...WILL }, "location"],
    ["a virtual assessment", { ...REFERRER, ...VIRTUAL_WILL }, "scheduling"],
    ["a place", { ...REFERRER, ...WILL, ...LEEDS }, "scheduling"],
    ["no date, on purpose", { ...REFERRER, ...WILL, ...LEEDS, ...NO_DATE }, "confirmation"],
    [
      "a date that has become too soon",
      { ...REFERRER, ...WILL, ...LEEDS, ...NO_DATE, preferredDate: "2027-03-12" },
      "scheduling",
    ],
  ])("after %s", (_what, answers, step) => {
    expect(firstUnfinished(answers, TODAY)).toBe(step);
  });

  test("a step opens when all before it are done, and never before", () => {
    const visible = (answers: Answers) =>
      STEPS.map((step) => step.slug).filter((slug) => mayVisit(slug, answers, TODAY));
    expect(visible({})).toEqual(["referrer"]);
    expect(visible({ ...REFERRER, ...WILL })).toEqual(["referrer", "assessments", "location"]);
    expect(visible({ ...REFERRER, ...VIRTUAL_WILL, ...NO_DATE })).toEqual([
      "referrer",
      "assessments",
      "scheduling",
      "confirmation",
    ]);
  });
});

test("virtual skips the location both ways, and has it done", () => {
  expect(doneSteps({ ...REFERRER, ...VIRTUAL_WILL }, TODAY)).toEqual(["referrer", "assessments", "location"]);
  expect(doneSteps({ ...REFERRER, ...WILL }, TODAY)).toEqual(["referrer", "assessments"]);
  expect(nextStep("assessments", VIRTUAL_WILL)).toBe("scheduling");
  expect(previousStep("scheduling", VIRTUAL_WILL)).toBe("assessments");
  expect(nextStep("assessments", WILL)).toBe("location");
  expect(previousStep("scheduling", WILL)).toBe("location");
  expect(previousStep("referrer", WILL)).toBeNull();
});

test("a change leads back to the confirmation, by way of what it has left to fill in", () => {
  const whole = { id: "d1", answers: { ...REFERRER, ...WILL, ...LEEDS, ...NO_DATE } };
  const placeless = { id: "d1", answers: { ...REFERRER, ...WILL, ...NO_DATE } };
  expect(hrefAfter("assessments", whole, TODAY, false)).toBe(stepHref("location", "d1"));
  expect(hrefAfter("assessments", whole, TODAY, true)).toBe(stepHref("confirmation", "d1"));
  expect(hrefAfter("assessments", placeless, TODAY, true)).toBe(asChange(stepHref("location", "d1")));
  expect(hrefBefore("scheduling", whole, TODAY, false)).toBe(stepHref("location", "d1"));
  expect(hrefBefore("scheduling", whole, TODAY, true)).toBe(stepHref("confirmation", "d1"));
  expect(hrefBefore("location", placeless, TODAY, true)).toBe(stepHref("assessments", "d1"));
});
