import { useLayoutEffect } from "react";
import type { z } from "zod";
import { showToast } from "#app/ui/toast.ts";
import { isUnsent } from "./keep-unsent.ts";
import type { FormReply } from "./read-form.server.ts";
import { useStandingErrors } from "./use-standing-errors.ts";

/** SPEC section 9. */
const SCROLL_DELAY_MS = 100;
const PULSE_MS = 1_500;

/** Values as they stand in the controls, by control name. */
export type FormValues = Record<string, string | string[] | undefined>;

/** One control, or one group of controls with the same name. The first of them has the field's `id`. */
export type Field<Value = unknown> = {
  id: string;
  name: string;
  initialValue: string | string[] | undefined;
  errors: string[] | undefined;
  /** Never set: what the schema reads from the control, so that only a control of its kind takes the field. */
  readonly reads?: Value;
};

/** What a form's schema reads, by control name; a form without one gives its values' type itself. */
type ValuesOf<Source> = Source extends z.ZodType<infer Output> ? Output : Source;

/** The control names of a form; of all its variants, where it has several. */
export type FieldName<Values> = Values extends unknown ? keyof Values & string : never;

type ValueOf<Values, Name extends string> =
  Values extends Partial<Record<Name, infer Value>> ? NonNullable<Value> : never;

/** The state of a form with controls of these values. A part of a form needs no more than the values that it shows. */
export type FormState<Values = unknown> = {
  id: string;
  /** The sentence that heads the error summary; missing while nothing was refused. */
  summary: string | undefined;
  /** Messages by control name, in the order of the schema. */
  errors: Record<string, string[]>;
  values: FormValues;
  /** Never set, as `Field.reads`. */
  readonly reads?: Values;
};

export type StepFormState<Values = unknown> = FormState<Values> & {
  /** For the form itself. */
  handlers: Pick<ReturnType<typeof useStandingErrors>, "onBlur" | "onSubmit">;
};

type Options = {
  id: string;
  /** What was saved before, shown until a refused form brings back what was typed. */
  saved?: FormValues;
  /** The action's answer, `actionData` as it is; anything but a `FormReply` for this form is ignored. */
  reply?: unknown;
  /** Title of the toast that repeats the summary where there is JavaScript; null for none. */
  toastTitle?: string | null;
};

function replyFor(id: string, reply: unknown): FormReply | undefined {
  const candidate = reply as Partial<FormReply> | null | undefined;
  return typeof candidate?.summary === "string" && (candidate.formId ?? id) === id
    ? (candidate as FormReply)
    : undefined;
}

/** The id of the first control of this name. */
export function controlId({ id }: Pick<FormState, "id">, name: string): string {
  return `${id}-${name}`;
}

/** A field of a form, by the name of its control. */
export function fieldOf<Values, Name extends FieldName<Values>>(
  form: FormState<Values>,
  name: Name,
): Field<ValueOf<Values, Name>> {
  const { values, errors } = form;
  return { id: controlId(form, name), name, initialValue: values[name], errors: errors[name] };
}

/**
 * The state of a form whose rules live on the server: values, messages by field, and, with JavaScript after a refusal, the
 * toast, then focus and a pulse on the first wrong field (SPEC sections 5 and 9). `Source` is the type of its schema
 * (`typeof LoginForm`), which gives the fields their names and kinds.
 */
export function useStepForm<Source>({
  id,
  saved,
  reply,
  toastTitle = "Validation Error",
}: Options): StepFormState<ValuesOf<Source>> {
  const lastResult = replyFor(id, reply);
  const { standing, ...handlers } = useStandingErrors(id, lastResult);
  const values = ((lastResult ? lastResult.initialValue : saved) ?? {}) as FormValues;

  // Before anyone can react to the answer: what has the focus now had it when the form was sent. On a page that has just
  // been loaded it may be a field someone has come to since.
  useLayoutEffect(() => {
    if (!lastResult) return;
    const isPageAlive = document.documentElement.dataset.alive !== undefined;
    const focusedBefore = isPageAlive ? document.activeElement : null;
    if (toastTitle && !isUnsent(lastResult))
      showToast({ title: toastTitle, description: lastResult.summary, variant: "destructive" });
    const timer = setTimeout(() => showFirstError(id, focusedBefore), SCROLL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [lastResult, id, toastTitle]);

  return { id, values, ...standing, handlers };
}

/**
 * Lets the first wrong control of a form pulse, brings it into view and focuses it, unless someone has gone on to a control
 * of the form meanwhile: what they type must not land in another.
 */
function showFirstError(formId: string, focusedBefore: Element | null): void {
  const form = document.getElementById(formId);
  const control = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (!form || !control) return;
  control.classList.add("is-pulsing");
  setTimeout(() => control.classList.remove("is-pulsing"), PULSE_MS);
  const focused = document.activeElement;
  if (focused !== focusedBefore && form.contains(focused) && focused?.matches("input, select, textarea"))
    return;
  control.scrollIntoView({ block: "center" });
  control.focus({ preventScroll: true });
}
