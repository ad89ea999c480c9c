import { describe, expect, test } from "vitest";
import { RELATIONSHIPS } from "./reference-lists.ts";
import {
  isCapacityRequired,
  isCustomRoleRequired,
  isOrganisationRequired,
  isProfessionalRole,
} from "./relationship.ts";

const given = (relationship: string, professionalCapacity = "", customRole = "") =>
  isOrganisationRequired({ relationship, professionalCapacity, customRole });

test("capacity is asked of deputies, carers and attorneys only", () => {
  expect(RELATIONSHIPS.filter(isCapacityRequired)).toEqual(["Deputy", "Power of Attorney", "Carer"]);
});

test("a role is asked of Other Professional and Other only", () => {
  expect(RELATIONSHIPS.filter(isCustomRoleRequired)).toEqual(["Other Professional", "Other"]);
});

describe("the organisation is required", () => {
  test("always for six professions", () => {
    expect(RELATIONSHIPS.filter((relationship) => given(relationship))).toEqual([
      "Solicitor",
      "Paralegal",
      "Social Worker",
      "Healthcare Professional",
      "Local Authority",
      "Other Professional",
    ]);
  });

  test.each(["Deputy", "Carer", "Power of Attorney"])(
    "for a %s in a professional capacity only",
    (relationship) => {
      expect(given(relationship, "Professional capacity")).toBe(true);
      expect(given(relationship, "Family, friend or neutral party")).toBe(false);
    },
  );

  test("for Other with a professional-looking role; never for a daughter", () => {
    expect(given("Other", "", "Ward manager")).toBe(true);
    expect(given("Other", "", "Godson")).toBe(false);
    expect(given("Daughter", "Professional capacity", "Nurse")).toBe(false);
  });
});

test.each([
  "Lawyer",
  "family solicitor",
  "District Nurse",
  "doctors",
  "Social worker",
  "Case Manager",
  "Welfare rights adviser",
  "housing officer",
  "Legal executive",
  "medical secretary",
  "Financial planner",
  "guardian",
  "Trustee",
  "Dr",
  "Prof. Smith",
  "care co-ordinator",
  "Qualified first aider",
  "registered childminder",
  "housing professional",
])("%j looks professional", (role) => {
  expect(isProfessionalRole(role)).toBe(true);
});

test.each([
  "Grandson",
  "godmother",
  "step-daughter",
  "neighbour",
  "doctorate student",
  "drummer",
  "profile",
  "friend",
  "",
])("%j does not", (role) => {
  expect(isProfessionalRole(role)).toBe(false);
});
