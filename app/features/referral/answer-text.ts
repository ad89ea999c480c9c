import { formatLongDate, isIsoDate } from "#app/platform/dates.ts";
import { isBlank, optionLabel, type Answer, type Field } from "./fields.ts";

/** An answer as people read it, in print and side by side; empty when there is none. */
export function answerText(field: Field, answer: Answer | undefined): string {
  if (field.kind === "flag") return answer === true ? "Yes" : answer === false ? "No" : "";
  if (isBlank(answer)) return "";
  if (field.kind === "checkboxes") {
    return (answer as readonly string[]).map((value) => optionLabel(field, value)).join(", ");
  }
  const text = String(answer);
  if (field.kind === "select" || field.kind === "radio") return optionLabel(field, text);
  if (field.kind === "date") return isIsoDate(text) ? formatLongDate(text) : text;
  return text;
}
