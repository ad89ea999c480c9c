import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  AssessmentAnswers,
  bookingSubmission,
  confirmationAnswers,
  LocationAnswers,
  ReferrerAnswers,
  schedulingAnswers,
} from "./schema.ts";
import { REFERRER } from "#tests/setup/drafts.ts";

const TODAY = "2027-03-10";

/** The step's own messages under "", then each field's. */
function messages(schema: z.ZodType, values: unknown): Record<string, string[]> {
  const result = schema.safeParse(values);
  if (result.success) return {};
  const { formErrors, fieldErrors } = z.flattenError(result.error);
  return {
    ...(formErrors.length > 0 ? { "": formErrors } : {}),
    ...(fieldErrors as Record<string, string[]>),
  };
}

describe("step 1", () => {
  test("takes a daughter's details, and drops what it does not know", () => {
    const parsed = ReferrerAnswers.parse({ ...REFERRER, isAdmin: true });
    expect(parsed).toMatchObject({ referrerFirstName: "Joanna", referrerOrganisation: "" });
    expect(parsed).not.toHaveProperty("isAdmin");
  });

  test("what was pasted from a contact list or a page is read without its invisible characters", () => {
    const pasted = {
      referrerFirstName: "\u200bJoanna\u00a0May",
      referrerEmail: "\u200bjoanna@example.org",
      referrerPhone: "\u202a+44\u00a07700\u00a0900123\u202c",
    };
    expect(ReferrerAnswers.parse({ ...REFERRER, ...pasted })).toMatchObject({
      referrerFirstName: "Joanna May",
      referrerEmail: "joanna@example.org",
      referrerPhone: "+44 7700 900123",
    });
    expect(confirmationAnswers(TODAY).parse({ clientPostcode: "SW1A\u00a01AA" })).toMatchObject({
      clientPostcode: "SW1A 1AA",
    });
  });

  test("an empty form says what is missing, first in one sentence", () => {
    expect(messages(ReferrerAnswers, {})).toEqual({
      "": ["Please fill in all required referrer fields."],
      referrerFirstName: ["First name is required"],
      referrerLastName: ["Last name is required"],
      referrerEmail: ["Email address is required"],
      referrerPhone: ["Phone number is required"],
      referrerRelationship: ["Relationship to the client is required"],
    });
  });

  test.each([
    [
      { referrerFirstName: "   " },
      { "": ["Please fill in all required referrer fields."], referrerFirstName: ["First name is required"] },
    ],
    [
      { referrerFirstName: "\u200b\u00a0\u202e" },
      { "": ["Please fill in all required referrer fields."], referrerFirstName: ["First name is required"] },
    ],
    [
      { referrerRelationship: "Cousin" },
      { referrerRelationship: ["Please choose a relationship from the list."] },
    ],
    [
      { referrerRelationship: "Carer" },
      { referrerProfessionalCapacity: ["Please specify if you are acting in a professional capacity."] },
    ],
    [
      { referrerRelationship: "Carer", referrerProfessionalCapacity: "Professional capacity" },
      { referrerOrganisation: ["Please enter your company or organization name."] },
    ],
    [{ referrerRelationship: "Other" }, { referrerCustomRole: ["Please specify your role."] }],
    [
      { referrerRelationship: "Other Professional" },
      {
        referrerCustomRole: ["Please specify your role."],
        referrerOrganisation: ["Please enter your company or organization name."],
      },
    ],
    [
      { referrerRelationship: "Other", referrerCustomRole: "Ward manager" },
      { referrerOrganisation: ["Please enter your company or organization name."] },
    ],
    [{ referrerEmail: "joanna@gmial.com" }, { referrerEmail: ["Possible typo detected in email domain"] }],
    [{ referrerPhone: "07700" }, { referrerPhone: ["UK phone numbers should have 10 digits"] }],
    [
      { referrerPhone: "0770090012" },
      {
        referrerPhone: [
          "UK phone numbers should have 10 digits",
          "Some numbers have fewer or more digits. If this one is right, enter another one, such as a mobile, or call us.",
        ],
      },
    ],
    [
      { referrerFirstName: "x".repeat(101) },
      { referrerFirstName: ["First name must be 100 characters or fewer."] },
    ],
    [
      { referrerFirstName: "x".repeat(101), referrerLastName: "" },
      {
        "": ["Please fill in all required referrer fields."],
        referrerFirstName: ["First name must be 100 characters or fewer."],
        referrerLastName: ["Last name is required"],
      },
    ],
    [{ referrerFirstName: 7 }, { referrerFirstName: ["First name must be text."] }],
  ])("%j: %j", (change, expected) => {
    expect(messages(ReferrerAnswers, { ...REFERRER, ...change })).toEqual(expected);
  });

  test.each([true, "true", "joanna@gmial.com", "Joanna@GMIAL.com"])(
    "keeps a typo-like address when told %j",
    (kept) => {
      const values = { ...REFERRER, referrerEmail: "joanna@gmial.com", referrerEmailConfirmed: kept };
      expect(messages(ReferrerAnswers, values)).toEqual({});
    },
  );

  test("asks again when another address was kept", () => {
    const values = { ...REFERRER, referrerEmail: "joanna@gmial.com", referrerEmailConfirmed: "jo@gmial.com" };
    expect(messages(ReferrerAnswers, values)).toHaveProperty("referrerEmail");
  });

  test("accepts dependent fields that the relationship does not ask for", () => {
    expect(messages(ReferrerAnswers, { ...REFERRER, referrerOrganisation: "Reeve Ltd" })).toEqual({});
  });
});

