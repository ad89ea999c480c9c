import { createHash } from "node:crypto";
import { STEP_CONTROLS } from "#app/features/booking/fields/field-values.ts";
import { answer, UNSAVED_DETAILS, type Answers } from "#app/features/booking/fields/steps.ts";
import { postedAnswers } from "./posted-answers.ts";

/** The hidden field of step 5 with a short hash of what each control held when its page was made. */
export const SHOWN_DETAILS = "shownDetails";

const HASH_LENGTH = 3;

function hashes(answers: Answers): string[] {
  const held = { ...UNSAVED_DETAILS, ...answers };
  return STEP_CONTROLS.confirmation.map((control) =>
    createHash("sha256").update(answer(held, control)).digest("base64url").slice(0, HASH_LENGTH),
  );
}

export function shownDetails(answers: Answers): string {
  return hashes(answers).join("");
}

/** The post of step 5: `answers` has all values, `typed` those to save, without those the page showed unchanged. With `hasNewer`
 * the draft has got others than these since. Without the hidden field all were typed. */
export function readDetails(form: FormData, saved: Answers) {
  const answers = postedAnswers("confirmation", form);
  const shown = String(form.get(SHOWN_DETAILS) ?? "");
  const [after, now] = [hashes(answers), hashes(saved)];
  const before = now.map((_, index) => shown.slice(index * HASH_LENGTH, (index + 1) * HASH_LENGTH));
  const typed = STEP_CONTROLS.confirmation.filter(
    (control, index) => saved[control] === undefined || after[index] !== before[index],
  );
  const isNewer = (hash: string, index: number) => hash !== before[index] && hash !== after[index];
  return {
    answers,
    typed: Object.fromEntries(typed.map((control) => [control, answers[control]!])) as Answers,
    hasNewer: shown !== "" && now.some(isNewer),
  };
}
