import { data } from "react-router";

/** The intent that a form names, mostly by the pressed button; null for none. */
export function intentOf(form: FormData | undefined): string | null {
  const intent = form?.get("intent") ?? null;
  return intent === null ? null : String(intent);
}

const unknownIntent = () => {
  throw data(null, { status: 400 });
};

/** Answers a form by the handler of its intent; `remove:7` gives "7" to the handler `remove`. A form with no intent, or
 * with another one, gets `otherwise`; without it, 400 is thrown. For pages that are longer as `answerForms`. */
export function byIntent<Handlers extends Record<string, (subject: string) => unknown>, Other = never>(
  form: FormData,
  handlers: Handlers,
  otherwise: () => Other = unknownIntent,
) {
  const [name = "", subject = ""] = (intentOf(form) ?? "").split(":");
  if (!Object.hasOwn(handlers, name)) return otherwise();
  return handlers[name]!(subject) as ReturnType<Handlers[keyof Handlers]>;
}
