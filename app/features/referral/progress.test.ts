import { describe, expect, it } from "vitest";
import { sectionProgress } from "./progress.ts";

const TODAY = "2027-03-10";

describe("how far a section is", () => {
  it("has not started while it holds only defaults or blanks", () => {
    expect(sectionProgress("personalDetails", null, TODAY)).toBe("not-started");
    expect(sectionProgress("personalDetails", { countryCode: "+44", language: "English" }, TODAY)).toBe(
      "not-started",
    );
    expect(sectionProgress("communicationAids", { mobilityAids: [], allergies: " " }, TODAY)).toBe(
      "not-started",
    );
  });

  it("is in progress while something asked for is missing, and complete after it", () => {
    const answers = {
      familyTree: "One son",
      beneficiaries: "The son",
      excludedBeneficiaries: "None",
      estateSize: "£200,000",
      clientWishes: "All to the son",
    };
    expect(sectionProgress("testamentary", answers, TODAY)).toBe("in-progress");
    expect(sectionProgress("testamentary", { ...answers, willAmendments: "First will" }, TODAY)).toBe(
      "complete",
    );
  });

  it("does not wait for a question that is not asked", () => {
    const known = {
      situationSummary: "x",
      giftType: "loan",
      giftExtent: "x",
      giftConditions: "x",
      beneficiaries: "x",
      remainingAssets: "x",
      financialImpact: "x",
      hasPastGifts: "no",
    };
    expect(sectionProgress("gift", { ...known, hasFutureGifts: "no" }, TODAY)).toBe("complete");
    expect(sectionProgress("gift", { ...known, hasFutureGifts: "yes" }, TODAY)).toBe("in-progress");
  });
});
