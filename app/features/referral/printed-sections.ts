import { answersAsTyped } from "#app/features/referral/sections/answers.ts";
import { answerText } from "#app/kit/sections/answers.ts";
import { isAsked, withRevealed, type Answers, type Field } from "#app/kit/sections/fields.ts";
import { DEFAULT_COUNTRY_CODE, phoneForPeople } from "#app/platform/phone-number.ts";
import type { ReferralView } from "./queries.server.ts";
import { SECTIONS } from "#app/features/referral/sections/sections.ts";

function printedAnswer(field: Field, answers: Answers): string {
  const answer = answerText(field, answers[field.name]);
  if (field.kind !== "phone" || answer === "") return answer;
  return phoneForPeople(answer, String(answers[field.country] || DEFAULT_COUNTRY_CODE));
}

/** All sections of the steps, and the optional ones that somebody saved. */
export function printedSections(referral: Pick<ReferralView, "steps" | "optional" | "section">) {
  const optional = referral.optional.filter(
    (step) => step.kind === "section" && referral.section(step.section).version > 0,
  );
  return [...referral.steps, ...optional].flatMap((step) => {
    if (step.kind !== "section") return [];
    const answers = answersAsTyped(step.section, referral.section(step.section).answers);
    return [
      {
        title: step.title,
        groups: SECTIONS[step.section].groups.map((group) => ({
          title: group.title,
          answers: withRevealed(group.fields)
            .filter((field) => isAsked(field, answers) && field.kind !== "countryCode")
            .map((field) => ({ question: field.label, answer: printedAnswer(field, answers) })),
        })),
      },
    ];
  });
}
