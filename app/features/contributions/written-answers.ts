import { answerText } from "#app/kit/sections/answers.ts";
import { isAsked, type Answers } from "#app/kit/sections/fields.ts";
import type { AskedPart } from "./asked-parts.ts";

/** The answers of a part as text, without empty ones. */
export function writtenAnswers(part: Pick<AskedPart, "fields">, answers: Answers) {
  return part.fields.flatMap((field) => {
    const text = isAsked(field, answers) ? answerText(field, answers[field.name]).trim() : "";
    return text ? [{ name: field.name, label: field.label, text }] : [];
  });
}
