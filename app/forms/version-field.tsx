import type { FormState } from "./use-step-form.ts";

type VersionFieldProps = { form: FormState; name?: string; version: number | string };

/** The version on which what the form holds is based. A form that is shown again keeps the one it was sent with, although
 * its page was read anew, after another's change perhaps; an action that tells of the change sets the one that it told. */
export function VersionField({ form, name = "version", version }: VersionFieldProps) {
  const base = String(form.values[name] ?? version);
  // No `type="hidden"`: a reload that brings back what was not sent (`unsent.ts`) brings this back as well.
  return <input key={base} hidden readOnly name={name} defaultValue={base} />;
}
