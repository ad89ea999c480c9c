import type { Deps } from "#app/deps.server.ts";
import { refusalOf } from "#app/features/before-booking/wizard/check-answers.ts";
import { postedAnswers, withoutUnasked } from "#app/features/before-booking/wizard/posted-answers.ts";
import { TAKEN_FIELDS } from "#app/features/booking/fields/fields.ts";
import { takenBooking } from "#app/features/booking/fields/schema.ts";
import { STEPS, type Answers } from "#app/features/booking/fields/steps.ts";
import type { FormReply } from "#app/forms/read-form.server.ts";
import { londonDate } from "#app/platform/dates.ts";

/** Controls of the visit; the draft keeps them, too. */
const VISIT_CONTROLS = ["day", "start", "minutes", "assessor"];

/** The answers of the page on which staff type in a booking. */
export function readPosted(form: FormData): Answers {
  const steps = STEPS.map(({ slug }) => postedAnswers(slug, form));
  const own = [...Object.keys(TAKEN_FIELDS), ...VISIT_CONTROLS].map((name) => [
    name,
    String(form.get(name) ?? ""),
  ]);
  return Object.assign({}, ...steps, Object.fromEntries(own)) as Answers;
}

/** Null when a booking can be made of the answers, else the reply that says why not. */
export function refusalOfBooking({ clock }: Pick<Deps, "clock">, answers: Answers): FormReply | null {
  const schema = takenBooking(londonDate(clock.now()));
  return refusalOf(schema, withoutUnasked(answers), "Please check the details below.");
}

/** The controls without which no booking can be made of these answers, each with its message, in the page's order. */
export function missingIn(deps: Pick<Deps, "clock">, answers: Answers): { name: string; message: string }[] {
  return Object.entries(refusalOfBooking(deps, answers)?.error ?? {})
    .filter(([name]) => name !== "")
    .map(([name, [message]]) => ({ name, message: message! }));
}