describe("step 2", () => {
  const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(" ");

  test.each([
    [{}, { selectedAssessments: ["Please select at least one assessment type."] }],
    [
      { selectedAssessments: ["Other"] },
      { otherAssessmentDetails: ["Please describe the assessment you need when selecting 'Other'."] },
    ],
    [
      { selectedAssessments: ["other"], otherAssessmentDetails: words(101) },
      { otherAssessmentDetails: ["Assessment description must be 100 words or less."] },
    ],
    [
      { selectedAssessments: ["Capacity to Make a Gift"], showVirtualPricing: "true" },
      { selectedAssessments: ["Capacity to Make a Gift is face-to-face only."] },
    ],
    [
      { selectedAssessments: ["tarot"] },
      { selectedAssessments: ["“tarot” is not an assessment that we offer."] },
    ],
    [{ selectedAssessments: 7 }, { selectedAssessments: ["The assessments must be a list of names."] }],
    [
      { selectedAssessments: ["other"], showVirtualPricing: "perhaps" },
      { showVirtualPricing: ["showVirtualPricing must be true or false."] },
    ],
    [{ selectedAssessments: "Capacity to Make a Will" }, {}],
    [{ selectedAssessments: ["other"], otherAssessmentDetails: words(100) }, {}],
  ])("%j: %j", (values, expected) => {
    expect(messages(AssessmentAnswers, values)).toEqual(expected);
  });
});

test("step 3 wants a location", () => {
  expect(messages(LocationAnswers, { assessmentLocation: "  " })).toEqual({
    assessmentLocation: ["Please enter the assessment location."],
  });
  expect(messages(LocationAnswers, { assessmentLocation: "LS1 4AP" })).toEqual({});
});

describe("step 4", () => {
  test.each([
    [{}, true],
    [{ preferredDate: "2027-03-17" }, true],
    [{ preferredDate: "2027-03-16" }, false],
    [{ preferredDate: "2027-03-20" }, false],
    [{ preferredDate: "2027-03-20", allowWeekends: "on" }, true],
    [{ preferredDate: "2027-02-30" }, false],
    [{ "preferredDate-day": "7", "preferredDate-month": "4", "preferredDate-year": "2027" }, true],
    [{ "preferredDate-day": "7", "preferredDate-month": "", "preferredDate-year": "2027" }, false],
    [{ "preferredDate-day": "7", "preferredDate-month": "April", "preferredDate-year": "27" }, true],
  ])("%j passes: %s", (values, isValid) => {
    expect(schedulingAnswers(TODAY).safeParse(values).success).toBe(isValid);
  });
});

