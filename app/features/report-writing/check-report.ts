import { readDraft, type Found, type Rule, type Surroundings } from "./check-reading.ts";
import { movedSentence, partKeys, contextOf, partTitle, unconfirmedIn, type Draft } from "./draft.ts";
import { isDecisionKey, partFields } from "./parts.ts";
import { rule } from "./rules/rule.ts";
import { VISIT_RULES } from "./rules/visit-rules.ts";
import { DECISION_RULES } from "./rules/decision-rules.ts";
import { ABILITY_RULES } from "./rules/ability-rules.ts";
import { CONCLUSION_RULES } from "./rules/conclusion-rules.ts";
import { TEXT_RULES } from "./rules/text-rules.ts";

/** Every fault that the check knows, a declaration each. */
const RULES = [
  rule("not-written", "must", ({ draft }) =>
    partKeys(draft)
      .filter((key) => !isDecisionKey(key) && !draft.parts[key])
      .map((part) => ({
        part,
        field: partFields(part, contextOf(draft))[0]!.name,
        message: `“${partTitle(draft, part)}” is not written yet.`,
      })),
  ),

  rule("unconfirmed", "must", ({ draft }) =>
    partKeys(draft).map((part) => {
      const names = unconfirmedIn(draft.parts[part]);
      const fields = partFields(part, contextOf(draft)).filter(({ name }) => names.includes(name));
      return (
        fields.length > 0 && {
          part,
          field: fields[0]!.name,
          message: `“${partTitle(draft, part)}” has words that were filled in for you: ${fields.map(({ label }) => `“${label.split(": ")[0]}”`).join(", ")}. Read them, and save the part.`,
        }
      );
    }),
  ),

  rule("source-changed", "must", ({ draft }) =>
    (draft.moved ?? [])
      .filter(({ isFollowed }) => !isFollowed)
      .map((one) => ({
        part: one.part,
        field: one.field,
        message: `${movedSentence(draft, one)} Read it, and save the part.`,
        about: JSON.stringify([draft.parts[one.part]?.[one.field], one.suggestion]),
      })),
  ),

  ...VISIT_RULES,
  ...DECISION_RULES,
  ...ABILITY_RULES,
  ...CONCLUSION_RULES,
  ...TEXT_RULES,
];

/** There is no score: a report is not a mark. */
export type Finding = Omit<Required<Found>, "about"> & {
  code: FindingCode;
  level: Rule["level"];
  /** A finding that was answered is open again once this changes. */
  about: string;
};

export type FindingCode = (typeof RULES)[number]["code"];

/** All that stops a draft from being sent, and what its author should look at; in the order of the parts. */
export function checkReport(draft: Draft, around: Surroundings): Finding[] {
  const reading = readDraft(draft, around);
  const order = partKeys(draft);
  return RULES.flatMap(({ code, level, find }) =>
    find(reading)
      .filter((found) => found !== null && found !== false && found !== undefined)
      .map((found) => ({
        ...found,
        code,
        level,
        about: found.about ?? JSON.stringify(draft.parts[found.part]?.[found.field]),
      })),
  ).sort((a, b) => order.indexOf(a.part) - order.indexOf(b.part));
}

/** Names a finding, also after its sentence has changed. */
export const findingId = ({ code, part, field }: Pick<Finding, "code" | "part" | "field">) =>
  `${code}.${part}.${field}`;
