import { londonDate } from "#app/platform/dates.ts";
import { doneSteps } from "./journey.ts";
import { STEP_CONTROLS } from "#app/features/booking/field-values.ts";
import {
  asChange,
  isChange,
  STEP_NOTICES,
  stepHref,
  type Answers,
  type StepNotice,
  type StepSlug,
} from "#app/features/booking/steps.ts";

export function readNotice(query: URLSearchParams): StepNotice | null {
  return STEP_NOTICES.find((notice) => notice === query.get("notice")) ?? null;
}

/** A step's page shows its own saved answers only. `now` is an instant. */
export function stepPage(
  step: StepSlug,
  draft: { id: string; answers: Answers },
  request: { url: string },
  now: Date,
) {
  const own = STEP_CONTROLS[step].flatMap((field) => {
    const value = draft.answers[field];
    return value === undefined ? [] : [[field, typeof value === "string" ? value : [...value]] as const];
  });
  return {
    draftId: draft.id,
    action: isChange(request.url) ? asChange(stepHref(step, draft.id)) : stepHref(step, draft.id),
    saved: Object.fromEntries(own) as Record<string, string | string[]>,
    done: doneSteps(draft.answers, londonDate(now)),
    notice: readNotice(new URL(request.url).searchParams),
  };
}

export type StepPage = ReturnType<typeof stepPage>;
