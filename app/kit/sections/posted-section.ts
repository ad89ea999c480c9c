import { DATE_PARTS, readDate } from "#app/forms/date-parts.ts";
import { cleanLine } from "#app/platform/clean-line.ts";
import { FORM_KEY } from "#app/platform/http/form-key.ts";
import { blankOf, type Answer, type Answers, type Field } from "./fields.ts";

export const CHOICE_PREFIX = "choose.";

export const CONFLICT_ID = "conflict";

/** Controls that say what a form is based on: the version, what its page showed, and the ids of its saves. */
export const VERSION = "version";
export const SEEN = "seen";
export const SAVE_ID = "saveId";

/** How many unanswered saves in a row are still recognised as the page's own. */
export const MAX_SAVE_IDS = 20;

function text(form: FormData, name: string): string | undefined {
  const value = form.get(name);
  return typeof value === "string" ? cleanLine(value) : undefined;
}

function readAnswer(form: FormData, field: Field): Answer | undefined {
  switch (field.kind) {
    case "flag":
      return !["", "false", "no"].includes(text(form, field.name) ?? "");
    case "checkboxes":
      return form.getAll(field.name).filter((value) => typeof value === "string" && value !== "") as string[];
    case "date":
      return readDate(Object.fromEntries(form), field.name);
    default:
      return text(form, field.name);
  }
}

function isGivenUp(form: FormData, { name }: Field): boolean {
  return text(form, CHOICE_PREFIX + name) === "saved";
}

function readAnswers(form: FormData, fields: readonly Field[]): Answers {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const answer = readAnswer(form, field);
      return answer === undefined ? [] : [[field.name, answer] as const];
    }),
  );
}

/** The answers of a posted form, without those that it lacks and those for which the saved text was chosen in a
 * conflict: they stay as they are saved. */
export function readFields(fields: readonly Field[], form: FormData): Answers {
  return readAnswers(
    form,
    fields.filter((field) => !isGivenUp(form, field)),
  );
}

/** The answers of a posted form for which the saved text was chosen in a conflict. */
export function readGivenUp(fields: readonly Field[], form: FormData): Answers {
  return readAnswers(
    form,
    fields.filter((field) => isGivenUp(form, field)),
  );
}

/** Puts the saved texts that were chosen into the form, so that a page that shows it again does not ask again. */
export function putSavedFields(fields: readonly Field[], form: FormData, saved: Answers): void {
  const values = formValues(fields, saved);
  for (const field of fields.filter((one) => isGivenUp(form, one))) {
    const { name } = field;
    for (const control of [name, ...DATE_PARTS.map(({ part }) => `${name}-${part}`)]) form.delete(control);
    for (const value of [values[name] ?? []].flat()) form.append(name, value);
  }
}

export function readVersion(form: FormData): number | undefined {
  const version = text(form, VERSION);
  return version !== undefined && /^\d{1,9}$/.test(version) ? Number(version) : undefined;
}

export function readSeen(form: FormData): string {
  return text(form, SEEN) ?? "";
}

/** Ids of the page's saves since its last answered one. Without JavaScript the form key is the only one. */
export function readSaveIds(form: FormData): string[] {
  const ids = form.has(SAVE_ID) ? form.getAll(SAVE_ID) : form.getAll(FORM_KEY);
  return ids.slice(-MAX_SAVE_IDS).map(String);
}

/** Answers as the values of their controls. */
export function formValues(
  fields: readonly Field[],
  answers: Answers,
): Record<string, string | string[] | undefined> {
  return Object.fromEntries(
    fields.map((field): [string, string | string[] | undefined] => {
      const answer = answers[field.name] ?? blankOf(field);
      if (typeof answer === "boolean") return [field.name, answer ? "on" : undefined];
      return [field.name, typeof answer === "string" ? answer : [...answer]];
    }),
  );
}
