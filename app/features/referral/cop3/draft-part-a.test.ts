import { describe, expect, it } from "vitest";
import { ASSESSMENTS } from "#app/features/catalogue/catalogue.ts";
import type { Answers } from "#app/kit/sections/fields.ts";
import { SECTION_KEYS, sectionFields, type SectionKey } from "#app/features/referral/sections/sections.ts";
import { COP3_EDITION } from "./cop3-edition.ts";
import type { PartAKey } from "./cop3-edition.ts";
import { draftPartA } from "./draft-part-a.ts";

const BOOKING = {
  referrerName: "Ruth Hale",
  referrerRelationship: "Daughter",
  referrerPhone: "07700 900123",
  referrerEmail: "ruth@example.org",
  otherDetails: null,
};

const PERSON = {
  personalDetails: {
    title: "Mrs",
    firstName: "Ann",
    lastName: "Hale",
    dob: "1941-03-27",
    addressLine1: "4 Elm Road",
    townCity: "Leeds",
    postcode: "LS6 2AB",
  },
} satisfies Partial<Record<SectionKey, Answers>>;

function draft(ids: string[], saved: Partial<Record<SectionKey, Answers>> = {}) {
  const assessments = ids.map((id) => ({ id, name: ASSESSMENTS.find((one) => one.id === id)?.name ?? id }));
  const sections: Partial<Record<SectionKey, Answers>> = { ...PERSON, ...saved };
  return draftPartA({ ...BOOKING, assessments }, (key) => sections[key] ?? {});
}

const textOf = (part: ReturnType<typeof draft>, key: PartAKey) =>
  part.items.find((item) => item.key === key)?.copy;

