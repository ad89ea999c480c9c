import { describe, expect, test } from "vitest";
import { isConsumer, isOfConsumer, lastDayToCancel } from "./consumer.ts";
import { bookingSubmission } from "./schema.ts";

const DAUGHTER = {
  referrerRelationship: "Daughter",
  referrerProfessionalCapacity: null,
  referrerCustomRole: null,
  referrerOrganisation: null,
};
const FAMILY = "Family, friend or neutral party";

describe("who books as a consumer", () => {
  test.each([
    ["a daughter", {}, true],
    [
      "an attorney for the family",
      { referrerRelationship: "Power of Attorney", referrerProfessionalCapacity: FAMILY },
      true,
    ],
    ["a godson", { referrerRelationship: "Other", referrerCustomRole: "Godson" }, true],
    ["a solicitor", { referrerRelationship: "Solicitor", referrerOrganisation: "Oak LLP" }, false],
    [
      "a professional deputy",
      { referrerRelationship: "Deputy", referrerProfessionalCapacity: "Professional capacity" },
      false,
    ],
    ["a ward manager", { referrerRelationship: "Other", referrerCustomRole: "Ward manager" }, false],
    [
      "somebody for an organisation",
      { referrerRelationship: "Other", referrerCustomRole: "Helper", referrerOrganisation: "Age Care" },
      false,
    ],
  ])("%s", (_who, answers, expected) => {
    expect(isConsumer({ ...DAUGHTER, ...answers })).toBe(expected);
  });
});

test("an organisation is no consumer, whoever of it booked", () => {
  const booking = {
    referrer_relationship: "Daughter",
    referrer_professional_capacity: null,
    referrer_custom_role: null,
    referrer_organisation: null,
  };
  expect(isOfConsumer({ ...booking, organisation_id: null })).toBe(true);
  expect(isOfConsumer({ ...booking, organisation_id: "o1" })).toBe(false);
});

test("the 14 days begin on the day after the booking, London time", () => {
  expect(lastDayToCancel("2027-03-10T09:00:00Z")).toBe("2027-03-24");
  expect(lastDayToCancel("2027-06-10T23:30:00Z")).toBe("2027-06-25");
});

test("only a consumer's request to start within the 14 days is kept", () => {
  const form = {
    referrerFirstName: "Jo",
    referrerLastName: "Reeve",
    referrerEmail: "jo@example.org",
    referrerPhone: "07700 900123",
    referrerRelationship: "Daughter",
    startRequested: "on",
    selectedAssessments: ["Capacity to Make a Will"],
    assessmentLocation: "Leeds",
  };
  const read = (more: object) => bookingSubmission("2027-03-10").parse({ ...form, ...more }).startRequested;
  expect(read({})).toBe(true);
  expect(read({ referrerRelationship: "Solicitor", referrerOrganisation: "Oak LLP" })).toBe(false);
});
