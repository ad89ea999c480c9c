import { formatDate, isIsoDate } from "#app/platform/dates.ts";
import {
  blankOf,
  isBlank,
  isSameAnswer,
  isVoid,
  NONE,
  optionLabel,
  type Answer,
  type Answers,
  type AskedField,
  type Field,
} from "./fields.ts";

function tidy(field: Field, answer: Answer): Answer {
  if (Array.isArray(answer)) {
    const chosen = [...new Set<string>(answer)];
    return chosen.length > 1 ? chosen.filter((option) => option !== NONE) : chosen;
  }
  if (typeof answer !== "string") return answer;
  const text = answer.replace(/\r\n?/g, "\n");
  return field.kind === "postcode" ? text.trim().toUpperCase() : text;
}

/** The saved answers with `given` put over them. */
export function mergeFields(
  fields: readonly AskedField[],
  saved: Answers,
  given: Answers,
): Record<string, Answer> {
  const merged: Record<string, Answer> = { ...saved };
  for (const field of fields) {
    const answer = given[field.name];
    if (answer !== undefined) merged[field.name] = tidy(field, answer);
  }
  for (const field of fields) {
    if (isVoid(field, merged)) merged[field.name] = blankOf(field);
  }
  return merged;
}

/** Names of the fields that differ, in the order in which they are asked. */
export function changedAmong(fields: readonly Field[], before: Answers, after: Answers): string[] {
  return fields.map((field) => field.name).filter((name) => !isSameAnswer(before[name], after[name]));
}

export function answerText(field: Field, answer: Answer | undefined): string {
  if (field.kind === "flag") return answer === true ? "Yes" : answer === false ? "No" : "";
  if (isBlank(answer)) return "";
  if (field.kind === "checkboxes") {
    return (answer as readonly string[]).map((value) => optionLabel(field, value)).join(", ");
  }
  const text = String(answer);
  if (field.kind === "select" || field.kind === "radio") return optionLabel(field, text);
  if (field.kind === "date") return isIsoDate(text) ? formatDate(text) : text;
  return text;
}
