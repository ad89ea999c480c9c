import { cleanLine } from "#app/platform/clean-line.ts";
import { blankOf, type Answer, type Answers, type Field } from "./fields.ts";
import { sectionFields, type SectionKey } from "./sections.ts";
import { joinDate, splitDate } from "./typed-date.ts";

/** Answers as a form's controls carry them, and back (DESIGN section 6: the control names). */

/** Prefix of the radios by which a stale writer chooses between two texts. */
export const CHOICE_PREFIX = "choose.";

/** The id of the panel that holds these choices. */
export const CONFLICT_ID = "conflict";

function text(form: FormData, name: string): string | undefined {
  const value = form.get(name);
  return typeof value === "string" ? cleanLine(value) : undefined;
}

function readDate(form: FormData, name: string): string | undefined {
  const parts = {
    day: text(form, `${name}-day`),
    month: text(form, `${name}-month`),
    year: text(form, `${name}-year`),
  };
  if (Object.values(parts).every((part) => part === undefined)) return text(form, name);
  return joinDate({ day: parts.day ?? "", month: parts.month ?? "", year: parts.year ?? "" });
}

function readAnswer(form: FormData, field: Field): Answer | undefined {
  switch (field.kind) {
    case "flag":
      return form.has(field.name) && !["", "false", "no"].includes(text(form, field.name) ?? "");
    case "checkboxes":
      return form.getAll(field.name).filter((value) => typeof value === "string" && value !== "") as string[];
    case "date":
      return readDate(form, field.name);
    default:
      return text(form, field.name);
  }
}

/**
 * The answers that a posted form carries. A text that is not in it is left out, so that it stays what it was; so is a
 * field for which a stale writer chose the saved text.
 */
export function readSectionForm(key: SectionKey, form: FormData): Answers {
  return Object.fromEntries(
    sectionFields(key).flatMap((field) => {
      const answer = readAnswer(form, field);
      const isGivenUp = text(form, CHOICE_PREFIX + field.name) === "saved";
      return answer === undefined || isGivenUp ? [] : [[field.name, answer] as const];
    }),
  );
}

/** The version on which a posted form is based; undefined when it does not say. */
export function readVersion(form: FormData): number | undefined {
  const version = text(form, "version");
  return version !== undefined && /^\d{1,9}$/.test(version) ? Number(version) : undefined;
}

/** The marks of what the form's page showed (`seenAnswers`). */
export function readSeen(form: FormData): string {
  return text(form, "seen") ?? "";
}

/** What the controls of a section show, by control name. */
export function sectionFormValues(
  key: SectionKey,
  answers: Answers,
): Record<string, string | string[] | undefined> {
  return Object.fromEntries(
    sectionFields(key).flatMap((field): [string, string | string[] | undefined][] => {
      const answer = answers[field.name] ?? blankOf(field);
      if (typeof answer === "boolean") return [[field.name, answer ? "on" : undefined]];
      if (typeof answer !== "string") return [[field.name, [...answer]]];
      if (field.kind !== "date") return [[field.name, answer]];
      const { day, month, year } = splitDate(answer);
      return [
        [field.name, answer],
        [`${field.name}-day`, day],
        [`${field.name}-month`, month],
        [`${field.name}-year`, year],
      ];
    }),
  );
}
