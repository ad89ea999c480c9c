import { readDate, readDateParts } from "#app/forms/date-parts.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { firstShownMonth } from "./calendar-months.ts";
import { isLostWithWeekends } from "#app/features/booking/calendar.ts";
import { answer, type Answers } from "#app/features/booking/steps.ts";

const NO_DATE: Answers = {
  preferredDate: "",
  "preferredDate-day": "",
  "preferredDate-month": "",
  "preferredDate-year": "",
};

/** Empty when there is none; no date when what was typed makes none. */
export function askedDate(answers: Answers): string {
  return readDate(answers, "preferredDate") ?? "";
}

export function allowsWeekends(answers: Answers): boolean {
  return ["on", "true"].includes(answer(answers, "allowWeekends"));
}

/** `lostDay` is a weekend day that was taken off because weekends were unticked. */
export function settleScheduling(
  saved: Answers,
  posted: Answers,
  isCleared: boolean,
): { answers: Answers; lostDay: IsoDate | null } {
  if (isCleared) return { answers: { ...posted, ...NO_DATE }, lostDay: null };
  const asked = askedDate(posted);
  const isLost = allowsWeekends(saved) && isLostWithWeekends(asked, allowsWeekends(posted));
  return isLost ? { answers: { ...posted, ...NO_DATE }, lostDay: asked } : { answers: posted, lostDay: null };
}

/** Typed or chosen, it is kept as the calendar keeps it. */
export function withChosenDate(answers: Answers): Answers {
  return { ...answers, ...NO_DATE, preferredDate: askedDate(answers) };
}

/** `month` is the one that the URL asks for. */
export function schedulingStart(answers: Answers, today: IsoDate, month: string | null) {
  const preferredDate = answer(answers, "preferredDate") || null;
  return {
    today,
    shownMonth: firstShownMonth(month, preferredDate, today),
    allowWeekends: allowsWeekends(answers),
    preferredDate,
    typed: readDateParts(answers, "preferredDate"),
  };
}

export type SchedulingStart = ReturnType<typeof schedulingStart>;
