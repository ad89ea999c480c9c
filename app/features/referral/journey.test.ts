import { describe, expect, it } from "vitest";
import { ASSESSMENTS, findAssessment } from "#app/features/catalogue/catalogue.ts";
import { fieldsOf } from "#app/kit/sections/fields.ts";
import {
  ASSESSMENT_FORMS,
  SECTION_KEYS,
  SECTIONS,
  type SectionKey,
} from "#app/features/referral/sections/sections.ts";
import { minutesFor, neighbour, optionalSteps, referralSteps, sectionProgress } from "./journey.ts";

const named = (ids: string[]) =>
  ids.map((id) => ({ id, name: findAssessment(id)?.name ?? "Capacity to Marry" }));
const slugs = (ids: string[]) => referralSteps(named(ids)).map((step) => step.slug);

describe("the steps of a referral form", () => {
  it("asks for the person, communication and risk, and shows the law, whatever was booked", () => {
    expect(slugs([])).toEqual(["personal-details", "communication-risk", "legal-information"]);
  });

  it("has one step per assessment with a form, in the specification's order", () => {
    expect(
      slugs(["capacity-gift", "capacity-litigate", "capacity-will", "health-welfare", "property-finance"]),
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
    "lpa-property-affairs",
    "lpa-health-welfare",
    "capacity-sell-property",
    "capacity-buy-property",
    "other",
  ])("adds no step for %s", (id) => {
    expect(slugs([id])).toHaveLength(3);
  });

  it("goes by the assessment, whatever it is called", () => {
    expect(referralSteps([{ id: "capacity-will", name: "Will" }])[1]).toMatchObject({ slug: "testamentary" });
  });

  it("knows every assessment of the catalogue, and has one section for each form", () => {
    expect(Object.keys(ASSESSMENT_FORMS).sort()).toEqual(ASSESSMENTS.map(({ id }) => id).sort());
    expect(SECTION_KEYS).toEqual([
      "personalDetails",
      "propertyFinance",
      "healthWelfare",
      "testamentary",
      "litigate",
      "gift",
      "communicationAids",
      "decision",
      "courtApplication",
    ]);
  });

  it("offers a section about the decision where an assessment has no form, and one about the court and the documents always", () => {
    const optional = (ids: string[]) => optionalSteps(named(ids)).map(({ slug }) => slug);
    expect(optional(["capacity-will", "capacity-gift"])).toEqual(["court-application", "documents"]);
    for (const id of ["lpa-property-affairs", "capacity-sell-property", "other", "a-practice-s-own"])
      expect(optional(["capacity-will", id])).toEqual(["decision", "court-application", "documents"]);
  });

  it("goes on from an optional section to Communication & Risk, and back to the step before", () => {
    const steps = referralSteps(named(["capacity-will"]));
    expect(neighbour(steps, "decision", "continue")?.slug).toBe("communication-risk");
    expect(neighbour(steps, "decision", "back")?.slug).toBe("testamentary");
  });

  it("shows a step that is not configured for an assessment that it does not know", () => {
    expect(referralSteps(named(["capacity-marry"]))[1]).toEqual({
      kind: "unconfigured",
      slug: "capacity-to-marry",
      title: "Capacity to Marry",
    });
  });

  it("goes back and on, and stops at both ends", () => {
    const steps = referralSteps(named(["capacity-will"]));
    expect(neighbour(steps, "testamentary", "back")?.slug).toBe("personal-details");
    expect(neighbour(steps, "testamentary", "continue")?.slug).toBe("communication-risk");
    expect(neighbour(steps, "personal-details", "back")).toBeNull();
    expect(neighbour(steps, "legal-information", "continue")).toBeNull();
  });
});

const TODAY = "2027-03-10";

describe("how far a section is", () => {
  /** Answers to all that is asked before anything is revealed: the last option of a question, which reveals nothing. */
  const answersTo = (key: SectionKey) =>
    Object.fromEntries(
      fieldsOf(SECTIONS[key])
        .filter(({ revealedBy }) => !revealedBy)
        .map((field) => {
          const last = "options" in field ? field.options.at(-1)! : "x";
          return [field.name, field.kind === "checkboxes" ? [last] : last];
        }),
    );

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
    const answers = answersTo("testamentary");
    expect(sectionProgress("testamentary", { ...answers, willAmendments: "" }, TODAY)).toBe("in-progress");
    expect(sectionProgress("testamentary", answers, TODAY)).toBe("complete");
  });

  it("is in progress while Submit would refuse an answer", () => {
    const answers = { ...answersTo("personalDetails"), dob: "1941-03-27", phone: "07700 900456" };
    const others = { countryCode: "+44", nextOfKinPhone: "07700 900457", nextOfKinCountryCode: "+44" };
    const complete = { ...answers, ...others, email: "", nhsNumber: "" };
    expect(sectionProgress("personalDetails", complete, TODAY)).toBe("complete");
    expect(sectionProgress("personalDetails", { ...complete, nhsNumber: "1" }, TODAY)).toBe("in-progress");
  });

  it("does not wait for a question that is not asked", () => {
    const answers = answersTo("gift");
    expect(sectionProgress("gift", { ...answers, hasFutureGifts: "no" }, TODAY)).toBe("complete");
    expect(sectionProgress("gift", { ...answers, hasFutureGifts: "yes" }, TODAY)).toBe("in-progress");
  });
});

it("takes longer where more is to be written", () => {
  expect(minutesFor("gift")).toBeGreaterThan(minutesFor("personalDetails"));
  for (const key of SECTION_KEYS) expect(minutesFor(key)).toBeGreaterThanOrEqual(1);
});
