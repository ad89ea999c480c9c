import { answerText } from "#app/kit/sections/answers.ts";
import { contextOf, decisionKeys, decisionLabel, partTitle, type Draft, type Moved } from "./draft.ts";
import { conclusionField, partFields } from "./parts.ts";

/** Says that the source of a saved answer has changed, and what is suggested now. */
export function movedSentence(draft: Draft, { part, field, suggestion }: Moved): string {
  const decision = decisionKeys(draft).find((key) => part === "opinion" && conclusionField(key) === field);
  if (decision)
    return suggestion === ""
      ? `The findings of ${decisionLabel(draft, decision).toLowerCase()} changed after its conclusion was worded, and lead to none now.`
      : `${decisionLabel(draft, decision)} changed after its conclusion was worded. From its findings now: “${suggestion}”`;
  const asked = partFields(part, contextOf(draft)).find(({ name }) => name === field);
  const words = asked ? answerText(asked, suggestion).trim() : suggestion;
  return `The source of “${asked?.label.split(": ")[0] ?? field}” in “${partTitle(draft, part)}” changed after it was saved. It says now: ${words === "" ? "nothing" : `“${words}”`}.`;
}
