import { describe, expect, test } from "vitest";
import { formWords } from "./form-words.server.ts";

describe("phone numbers in a referral form", () => {
  test("of the person, in their own country", () => {
    expect(formWords("personalDetails", { phone: "06 12 34 56 78", countryCode: "+33" })).toEqual(
      expect.arrayContaining(["33612345678", "612345678", "345678", "5678"]),
    );
    expect(formWords("personalDetails", { phone: "07700 900456" })).toContain("7700900456");
  });

  test("of a solicitor", () => {
    expect(formWords("courtApplication", { solicitorPhone: "0113 496 0123" })).toContain("1134960123");
  });

  test("inside a text about relatives, several of them, and no other number", () => {
    const text = "Tom, the son: 07700 900123, or at work (0113) 496 0999. Born 1941, NHS 943 476 5919.";
    const words = formWords("communicationAids", { specialRequirements: text });
    expect(words).toEqual(expect.arrayContaining(["7700900123", "0123", "1134960999", "0999"]));
    expect(words).not.toContain("5919");
  });

  test("none in a form without one", () => {
    expect(formWords("personalDetails", { phone: "", countryCode: "+44", likesToBeCalled: "Nan" })).toEqual(
      [],
    );
  });
});
