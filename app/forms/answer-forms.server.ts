import { data, redirect } from "react-router";
import { z } from "zod";
import type { FieldSpec } from "./declared-fields.ts";
import { parseForm, refuseForm, type Messages } from "./read-form.server.ts";
import { intentOf } from "#app/forms/intent.ts";

/** A posted form, and the page that it returns to. */
export type Sent = { form: FormData; page: string; headers?: HeadersInit | undefined };

type Refusal = { ok: false; problem: string };
/** `done`: the notice's name, where the use case knows that another one is true; `headers`: of this answer alone. */
type Done = { ok: true; done?: string; headers?: HeadersInit };

/** A refusal that is more than a sentence: messages by field, another status than 409, and what else the page reads. */
export type Shown = { summary: string; errors?: Messages; status?: number; [more: string]: unknown };

/** A refusal that is about one field, whose message may say more than the sentence above the form. */
export const atField = (field: string, summary: string, message = summary): Shown => ({
  summary,
  status: 400,
  errors: { [field]: [message] },
});

/** How each code of a refusal is shown; a function gets the refusal with what comes with its code, and what was posted.
 * Null answers 404. */
export type Words<Refused extends Refusal, Posted = unknown> = {
  [Code in Refused["problem"]]:
    | string
    | Shown
    | null
    | ((refused: Extract<Refused, { problem: Code }>, posted: Posted) => string | Shown);
};

/** A form that is declared with its fields, as `DeclaredForm` draws it. */
export type ShownForm = {
  intent: string;
  fields: readonly FieldSpec[];
  button: string;
  look?: "quiet" | "danger" | undefined;
  /** Heading of the card in which the page shows it; without it, the page has a place for it. */
  heading?: string | undefined;
  /** Words that open it; without them it is open. */
  opensBy?: string | undefined;
};

type Declared<Posted, Schema extends z.ZodType, Refused extends Refusal, Answered> = Partial<
  Omit<ShownForm, "intent">
> & {
  /** A function gets what was posted, for rules that know the day or who asks. A button needs none. */
  schema?: Schema | ((posted: Posted) => Schema);
  /** Says above the form that its schema refused it; without it, the page's `summary`. */
  summary?: string;
  /** Nothing returned means that it was done. */
  change: (posted: Posted, value: z.output<Schema>) => Promise<Answered>;
  /** The notice when it was done; by their names in the address where a form can end in several ways. */
  said?: string | Record<string, string>;
  /** The notice's name in the address, `?done=`; without it, the intent. A form without it and without `said` leads to
   * its page alone. */
  done?: string | ((posted: Posted, value: z.output<Schema>, made: Extract<Answered, Done>) => string | null);
  /** The address to which a form that was done leads; without it, the page. */
  to?: (posted: Posted, value: z.output<Schema>, made: Extract<Answered, Done>) => string;
  /** The form that shows a refusal; without it, the page's `formId`. */
  formId?: string | ((form: FormData) => string);
  /** Instead of the page's words for the same codes. */
  words?: Partial<Words<Refused, Posted>>;
};

const NO_FIELDS = z.object({});

type Form<Posted, Refused extends Refusal> = Declared<Posted, z.ZodType, Refused, Done | Refused | void>;

/** Declares forms of a page that gets `Posted`: `const form = formOf<Posted, Refused>()`. */
export function formOf<Posted extends Sent, Refused extends Refusal>() {
  return <Schema extends z.ZodType, Answered extends Done | Refused | void>(
    declared: Declared<Posted, Schema, Refused, Answered>,
  ) => declared as unknown as Form<Posted, Refused>;
}

type Page<Posted extends Sent, Refused extends Refusal, Intent extends string> = {
  words: Words<Refused, Posted>;
  /** Says above a form that its schema refused it. */
  summary?: string;
  /** The intent of a form that names none. */
  otherwise?: NoInfer<Intent>;
  /** The control `form` has the form's id, which is its intent, or begins with it: `answer-7`. */
  isNamedByForm?: boolean;
  /** The form that shows a refusal; without it, `<intent>-form`. */
  formId?: (form: FormData, intent: string) => string;
  /** Notices of forms on other pages that lead to this one. */
  also?: Record<string, string>;
  /** Asked before the fields are read. Its code refuses the form as one of the use case does; it may throw a page. */
  guard?: (posted: Posted, intent: Intent) => Promise<NoInfer<Refused> | void> | NoInfer<Refused> | void;
  /** Texts reach the schemas as they were typed, as `readForm` says. */
  isRaw?: boolean;
};

