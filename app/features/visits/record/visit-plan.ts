import type { PricingMode } from "#app/features/catalogue/catalogue.ts";
import type { FormValues } from "#app/forms/use-step-form.ts";
import type { VisitTime } from "./visit-times.ts";

/** Length of a visit unless staff enter another. */
export const VISIT_MINUTES = 90;

export const MIN_VISIT_MINUTES = 15;
export const MAX_VISIT_MINUTES = 480;

const USUAL_START = "10:00";

/** `place` is an address, or how to join. */
export type VisitPlan = VisitTime & { mode: PricingMode; place: string };

/** Part of "Agree the visit" with what was chosen, and its button. */
export const CHOSEN_PART = "chosen";

/** The address, after that of the page "Agree the visit", which fills in a time and who goes. */
export const offerOf = ({ day, start, minutes, assessor }: VisitTime & { assessor: string }) =>
  `?${new URLSearchParams({ day, start, minutes: String(minutes), assessor })}#${CHOSEN_PART}`;

/** A time to offer as a form names it: the assessor's id, the day and the start. */
export const offerKey = (time: { assessorId: string; day: string; start: string }) =>
  `${time.assessorId} ${time.day} ${time.start}`;

/** The controls of a plan, `PlanFields`. */
export const PLAN_FIELDS = ["day", "start", "minutes", "mode", "place"] as const;

/** First values of `PlanFields`. `day` is empty where none is known. */
export function planValues(plan: Partial<VisitPlan>): FormValues {
  const { day = "", start = USUAL_START, minutes = VISIT_MINUTES, mode = "face-to-face", place = "" } = plan;
  return { day, start, minutes: String(minutes), mode, place };
}
