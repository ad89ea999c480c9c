import { describe, expect, it } from "vitest";
import { neighbour, referralSteps } from "./journey.ts";

const slugs = (names: string[]) => referralSteps(names).map((step) => step.slug);

describe("the steps of a referral form", () => {
  it("asks for the person, communication and risk, and shows the law, whatever was booked", () => {
    expect(slugs([])).toEqual(["personal-details", "communication-risk", "legal-information"]);
  });

  it("has one step per assessment with a form, in the specification's order", () => {
    expect(
      slugs([
        "Capacity to Make a Gift",
        "Capacity to Litigate Assessment",
        "Capacity to Make a Will",
        "Health and Welfare Capacity Assessment",
        "Property and Finance Capacity Assessment",
      ]),
    ).toEqual([
      "personal-details",
      "property-finance",
      "health-welfare",
      "testamentary",
      "litigate",
      "gift",
      "communication-risk",
      "legal-information",
    ]);
  });

  it.each([
    "Lasting Power of Attorney Capacity Assessment (Property and Affairs)",
    "Lasting Power of Attorney Capacity Assessment (Health and Welfare)",
    "Capacity to Sell Property",
    "Capacity to Buy Property",
    "Other",
  ])("adds no step for %s", (name) => {
    expect(slugs([name])).toHaveLength(3);
  });

  it("shows a step that is not configured for an assessment that it does not know", () => {
    expect(referralSteps(["Capacity to Marry"])[1]).toEqual({
      kind: "unconfigured",
      slug: "capacity-to-marry",
      title: "Capacity to Marry",
    });
  });

  it("goes back and on, and stops at both ends", () => {
    const steps = referralSteps(["Capacity to Make a Will"]);
    expect(neighbour(steps, "testamentary", "back")?.slug).toBe("personal-details");
    expect(neighbour(steps, "testamentary", "continue")?.slug).toBe("communication-risk");
    expect(neighbour(steps, "personal-details", "back")).toBeNull();
    expect(neighbour(steps, "legal-information", "continue")).toBeNull();
  });
});
