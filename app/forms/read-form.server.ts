import { parseWithZod } from "@conform-to/zod/v4";
import type { SubmissionResult } from "@conform-to/dom";
import type { z } from "zod";
import { INTENT, VALIDATE } from "./validate-intent.ts";
import { cleanNamed } from "#app/platform/clean-line.ts";

/**
 * What an action sends back with a refused form: conform's result, and the sentence that heads the error summary. With
 * `formId` only the form of that id shows it.
 */
export type FormReply = SubmissionResult<string[]> & {
  summary: string;
  formId?: string;
  /** Refused by the schema, not by a use case: its messages can be asked for again (`isValidation`). */
  isBySchema?: true;
};

export type ReadForm<Value> =
  { ok: true; value: Value; form: FormData } | { ok: false; reply: FormReply; form: FormData };

type Options = {
  /** The schema reads posted strings itself, empty ones and unticked boxes included: it gets them as they are. */
  isRaw?: boolean;
  /** Never sent back to the page. Passwords and codes are left out in any case. */
  hideFields?: readonly string[];
  /** The form's id, when a page has several: only that form shows the reply. */
  formId?: string;
  /** Only the messages are wanted, as `isValidation` says of the posted form; needed for a form that was made anew. */
  isValidation?: boolean;
};

const ALWAYS_HIDDEN = ["password", "confirmPassword", "currentPassword", "code"];

/** The names of our controls. Conform reads more into `list[9]`, `a.b` and `__intent__`: lists as long as the number says. */
const PLAIN_NAME = /^[a-z][\w-]*$/i;

/** A copy of a posted form with its texts as their writer sees them: see `cleanLine`. */
function cleanForm(form: FormData): FormData {
  const clean = new FormData();
  for (const [name, value] of form) {
    clean.append(name, typeof value === "string" ? cleanNamed(name, value) : value);
  }
  return clean;
}

/** True for a form that was sent while it is still filled in, to learn which messages hold: nothing may be done with it. */
export function isValidation(form: FormData): boolean {
  return form.get(INTENT) === VALIDATE;
}

/**
 * Parses a posted form with a zod schema (strings without invisible characters, see `cleanLine`; empty ones count as not
 * given; unknown keys are dropped). A refusal keeps everything as it was typed and carries messages by field; its summary is the
 * schema's form-level message (`path: []`), else `summary`. Answer it with status 400. A form that only asks for its
 * messages is never `ok`.
 */
export async function readForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  summary: string,
  options: Options = {},
): Promise<ReadForm<z.output<Schema>>> {
  return parseForm(await request.formData(), schema, summary, options);
}

/** As `readForm`, for a form that was read already. */
export function parseForm<Schema extends z.ZodType>(
  form: FormData,
  schema: Schema,
  summary: string,
  options: Options = {},
): ReadForm<z.output<Schema>> {
  const isAsking = options.isValidation ?? isValidation(form);
  for (const name of new Set(form.keys())) {
    if (!PLAIN_NAME.test(name) || name === "constructor") form.delete(name);
  }
  const submission = parseWithZod(cleanForm(form), { schema, disableAutoCoercion: options.isRaw ?? false });
  if (submission.status === "success" && !isAsking) return { ok: true, value: submission.value, form };
  const { error } = submission.reply() as SubmissionResult<string[]>;
  const reply = refuseForm(form, submission.status === "success" ? "" : summary, error ?? {}, options);
  return { ok: false, form, reply: { ...reply, isBySchema: true } };
}

type Refusal = NonNullable<FormReply["error"]>;

/** A refusal found after parsing, by a use case: the same shape, with everything typed kept. */
export function refuseForm(
  form: FormData,
  summary: string,
  error: Refusal = {},
  { hideFields = [], formId }: Pick<Options, "hideFields" | "formId"> = {},
): FormReply {
  const hidden = new Set([...ALWAYS_HIDDEN, ...hideFields]);
  const initialValue: Record<string, string | string[]> = {};
  for (const name of new Set(form.keys())) {
    if (hidden.has(name)) continue;
    const values = form.getAll(name).filter((value) => typeof value === "string");
    initialValue[name] = values.length > 1 ? values : (values[0] ?? "");
  }
  const own = error[""]?.[0];
  return { status: "error", initialValue, error, summary: own ?? summary, ...(formId ? { formId } : {}) };
}
