import type { IsoDate } from "#app/platform/dates.ts";
import { ReferrerAnswers, STEP_SCHEMAS } from "#app/features/booking/fields/schema.ts";
import {
  asChange,
  isVirtualChosen,
  stepHref,
  STEPS,
  type Answers,
  type StepSlug,
} from "#app/features/booking/fields/steps.ts";

/** `today` is the day in London. A date that was valid yesterday may be too soon today. */

const SLUGS = STEPS.map((step) => step.slug);

const stepsOf = (answers: Answers): StepSlug[] =>
  SLUGS.filter((slug) => slug !== "location" || !isVirtualChosen(answers));

/** Scheduling may be left empty, but it must have been seen. */
function isStepDone(step: StepSlug, answers: Answers, today: IsoDate): boolean {
  if (step === "confirmation") return false;
  if (step === "location" && isVirtualChosen(answers)) return true;
  if (step === "scheduling" && answers["allowWeekends"] === undefined) return false;
  return STEP_SCHEMAS[step](today).safeParse(answers).success;
}

export const hasValidAnswers = (answers: Answers): boolean => ReferrerAnswers.safeParse(answers).success;

export const doneSteps = (answers: Answers, today: IsoDate): StepSlug[] =>
  SLUGS.filter((step) => isStepDone(step, answers, today));

export const firstUnfinished = (answers: Answers, today: IsoDate): StepSlug =>
  stepsOf(answers).find((step) => !isStepDone(step, answers, today)) ?? "confirmation";

export function mayVisit(step: StepSlug, answers: Answers, today: IsoDate): boolean {
  const steps = stepsOf(answers);
  const position = steps.indexOf(step);
  return position >= 0 && steps.slice(0, position).every((earlier) => isStepDone(earlier, answers, today));
}

export function nextStep(step: StepSlug, answers: Answers): StepSlug {
  const steps = stepsOf(answers);
  return steps[steps.indexOf(step) + 1] ?? "confirmation";
}

export function previousStep(step: StepSlug, answers: Answers): StepSlug | null {
  const steps = stepsOf(answers);
  return steps[steps.indexOf(step) - 1] ?? null;
}

type OpenDraft = { id: string; answers: Answers };

/** The address behind Continue. After step 5's Change link: step 5, or first the step that lacks an answer now. */
export function hrefAfter(step: StepSlug, draft: OpenDraft, today: IsoDate, isChange: boolean): string {
  if (!isChange) return stepHref(nextStep(step, draft.answers), draft.id);
  const next = firstUnfinished(draft.answers, today);
  return next === "confirmation" ? stepHref(next, draft.id) : asChange(stepHref(next, draft.id));
}

/** The address behind Back: step 5 after its Change link, unless an answer is missing now. */
export function hrefBefore(step: StepSlug, draft: OpenDraft, today: IsoDate, isChange: boolean): string {
  const isComplete = firstUnfinished(draft.answers, today) === "confirmation";
  const before = isChange && isComplete ? "confirmation" : previousStep(step, draft.answers);
  return stepHref(before ?? step, draft.id);
}
