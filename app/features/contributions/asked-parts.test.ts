import { expect, test } from "vitest";
import { SECTION_KEYS, sectionFields, type SectionKey } from "#app/features/referral/sections/sections.ts";
import { askedPart, homeOf, partsToAsk, questionCodes } from "./asked-parts.ts";

const ALL = new Set<SectionKey>(SECTION_KEYS);

test("each home is a field of the referral that takes the answer as it is", () => {
  for (const part of partsToAsk(ALL)) {
    for (const { name, kind } of part.fields) {
      const home = homeOf(part.key, name, ALL);
      if (!home) continue;
      const field = sectionFields(home[0]).find((one) => one.name === home[1]);
      expect(field, `${part.key}.${name}`).toBeDefined();
      const isText = (one: string) => one === "text" || one === "longText";
      expect(field!.kind === kind || (isText(field!.kind) && isText(kind)), `${part.key}.${name}`).toBe(true);
    }
  }
});

test("the home is the first field that the booking's forms have", () => {
  expect(homeOf("doctor", "diagnoses", ALL)).toEqual(["propertyFinance", "diagnosedConditions"]);
  expect(homeOf("doctor", "diagnoses", new Set(["healthWelfare"]))).toEqual([
    "healthWelfare",
    "healthConditions",
  ]);
  expect(homeOf("doctor", "diagnoses", new Set(["personalDetails"]))).toBeNull();
  expect(homeOf("doctor", "cognitiveTests", ALL)).toBeNull();
  expect(homeOf("gift", "situationSummary", new Set(["gift"]))).toEqual(["gift", "situationSummary"]);
});

test("on paper each question has a number of its own", () => {
  const parts = partsToAsk(ALL);
  const codes = [...questionCodes(parts).values()];
  expect(new Set(codes).size).toBe(codes.length);
  expect(questionCodes([askedPart("doctor")]).get("doctor.diagnoses")).toBe("D1");
});
