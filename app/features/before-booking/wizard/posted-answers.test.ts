import { describe, expect, test } from "vitest";
import {
  clearStaleReferrer,
  postedAnswers,
  preselectedAnswers,
  applyAssessments,
  withoutUnasked,
} from "./posted-answers.ts";

const WILL = "capacity-will";
const GIFT = "capacity-gift";

describe("preselection by a link", () => {
  test("keeps known keys, drops the rest, starts face-to-face", () => {
    expect(preselectedAnswers("capacity-will,nonsense,other")).toEqual({
      showVirtualPricing: "false",
      selectedAssessments: [WILL, "other"],
    });
  });

  test.each([null, "", ",,", "nonsense", "x".repeat(100_000)])("%s preselects nothing", (keys) => {
    expect(preselectedAnswers(keys)).toEqual({});
  });
});

test("a posted step gives all its fields, empty where the form had none, and no others", () => {
  const form = new FormData();
  form.append("selectedAssessments", "Capacity to Make a Will");
  form.append("selectedAssessments", "Tarot");
  form.append("isAdmin", "true");
  expect(postedAnswers("assessments", form)).toEqual({
    showVirtualPricing: "",
    selectedAssessments: [WILL, "Tarot"],
    otherAssessmentDetails: "",
  });
});

describe("a changed relationship", () => {
  const solicitor = {
    referrerRelationship: "Solicitor",
    referrerOrganisation: "Reeve LLP",
    referrerCustomRole: "",
  };

  test("clears what nobody touched and the new one does not ask for", () => {
    const posted = { ...solicitor, referrerRelationship: "Daughter" };
    expect(clearStaleReferrer(solicitor, posted)).toMatchObject({ referrerOrganisation: "" });
  });

  test.each([
    ["the new one asks for it too", { ...solicitor, referrerRelationship: "Paralegal" }],
    [
      "it was typed just now",
      { ...solicitor, referrerRelationship: "Daughter", referrerOrganisation: "Hospice" },
    ],
    ["nothing changed", solicitor],
  ])("keeps it when %s", (_why, posted) => {
    expect(clearStaleReferrer(solicitor, posted).referrerOrganisation).toBe(posted.referrerOrganisation);
  });
});

describe("switching the pricing mode", () => {
  const saved = { showVirtualPricing: "false", selectedAssessments: [WILL], otherAssessmentDetails: "" };
  const virtual = { ...saved, showVirtualPricing: "true" };

  test("without JavaScript, a selection that still stands is cleared", () => {
    expect(applyAssessments(saved, virtual, "false")).toEqual({
      answers: { showVirtualPricing: "true", selectedAssessments: [], otherAssessmentDetails: "" },
      isSwitched: true,
      dropped: [],
    });
  });

  test("a selection made anew, or under the prices shown, stands", () => {
    const anew = { ...virtual, selectedAssessments: ["property-finance"] };
    expect(applyAssessments(saved, anew, "false").answers.selectedAssessments).toEqual(["property-finance"]);
    expect(applyAssessments(saved, virtual, "true").isSwitched).toBe(false);
    expect(applyAssessments({}, virtual, "false").isSwitched).toBe(false);
    expect(applyAssessments({}, { showVirtualPricing: "true" }, "false").isSwitched).toBe(false);
  });

  test("what is face-to-face only is taken out of a virtual choice, and what we do not offer out of any", () => {
    const { answers, dropped } = applyAssessments(
      {},
      { ...virtual, selectedAssessments: [WILL, GIFT, "tarot"] },
      "true",
    );
    expect(answers.selectedAssessments).toEqual([WILL]);
    expect(dropped).toEqual([
      "Capacity to Make a Gift is face-to-face only, so we have taken it out of your selection.",
      "Something in your selection is not an assessment that we offer, so we have taken it out.",
    ]);
  });

  test("Other taken out takes its details along", () => {
    const posted = { ...saved, otherAssessmentDetails: "left over" };
    expect(applyAssessments({}, posted, "false").answers.otherAssessmentDetails).toBe("");
  });
});

describe("what is booked of the referrer", () => {
  const leftOver = {
    referrerProfessionalCapacity: "Professional capacity",
    referrerCustomRole: "Ward manager",
    referrerOrganisation: "Ward 7",
  };
  test.each([
    ["Daughter", { referrerProfessionalCapacity: "", referrerCustomRole: "", referrerOrganisation: "" }],
    ["Solicitor", { referrerProfessionalCapacity: "", referrerCustomRole: "" }],
    ["Deputy", { referrerCustomRole: "" }],
    ["Other", { referrerProfessionalCapacity: "" }],
  ])("%s: nothing that this relationship does not ask for", (referrerRelationship, cleared) => {
    const answers = { referrerRelationship, ...leftOver };
    expect(withoutUnasked(answers)).toEqual({ ...answers, ...cleared });
  });

  test("a family member's organisation is not booked", () => {
    const family = {
      referrerRelationship: "Carer",
      referrerProfessionalCapacity: "Family, friend or neutral party",
      referrerOrganisation: "Ward 7",
    };
    expect(withoutUnasked(family)).toMatchObject({ referrerOrganisation: "" });
  });
});