/** Answers the forms of a page, which are declared once, by their intent. A refusal by the schema is 400, one by the
 * use case 409 unless its words say otherwise, both with the typed text; a form that was done returns to the page with
 * its notice. The reply of a refusal has its code, `problem`. `said(request)` is the notice for the page's address. */
export function answerForms<Posted extends Sent, Refused extends Refusal, Intent extends string>(
  forms: Record<Intent, Form<Posted, Refused>>,
  {
    words,
    summary: usual = "Please correct what is marked below.",
    otherwise,
    also,
    guard,
    isRaw = false,
    isNamedByForm = false,
    formId: formIdOf = (form, intent) =>
      isNamedByForm ? String(form.get("form") ?? intent) : `${intent}-form`,
  }: Page<Posted, Refused, Intent>,
) {
  async function answer(posted: Posted) {
    const { form, page, headers } = posted;
    const named = isNamedByForm ? form.get("form")?.toString().split("-")[0] : intentOf(form);
    const intent = String(named ?? otherwise);
    if (!Object.hasOwn(forms, intent)) throw data(null, { status: 400, headers });
    const declared = forms[intent as Intent];
    const { formId: own = formIdOf, summary = usual } = declared;
    const formId = typeof own === "string" ? own : own(form, intent);
    const refuse = (changed: Refused) => {
      const word = { ...words, ...declared.words }[changed.problem as Refused["problem"]];
      if (word === null) throw data(null, { status: 404, headers });
      const told = typeof word === "function" ? word(changed as never, posted) : (word as string | Shown);
      const {
        summary,
        errors = {},
        status = 409,
        ...more
      } = typeof told === "string" ? { summary: told } : told;
      // The page loads again and shows what changed, so its form gets the new version.
      if (changed.problem === "changed-since") form.delete("version");
      const reply = { ...refuseForm(form, summary, errors, { formId }), ...more, problem: changed.problem };
      return data(reply, { status, headers });
    };
    const kept = await guard?.(posted, intent as Intent);
    if (kept) return refuse(kept);
    const { schema: given = NO_FIELDS } = declared;
    const schema = typeof given === "function" ? given(posted) : given;
    const read = parseForm(form, schema, summary, { formId, isRaw });
    if (!read.ok) return data(read.reply, { status: 400, headers });
    const changed = (await declared.change(posted, read.value)) ?? { ok: true };
    if (!changed.ok) return refuse(changed);
    const { done = declared.said === undefined ? null : intent, to } = declared;
    const path = to ? to(posted, read.value, changed) : page;
    const name = changed.done ?? (typeof done === "function" ? done(posted, read.value, changed) : done);
    const url = name === null ? path : `${path}${path.includes("?") ? "&" : "?"}done=${name}`;
    throw redirect(url, { headers: changed.headers ?? headers });
  }

  const shown = {} as Record<Intent, ShownForm>;
  for (const [intent, { fields, button = "Save", look, heading, opensBy }] of Object.entries<
    Form<Posted, Refused>
  >(forms))
    if (fields) shown[intent as Intent] = { intent, fields, button, look, heading, opensBy };

  const said: Record<string, string> = { ...also };
  for (const [intent, { said: words, done }] of Object.entries<Form<Posted, Refused>>(forms)) {
    if (typeof words === "string") said[typeof done === "string" ? done : intent] = words;
    else Object.assign(said, words);
  }
  return Object.assign(answer, {
    /** The forms that are declared with their fields, by their intent. */
    shown,
    said(request: Request): string | undefined {
      const done = new URL(request.url).searchParams.get("done") ?? "";
      return Object.hasOwn(said, done) ? said[done] : undefined;
    },
  });
}
