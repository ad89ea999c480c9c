import type { FormState } from "./use-step-form.ts";

type VersionFieldProps = { form: FormState; version: number };

/** The hidden version that a form's values are based on. A refused form keeps the version it was sent with, although
 * its page was loaded anew: somebody may have saved since. An action that shows their change puts their version
 * into its reply. */
export function VersionField({ form, version }: VersionFieldProps) {
  const base = String(form.values["version"] ?? version);
  // Not `type="hidden"`, because `unsent.ts` does not bring hidden controls back after a reload.
  return <input key={base} hidden readOnly name="version" defaultValue={base} />;
}