describe("the answers of Part A", () => {
  it("number each decision, and suggest them while the referrer wrote none", () => {
    const suggested = draft(["capacity-will", "capacity-gift"]);
    expect(textOf(suggested, "decisions")).toBe(
      "Decision 1: Whether Mrs Ann Hale can make a will\nDecision 2: Whether Mrs Ann Hale can make a gift",
    );
    const written = draft(["capacity-will"], { courtApplication: { decisions: "Sell 4 Elm Road" } });
    expect(textOf(written, "decisions")).toBe("Decision 1: Sell 4 Elm Road");
    const isSuggested = [suggested, written].map(
      ({ items }) => items.find(({ key }) => key === "decisions")?.isSuggested,
    );
    expect(isSuggested).toEqual([true, false]);
  });

  it("say who the person and the applicant are", () => {
    const part = draft(["capacity-will"]);
    expect(textOf(part, "person")).toBe(
      "Name: Mrs Ann Hale\nDate of birth: 27 March 1941\nAddress: 4 Elm Road, Leeds, LS6 2AB",
    );
    expect(textOf(part, "applicant")).toContain("Name: Ruth Hale\nPhone: 07700 900123");
  });

  it("name another applicant than the referrer", () => {
    const part = draft(["capacity-will"], {
      courtApplication: {
        isReferrerApplicant: "no",
        applicantFirstName: "Tom",
        applicantLastName: "Hale",
        applicantTownCity: "York",
      },
    });
    expect(textOf(part, "applicant")).toBe("Name: Tom Hale\nAddress: York");
  });

  it("say that no solicitor acts", () => {
    const part = draft(["other"], {
      courtApplication: { hasSolicitor: "no", solicitorName: "typed earlier" },
    });
    expect(textOf(part, "solicitor")).toBe("No solicitor acts.");
  });

  it("list what is missing, with the section to answer it in", () => {
    const missing = draft(["capacity-will"]).items.filter((item) => item.missing.length > 0);
    expect(missing.map(({ key }) => key)).toEqual([
      "applicant",
      "solicitor",
      "returnTo",
      "steps",
      "circumstances",
      "order",
    ]);
    expect(new Set(missing.map(({ section }) => section))).toEqual(new Set(["courtApplication"]));
  });

  it.each<[string, PartAKey, Partial<Record<SectionKey, Answers>>, string[]]>([
    [
      "the person's date of birth and address",
      "person",
      { personalDetails: { firstName: "Ann", lastName: "Hale", townCity: "Leeds" } },
      ["Date of birth", "Address line 1", "Postcode"],
    ],
    [
      "the applicant's address",
      "applicant",
      { courtApplication: { applicantTownCity: "York" } },
      ["Applicant’s address line 1", "Applicant’s postcode"],
    ],
    [
      "another applicant's name",
      "applicant",
      {
        courtApplication: {
          isReferrerApplicant: "no",
          applicantFirstName: "Tom",
          applicantAddressLine1: "1 Elm Road",
          applicantTownCity: "York",
          applicantPostcode: "YO1 7HH",
        },
      },
      ["Applicant’s last name", "Applicant’s relationship to the person"],
    ],
    [
      "the solicitor's address",
      "solicitor",
      { courtApplication: { hasSolicitor: "yes", solicitorName: "Lena Okoro" } },
      ["Solicitor’s address"],
    ],
    ["no solicitor, when there is none", "solicitor", { courtApplication: { hasSolicitor: "no" } }, []],
    [
      "the address to which the form goes",
      "returnTo",
      { courtApplication: { returnTo: "other" } },
      ["Name and address"],
    ],
    [
      "the other order, and how it helps",
      "order",
      { courtApplication: { orderSought: ["Gift", "Other"] } },
      ["Other order", "How the order would help the person"],
    ],
    [
      "each of the circumstances",
      "circumstances",
      { courtApplication: { incomeSummary: "A pension", savingsSummary: "A house" } },
      ["Bills and debts", "Who manages the money today", "Existing powers"],
    ],
    ["no further step when one is named", "steps", { courtApplication: { stepsToHelp: "Mornings" } }, []],
  ])("miss %s", (_what, key, saved, missing) => {
    expect(draft(["capacity-will"], saved).items.find((item) => item.key === key)?.missing).toEqual(missing);
  });

  it("need a continuation sheet when they do not fit into the form's box", () => {
    const part = draft(["capacity-will"], { courtApplication: { stepsToHelp: "a ".repeat(1_500) } });
    expect(part.items.filter((item) => item.needsContinuation).map(({ key }) => key)).toEqual(["steps"]);
    expect(part.identifiers).toEqual({
      applicant: "Ruth Hale",
      person: "Mrs Ann Hale",
      dateOfBirth: "27 March 1941",
    });
  });

  it("follow the edition's order and numbers", () => {
    expect(draft(["capacity-will"]).items.map(({ key, number }) => [key, number])).toEqual(
      COP3_EDITION.items.map(({ key, number }) => [key, number]),
    );
  });
});

const NEVER: Partial<Record<SectionKey, string[]>> = {
  courtApplication: ["assessorOnly"],
  communicationAids: ["riskAssessments", "allergies", "accessDetails", "specialRequirements"],
  healthWelfare: ["careRisks", "situationSummary"],
  propertyFinance: ["additionalInfo", "urgencyReason"],
  gift: ["situationSummary", "financialImpact", "giftConditions"],
  personalDetails: ["nhsNumber", "ethnicGroup", "religion", "nextOfKinPhone", "nextOfKinName", "gpName"],
};

it("never puts what is for the assessor alone into Part A, whatever is filled in", () => {
  const saved = Object.fromEntries(
    SECTION_KEYS.map((key) => [
      key,
      Object.fromEntries(
        sectionFields(key).map((field) => [
          field.name,
          field.kind === "checkboxes" ? [...field.options] : `canary-${key}-${field.name}`,
        ]),
      ),
    ]),
  ) as Record<SectionKey, Answers>;
  const printed = JSON.stringify(
    draft(
      ASSESSMENTS.map(({ id }) => id),
      saved,
    ),
  );
  expect(printed).toContain("canary-courtApplication-stepsToHelp");
  for (const [key, names] of Object.entries(NEVER)) {
    for (const name of names) expect(printed).not.toContain(`canary-${key}-${name}`);
  }
});
