import { answerText } from "./answer-text.ts";
import { fieldsOf, isAsked } from "./fields.ts";
import type { ReferralView } from "./queries.server.ts";
import { SECTIONS } from "./sections.ts";

/** A section on paper: each question that applies, with its answer, empty when there is none. */
export type PrintedSection = {
  title: string;
  groups: { title: string; answers: { question: string; answer: string }[] }[];
};

/** Every section that the booking asks for, in the order of the steps, as far as it is saved. */
export function printedSections(referral: Pick<ReferralView, "steps" | "section">): PrintedSection[] {
  return referral.steps.flatMap((step) => {
    if (step.kind !== "section") return [];
    const { answers } = referral.section(step.section);
    const isApplicable = (name: string) =>
      fieldsOf(SECTIONS[step.section]).some((field) => field.name === name && isAsked(field, answers));
    return [
      {
        title: step.title,
        groups: SECTIONS[step.section].groups.map((group) => ({
          title: group.title,
          answers: group.fields
            .filter((field) => isApplicable(field.name))
            .map((field) => ({ question: field.label, answer: answerText(field, answers[field.name]) })),
        })),
      },
    ];
  });
}
