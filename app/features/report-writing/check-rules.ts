import { contextOf, partKeys, partTitle, unconfirmedIn } from "./draft.ts";
import { movedSentence } from "./moved.ts";
import { isDecisionKey, partFields } from "./parts.ts";
import { rule } from "./rules/rule.ts";
import { VISIT_RULES } from "./rules/visit-rules.ts";
import { DECISION_RULES } from "./rules/decision-rules.ts";
import { ABILITY_RULES } from "./rules/ability-rules.ts";
import { CONCLUSION_RULES } from "./rules/conclusion-rules.ts";
import { TEXT_RULES } from "./rules/text-rules.ts";

/** Every fault that the check knows, a declaration each. */
export const RULES = [
  rule("not-written", "must", ({ draft }) =>
    partKeys(draft)
      .filter((key) => !isDecisionKey(key) && !draft.parts[key])
      .map((part) => ({
        ...{ part, field: partFields(part, contextOf(draft))[0]!.name },
        message: `“${partTitle(draft, part)}” is not written yet.`,
      })),
  ),

  rule("unconfirmed", "must", ({ draft }) =>
    partKeys(draft).map((part) => {
      const names = unconfirmedIn(draft.parts[part]);
      const fields = partFields(part, contextOf(draft)).filter(({ name }) => names.includes(name));
      return (
        fields.length > 0 && {
          ...{ part, field: fields[0]!.name },
          message: `“${partTitle(draft, part)}” has words that were filled in for you: ${fields.map(({ label }) => `“${label.split(": ")[0]}”`).join(", ")}. Read them, and save the part.`,
        }
      );
    }),
  ),

  rule("source-changed", "must", ({ draft }) =>
    (draft.moved ?? [])
      .filter(({ isFollowed }) => !isFollowed)
      .map((one) => ({
        ...{ part: one.part, field: one.field },
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
