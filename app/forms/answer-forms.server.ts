import { data, redirect } from "react-router";
import type { z } from "zod";
import { parseForm, refuseForm } from "./read-form.server.ts";

/** A posted form, and the page that it returns to. */
export type Sent = { form: FormData; page: string; headers?: HeadersInit };

type Refusal = { ok: false; problem: string };

/** The sentence for each code; a function gets the refusal with what comes with its code. Null answers 404. */
export type Words<Refused extends Refusal> = {
  [Code in Refused["problem"]]: string | null | ((refused: Extract<Refused, { problem: Code }>) => string);
};

type Declared<Posted, Schema extends z.ZodType, Refused extends Refusal> = {
  schema: Schema;
  /** Says above the form that its schema refused it. */
  summary: string;
  change: (posted: Posted, value: z.output<Schema>) => Promise<{ ok: true } | Refused>;
  /** The notice when it was done. */
  said: string;
  /** The notice's name in the address, `?done=`; without it, the intent. */
  done?: string;
  /** The form that shows a refusal; without it, `<intent>-form`. */
  formId?: string | ((form: FormData) => string);
};

type Form<Posted, Refused extends Refusal> = Pick<
  Declared<Posted, never, Refused>,
  "said" | "done" | "formId"
> & {
  read(form: FormData, formId: string): ReturnType<typeof parseForm>;
  change(posted: Posted, value: unknown): Promise<{ ok: true } | Refused>;
};

/** Declares forms of a page that gets `Posted`: `const form = formOf<Posted, Refused>()`. */
export function formOf<Posted extends Sent, Refused extends Refusal>() {
  return <Schema extends z.ZodType>({
    schema,
    summary,
    ...declared
  }: Declared<Posted, Schema, Refused>): Form<Posted, Refused> => ({
    ...declared,
    read: (form, formId) => parseForm(form, schema, summary, { formId }),
    change: (posted, value) => declared.change(posted, value as z.output<Schema>),
  });
}

/** Answers the forms of a page, which are declared once, by their intent. A refusal by the schema is 400, one by the
 * use case 409, both with the typed text; a form that was done returns to the page with its notice. Without an intent
 * `otherwise` is answered. `said(request)` is the notice for the page's address. */
export function answerForms<Posted extends Sent, Refused extends Refusal, Intent extends string>(
  forms: Record<Intent, Form<Posted, Refused>>,
  { words, otherwise }: { words: Words<Refused>; otherwise?: NoInfer<Intent> },
) {
  const inWords = (refused: Refused): string => {
    const word = words[refused.problem as Refused["problem"]];
    if (word === null) throw data(null, { status: 404 });
    return typeof word === "function" ? word(refused as never) : word;
  };
  const doneOf = (intent: string) => forms[intent as Intent].done ?? intent;

  async function answer(posted: Posted) {
    const { form, page, headers } = posted;
    const intent = String(form.get("intent") ?? otherwise);
    if (!Object.hasOwn(forms, intent)) throw data(null, { status: 400 });
    const declared = forms[intent as Intent];
    const { formId: own = `${intent}-form` } = declared;
    const formId = typeof own === "string" ? own : own(form);
    const read = declared.read(form, formId);
    if (!read.ok) return data(read.reply, { status: 400, headers });
    const changed = await declared.change(posted, read.value);
    if (!changed.ok)
      return data(refuseForm(form, inWords(changed), {}, { formId }), { status: 409, headers });
    throw redirect(`${page}?done=${doneOf(intent)}`, { headers });
  }

  const said = Object.fromEntries(
    Object.entries<Form<Posted, Refused>>(forms).map(([intent, form]) => [doneOf(intent), form.said]),
  );
  return Object.assign(answer, {
    said(request: Request): string | undefined {
      const done = new URL(request.url).searchParams.get("done") ?? "";
      return Object.hasOwn(said, done) ? said[done] : undefined;
    },
  });
}
