import { expect, test } from "vitest";
import { isAsked, isVoid, radio, text, type Answers } from "#app/kit/sections/fields.ts";
import { sectionFields, type SectionAnswers, type SectionKey } from "./sections.ts";

function asked(key: SectionKey, names: string[], answers: Answers) {
  const fields = sectionFields(key).filter(({ name }) => names.includes(name));
  return fields.map((field) => [isAsked(field, answers), isVoid(field, answers)]);
}

test.each<[SectionKey, string[], Answers, { isAsked: boolean; isVoid: boolean }]>([
  ["personalDetails", ["genderOther"], { gender: "Other" }, { isAsked: true, isVoid: false }],
  ["personalDetails", ["genderOther"], { gender: "Female" }, { isAsked: false, isVoid: false }],
  ["personalDetails", ["genderOther"], {}, { isAsked: false, isVoid: false }],
  [
    "propertyFinance",
    ["fluctuationDetails"],
    { fluctuatingCapacity: "Yes" },
    { isAsked: true, isVoid: false },
  ],
  [
    "propertyFinance",
    ["fluctuationDetails"],
    { fluctuatingCapacity: "No" },
    { isAsked: false, isVoid: false },
  ],
  [
    "propertyFinance",
    ["fluctuationDetails"],
    { fluctuatingCapacity: "Unknown" },
    { isAsked: false, isVoid: false },
  ],
  ["gift", ["pastGiftType", "pastGiftDate"], { hasPastGifts: "yes" }, { isAsked: true, isVoid: false }],
  ["gift", ["pastGiftType", "pastGiftDate"], { hasPastGifts: "no" }, { isAsked: false, isVoid: true }],
  ["gift", ["futureGiftType"], { hasPastGifts: "no" }, { isAsked: false, isVoid: false }],
])("in %s, %j with %j: %j", (key, names, answers, expected) => {
  for (const pair of asked(key, names, answers)) expect(pair).toEqual([expected.isAsked, expected.isVoid]);
  expect(asked(key, names, answers)).toHaveLength(names.length);
});

/** Checked by the type check: what it lets through here is an error. */
test("a misspelt hint, missing options and an unknown condition do not compile", () => {
  // @ts-expect-error misspelt
  text("a", "A", { hnit: "" });
  // @ts-expect-error misspelt
  radio("a", "A", { options: ["x"], hnit: "" });
  // @ts-expect-error without options
  radio("a", "A", {});
  // @ts-expect-error unknown condition
  radio("a", "A", { options: ["x"], reveals: { when: { kind: "contains", value: "x" }, fields: [] } });
  // @ts-expect-error no question of this section
  const name: keyof SectionAnswers<"gift"> = "nhsNumber";
  expect([name, "pastGiftType" satisfies keyof SectionAnswers<"gift">]).toHaveLength(2);
});
