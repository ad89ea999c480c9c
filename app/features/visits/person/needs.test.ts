import { expect, test } from "vitest";
import type { Answers } from "#app/kit/sections/fields.ts";
import type { SectionKey } from "#app/features/referral/sections/sections.ts";
import { needsLargePrint, needsOf, visitLanguage } from "./needs.ts";

const readOf =
  (sections: Partial<Record<SectionKey, Answers>>) =>
  (section: SectionKey): Answers =>
    sections[section] ?? {};

test("a person of whom nothing is known has no needs", () => {
  const read = readOf({
    personalDetails: { language: "English" },
    communicationAids: { sensoryImpairments: ["None"] },
  });
  expect(needsOf(read)).toEqual([]);
  expect(visitLanguage(read)).toBeNull();
});

test("needs are listed in the words of the referral", () => {
  const read = readOf({
    personalDetails: { language: "Welsh", interpreterNeeded: true },
    communicationAids: {
      interpreterDetails: "A woman, from the council",
      informationFormats: ["Large print", "British Sign Language"],
      sensoryImpairments: ["Hearing impairment"],
      sensoryImpairmentDetails: "Aids in both ears",
      preferredCommunication: "Mornings",
    },
  });
  expect(needsOf(read)).toEqual([
    { label: "Language", text: "Welsh; an interpreter is needed" },
    { label: "Interpreter", text: "A woman, from the council" },
    { label: "Formats", text: "Large print, British Sign Language" },
    { label: "Hearing and sight", text: "Hearing impairment. Aids in both ears" },
    { label: "What works best", text: "Mornings" },
  ]);
  expect(needsLargePrint(read)).toBe(true);
  expect(visitLanguage(read)).toBe("Welsh");
});

test("a person who signs is matched with assessors who sign", () => {
  const read = readOf({ communicationAids: { informationFormats: ["British Sign Language"] } });
  expect(visitLanguage(read)).toBe("British Sign Language");
});
