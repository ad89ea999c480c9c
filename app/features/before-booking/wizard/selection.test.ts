import { expect, test } from "vitest";
import { addableAssessments, selectedIds, withAssessment, withoutAssessment } from "./selection.ts";

const WILL = "capacity-will";
const answers = {
  showVirtualPricing: "false",
  selectedAssessments: [WILL, "other"],
  otherAssessmentDetails: "To marry",
};

test("removing Other clears its description; removing another keeps it", () => {
  expect(withoutAssessment(answers, "other")).toEqual({
    selectedAssessments: [WILL],
    otherAssessmentDetails: "",
  });
  expect(withoutAssessment(answers, "capacity-will")).toEqual({
    selectedAssessments: ["other"],
    otherAssessmentDetails: "To marry",
  });
});

test("adding keeps the catalogue's order and takes each once", () => {
  const added = withAssessment(answers, "health-welfare", "");
  expect(selectedIds(added)).toEqual(["health-welfare", "capacity-will", "other"]);
  expect(added["otherAssessmentDetails"]).toBe("To marry");
  expect(withAssessment(answers, "capacity-will", "")).toEqual({});
  expect(withAssessment(answers, "no-such-thing", "")).toEqual({});
});

test("a virtual booking offers nothing that is face-to-face only", () => {
  const virtual = { ...answers, showVirtualPricing: "true" };
  expect(addableAssessments(virtual).map((assessment) => assessment.id)).toEqual([
    "property-finance",
    "health-welfare",
    "capacity-litigate",
  ]);
  expect(withAssessment(virtual, "capacity-gift", "")).toEqual({});
});