describe("step 5", () => {
  test("passes empty, and then payment is later", () => {
    expect(confirmationAnswers(TODAY).parse({})).toMatchObject({
      paymentMethod: "pay-later",
      consentEmail: false,
    });
  });

  test.each([
    [{ clientTitle: "Sultan" }, "clientTitle"],
    [{ clientGender: "x" }, "clientGender"],
    [{ clientDob: "2027-03-10" }, "clientDob"],
    [{ "clientDob-day": "31", "clientDob-month": "2", "clientDob-year": "1940" }, "clientDob"],
    [{ clientPhone: "123" }, "clientPhone"],
    [{ paymentMethod: "cheque" }, "paymentMethod"],
    [{ paymentMethod: { toString: 1 } }, "paymentMethod"],
  ])("%j is a mistake in %s", (values, field) => {
    expect(Object.keys(messages(confirmationAnswers(TODAY), values))).toEqual([field]);
  });
});

describe("the whole submission", () => {
  const whole = {
    ...REFERRER,
    selectedAssessments: ["Capacity to Make a Will", "Property and Finance Capacity Assessment"],
    assessmentLocation: "Leeds",
    paymentMethod: "pay-now",
    clientPostcode: "ls1 4ap",
    clientDob: "1941-02-03",
    clientPhone: "0113 496 0000",
  };

  test("two digits of a preferred year are of this century, of a birth they are asked about", () => {
    const parts = (name: string) => ({
      [`${name}-day`]: "7",
      [`${name}-month`]: "Apr",
      [`${name}-year`]: "27",
    });
    const { preferredDate } = bookingSubmission(TODAY).parse({ ...whole, ...parts("preferredDate") });
    expect(preferredDate).toBe("2027-04-07");
    expect(messages(bookingSubmission(TODAY), { ...whole, clientDob: "", ...parts("clientDob") })).toEqual({
      clientDob: ["Date of birth: please enter all four digits of the year."],
    });
  });

  test("becomes what a booking holds", () => {
    expect(bookingSubmission(TODAY).parse(whole)).toMatchObject({
      isVirtual: false,
      assessmentIds: ["property-finance", "capacity-will"],
      referrerPhone: "7700900123",
      referrerPhoneAsTyped: "07700 900123",
      referrerProfessionalCapacity: null,
      assessmentLocation: "Leeds",
      preferredDate: null,
      paymentMethod: "pay_now",
      clientPostcode: "LS1 4AP",
      clientDob: "1941-02-03",
      clientPhone: "1134960000",
      clientPhoneAsTyped: "0113 496 0000",
    });
  });

  test("needs no location when virtual, and says where it is held", () => {
    const { assessmentLocation, ...rest } = { ...whole, showVirtualPricing: true };
    expect(assessmentLocation).toBe("Leeds");
    expect(bookingSubmission(TODAY).parse(rest).assessmentLocation).toBe("Virtual Assessment");
  });

  test("forgets the details of an Other that is not chosen, and a family member's organisation", () => {
    const parsed = bookingSubmission(TODAY).parse({
      ...whole,
      otherAssessmentDetails: "stale",
      referrerRelationship: "Carer",
      referrerProfessionalCapacity: "Family, friend or neutral party",
      referrerOrganisation: "stale",
    });
    expect(parsed).toMatchObject({ otherAssessmentDetails: null, referrerOrganisation: null });
  });

  test("reports the mistakes of every step at once", () => {
    expect(
      Object.keys(messages(bookingSubmission(TODAY), { preferredDate: "2020-01-01", clientTitle: "x" })),
    ).toEqual(
      expect.arrayContaining([
        "referrerEmail",
        "selectedAssessments",
        "assessmentLocation",
        "preferredDate",
        "clientTitle",
      ]),
    );
  });
});
