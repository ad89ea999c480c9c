import type { z } from "zod";
import type { FormReply, Messages } from "#app/forms/read-form.server.ts";
import type { Typed } from "#app/forms/typed.ts";
import type { Answers } from "#app/features/booking/fields/steps.ts";
import { selectedNames } from "./selection.ts";

/** Answers as a page's controls hold them: assessments by their names of today. */
export function typedAnswers(answers: Answers): Typed {
  const typed = Object.entries(answers).map(([field, value]) => [
    field,
    field === "selectedAssessments" ? selectedNames(answers) : typeof value === "string" ? value : [...value],
  ]);
  return Object.fromEntries(typed) as Typed;
}

/** A reply that shows the answers again, with messages by field, and the title that the specification gives the toast
 * of the booking form. */
export function refuseAnswers(answers: Answers, summary: string, error: Messages = {}): FormReply {
  return { initialValue: typedAnswers(answers), error, summary, title: "Validation Error" };
}

/** Null when the schema takes the answers, else the reply that shows its messages, in the order of the schema. */
export function refusalOf(schema: z.ZodType, answers: Answers, summary: string): FormReply | null {
  const result = schema.safeParse(answers);
  if (result.success) return null;
  const error: Messages = {};
  for (const { path, message } of result.error.issues) (error[String(path[0] ?? "")] ??= []).push(message);
  return { ...refuseAnswers(answers, error[""]?.[0] ?? summary, error), isBySchema: true };
}
