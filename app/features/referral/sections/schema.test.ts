import { describe, expect, it } from "vitest";
import { MAX_TEXT_LENGTH } from "#app/kit/sections/schema.ts";
import { ReferralFormBody, SECTION_ANSWERS } from "./schema.ts";

describe("referral answers as they arrive", () => {
  it("may be unfinished; null is blank and unknown keys are dropped", () => {
    expect(ReferralFormBody.parse({})).toEqual({});
    expect(
      ReferralFormBody.parse({
        personalDetails: { firstName: "Edith", county: null, version: 2, hacked: true },
        propertyFinance: { estimatedValue: 250000 },
        somethingElse: {},
      }),
    ).toEqual({
      personalDetails: { firstName: "Edith", county: "", version: 2 },
      propertyFinance: { estimatedValue: "250000" },
    });
  });

  it.each([
    ["gender", "Woman"],
    ["title", "Lord"],
    ["interpreterNeeded", "perhaps"],
    ["occupation", { is: "an object" }],
    ["occupation", "x".repeat(MAX_TEXT_LENGTH + 1)],
  ])("refuse %s that does not fit", (field, value) => {
    const result = SECTION_ANSWERS.personalDetails.safeParse({ [field]: value });
    expect(result.success).toBe(false);
    expect(result.error?.issues[0]?.path).toEqual([field]);
  });

  it("refuse an option that is not in the list", () => {
    expect(SECTION_ANSWERS.communicationAids.safeParse({ mobilityAids: ["Rocket"] }).success).toBe(false);
    expect(SECTION_ANSWERS.communicationAids.safeParse({ mobilityAids: ["None"] }).success).toBe(true);
  });
});
