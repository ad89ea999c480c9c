import { useLayoutEffect, useRef, useState, type FocusEvent, type FormEvent } from "react";
import { flushSync } from "react-dom";
import { useActionData } from "react-router";
import type { z } from "zod";
import { FORM_KEY } from "#app/platform/http/form-key.ts";
import { afterRelease } from "#app/ui/after-release.ts";
import { showToast } from "#app/ui/toast.ts";
import type { FormReply, Messages } from "./read-form.server.ts";
import { queryOf } from "./typed.ts";
import { INTENT, VALIDATE } from "./validate-intent.ts";

const SCROLL_DELAY_MS = 100;
const PULSE_MS = 1_500;

export type FormValues = Record<string, string | string[] | undefined>;

/** One control, or a group with the same name; its first control has the field's `id`. */
export type Field<Value = unknown> = {
  id: string;
  name: string;
  initialValue: string | string[] | undefined;
  errors: string[] | undefined;
  /** Type only: what the schema reads from the control, so that only a control of that kind takes the field. */
  readonly reads?: Value;
};

type ValuesOf<Source> = Source extends z.ZodType<infer Output> ? Output : Source;

export type FieldName<Values> = Values extends unknown ? keyof Values & string : never;

type ValueOf<Values, Name extends string> =
  Values extends Partial<Record<Name, infer Value>> ? NonNullable<Value> : never;

type Standing = { summary: string | undefined; errors: Messages };

export type FormState<Values = unknown> = Standing & {
  id: string;
  values: FormValues;
  readonly reads?: Values;
};

export type StepFormState<Values = unknown> = FormState<Values> & {
  handlers: ReturnType<typeof useStandingErrors>["handlers"];
};

type Options = {
  id: string;
  saved?: FormValues;
  /** The action's reply where `useActionData` does not have it. Ignored unless it is a `FormReply` for this form. */
  reply?: unknown;
  /** Title of a toast that repeats the summary with JavaScript, also when the form could not be sent: where the
   * specification wants one. By default that of the reply, if it has one; null for none. */
  toastTitle?: string | null;
};

function replyFor(id: string, reply: unknown): FormReply | undefined {
  const candidate = reply as Partial<FormReply> | null | undefined;
  return typeof candidate?.summary === "string" && (candidate.formId ?? id) === id
    ? (candidate as FormReply)
    : undefined;
}

export function controlId({ id }: Pick<FormState, "id">, name: string): string {
  return `${id}-${name}`;
}

export function fieldOf<Values, Name extends FieldName<Values>>(
  form: FormState<Values>,
  name: Name,
): Field<ValueOf<Values, Name>> {
  const { values, errors } = form;
  return { id: controlId(form, name), name, initialValue: values[name], errors: errors[name] };
}

function contentOf(form: HTMLFormElement): string {
  const content = queryOf(form);
  content.delete(FORM_KEY);
  return content.toString();
}

/** How the server would refuse the form now, without saving; null when it would not, or cannot be asked. */
async function refusalOf(form: HTMLFormElement, content: string): Promise<FormReply | null> {
  const body = new URLSearchParams(content);
  body.set(INTENT, VALIDATE);
  const headers = { Accept: "application/json" };
  try {
    const response = await fetch(form.action, { method: "POST", headers, body, redirect: "error" });
    return response.status === 400 ? ((await response.json()) as FormReply) : null;
  } catch {
    return null;
  }
}

/** The messages of a refused form that still apply. When a changed field is left, the server is asked again; no field
 * gets a message that had none. */
function useStandingErrors(refused: FormReply | undefined) {
  const [latest, setLatest] = useState<{ of: FormReply; standing: Standing } | null>(null);
  const asked = useRef("");
  const asSent: Standing = { summary: refused?.summary, errors: refused?.error ?? {} };
  const standing = latest && latest.of === refused ? latest.standing : asSent;
  const names = Object.keys(standing.errors).filter(Boolean);

  function onSubmit({ currentTarget: form }: FormEvent<HTMLFormElement>) {
    asked.current = contentOf(form);
  }

  function onBlur({ currentTarget: form }: FocusEvent<HTMLFormElement>) {
    if (!refused?.isBySchema || names.length === 0) return;
    afterRelease(async () => {
      const content = contentOf(form);
      if (!form.isConnected || content === asked.current) return;
      asked.current = content;
      const reply = await refusalOf(form, content);
      if (!reply || asked.current !== content) return;
      const still = Object.entries(reply.error).filter(([name]) => names.includes(name));
      const [first] = still;
      // A new heading may be about a field that had no message.
      const summary = first && (reply.summary === standing.summary ? reply.summary : first[1][0]);
      const next = { summary, errors: Object.fromEntries(still) };
      afterRelease(() => flushSync(() => setLatest({ of: refused, standing: next })));
    });
  }

  return { standing, handlers: { onBlur, onSubmit } };
}

/** The state of a form that the server validates. `Source` is the type of its schema (`typeof LoginSchema`). */
export function useStepForm<Source>(options: Options): StepFormState<ValuesOf<Source>> {
  const { id, saved } = options;
  const actionData: unknown = useActionData();
  const lastResult = replyFor(id, "reply" in options ? options.reply : actionData);
  const { toastTitle } = options;
  const { standing, handlers } = useStandingErrors(lastResult);
  const values: FormValues = lastResult ? lastResult.initialValue : (saved ?? {});

  // A layout effect, to see what had the focus when the form was sent, before anybody moves it.
  useLayoutEffect(() => {
    if (!lastResult) return;
    const isPageAlive = document.documentElement.dataset.alive !== undefined;
    const focusedBefore = isPageAlive ? document.activeElement : null;
    const title = toastTitle === null ? null : (lastResult.title ?? toastTitle);
    if (title && lastResult.summary)
      showToast({ title, description: lastResult.summary, variant: "destructive" });
    const show = () => showFirstError(id, focusedBefore);
    const timer = setTimeout(() => afterRelease(show), SCROLL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [lastResult, id, toastTitle]);

  return { id, values, ...standing, handlers };
}

/** Scrolls to the first wrong control and focuses it, unless the person has moved on to another control of the form. */
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
