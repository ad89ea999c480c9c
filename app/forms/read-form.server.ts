import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import { INTENT, VALIDATE } from "./validate-intent.ts";
import { SECRETS, typedIn, type Typed } from "./typed.ts";
import { cleanNamed } from "#app/platform/clean-line.ts";

/** Messages by control name, in the order of the schema; those of the form itself by "". */
export type Messages = Record<string, string[]>;

/** The typed values, their errors and the sentence above the form. With `formId` only that form shows them. */
export type FormReply = {
  initialValue: Typed;
  error: Messages;
  summary: string;
  title?: string;
  formId?: string;
  /** Refused by the schema, not by a use case: its messages can be requested again (`isValidation`). */
  isBySchema?: true;
};

type ReadForm<Value> =
  | { ok: true; value: Value; form: FormData }
  | { ok: false; reply: FormReply; form: FormData };

type Options = {
  /** The schema gets posted strings as they are, empty ones and unticked boxes included. */
  isRaw?: boolean;
  formId?: string;
};

/** Other names are dropped: conform would build lists of any length from `list[9]`, and read `a.b` and `__intent__`. */
const PLAIN_NAME = /^[a-z][\w-]*$/i;

function cleanForm(form: FormData): FormData {
  const clean = new FormData();
  for (const [name, value] of form) {
    clean.append(name, typeof value === "string" ? cleanNamed(name, value) : value);
  }
  return clean;
}

/** Reading a form takes away names that no schema knows; a copy keeps them. */
export function copyOf(form: FormData): FormData {
  const copy = new FormData();
  for (const [name, value] of form) copy.append(name, value);
  return copy;
}

/** True for a form sent only to learn its messages: nothing may be done with it. */
export function isValidation(form: FormData): boolean {
  return form.get(INTENT) === VALIDATE;
}

/** Parses a posted form: texts are cleaned (`cleanLine`), empty ones count as missing. Answer a refusal with status
 * 400; its sentence is the schema's form-level message (`path: []`) or else `summary`. */
export async function readForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  summary: string,
  options: Options = {},
): Promise<ReadForm<z.output<Schema>>> {
  return parseForm(await request.formData(), schema, summary, options);
}

/** Checks a form with a schema: the typed value, or the reply with messages by field and what was typed. */
export function parseForm<Schema extends z.ZodType>(
  form: FormData,
  schema: Schema,
  summary: string,
  options: Options = {},
): ReadForm<z.output<Schema>> {
  const isAsking = isValidation(form);
  for (const name of new Set(form.keys())) {
    if (!PLAIN_NAME.test(name) || name === "constructor") form.delete(name);
  }
  const submission = parseWithZod(cleanForm(form), { schema, disableAutoCoercion: options.isRaw ?? false });
  if (submission.status === "success" && !isAsking) return { ok: true, value: submission.value, form };
  const error = (submission.reply().error ?? {}) as Messages;
  const reply = refuseForm(form, submission.status === "success" ? "" : summary, error, options);
  return { ok: false, form, reply: { ...reply, isBySchema: true } };
}

/** The reply of a form that a rule outside of its schema refused; keeps what was typed, passwords excepted. */
export function refuseForm(
  form: FormData,
  summary: string,
  error: Messages = {},
  { formId }: Pick<Options, "formId"> = {},
): FormReply {
  const own = error[""]?.[0];
  const reply = { initialValue: typedIn(form, SECRETS), error, summary: own ?? summary };
  return formId ? { ...reply, formId } : reply;
}
