import { STEP_CONTROLS } from "#app/features/booking/fields/field-values.ts";
import { CONSENT_FIELDS } from "#app/features/booking/fields/fields.ts";
import { PAYMENT_WORDS } from "#app/features/booking/fields/reference-lists.ts";
import { answer, UNSAVED_DETAILS, type Answers } from "#app/features/booking/fields/steps.ts";
import { savedSince } from "#app/forms/changed-since.ts";
import type { Messages } from "#app/forms/read-form.server.ts";
import { readFormKey } from "#app/platform/http/form-key.server.ts";
import type { Secrets } from "#app/platform/secrets.server.ts";
import { boundAnswers, type Draft } from "./drafts.server.ts";
import { postedAnswers } from "./posted-answers.ts";

const CONTROLS = STEP_CONTROLS.confirmation;

const words = (control: string, value: string) =>
  Object.hasOwn(CONSENT_FIELDS, control) ? "ticked" : (PAYMENT_WORDS[value] ?? value);

export type Details = {
  /** The page shows everything typed, and the saved value where nothing was typed. */
  answers: Answers;
  /** The answers that no other tab has saved differently. */
  toSave: Answers;
  /** Names the saved value at each control in which it differs from the typed one. */
  conflicts: Messages;
  /** The draft has changed since the page was shown, and not by this page. */
  isStale: boolean;
  formKey: string | null;
};

/** Reads what step 5 posts, beside what the draft has. A page without `version`, of an earlier release, is never stale.
 * A consent that another tab ticked is not ticked here. */
export function readDetails({ secrets }: { secrets: Secrets }, form: FormData, draft: Draft): Details {
  const typed = postedAnswers("confirmation", form);
  const formKey = readFormKey({ secrets }, form);
  const isOwnChange = formKey !== null && formKey === draft.changed_by;
  const isStale = form.has("version") && form.get("version") !== String(draft.version) && !isOwnChange;
  if (!isStale) return { answers: typed, toSave: typed, conflicts: {}, isStale, formKey };
  const saved = { ...UNSAVED_DETAILS, ...draft.answers };
  const cut = boundAnswers(typed);
  const differing = CONTROLS.filter(
    (name) => answer(saved, name) && answer(cut, name) !== answer(saved, name),
  );
  const isWanted = (name: string) => answer(typed, name) !== "" || Object.hasOwn(CONSENT_FIELDS, name);
  const disputed = differing.filter(isWanted);
  const blank = differing.filter((name) => !isWanted(name));
  const own = CONTROLS.filter((name) => !differing.includes(name));
  const pick = (from: Answers, names: string[]) =>
    Object.fromEntries(names.map((name) => [name, answer(from, name)]));
  return {
    answers: { ...typed, ...pick(saved, blank) },
    toSave: pick(typed, own),
    conflicts: Object.fromEntries(
      disputed.map((name) => [name, savedSince(words(name, answer(saved, name)))]),
    ),
    isStale,
    formKey,
  };
}
