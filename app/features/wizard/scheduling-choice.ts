import { readDate, readDateParts, type DateParts } from "#app/forms/date-parts.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { firstShownMonth, type IsoMonth } from "./calendar-months.ts";
import { isLostWithWeekends } from "#app/features/booking/calendar.ts";
import { answer, type Answers } from "#app/features/booking/steps.ts";

/** From the posted scheduling form to the answers that a draft keeps (DESIGN decisions 6 and 7). Pure. */

export type SchedulingChoice = {
  answers: Answers;
  /** A Saturday or Sunday that was taken off because weekends were unticked just now. */
  lostDay: IsoDate | null;
};

/** What the scheduling form opens with: the saved or refused answers and the month to show first. */
export type SchedulingStart = {
  /** The London day of the request. */
  today: IsoDate;
  shownMonth: IsoMonth;
  allowWeekends: boolean;
  preferredDate: string | null;
  /** The three inputs as they stand. */
  typed: DateParts;
};

const NO_DATE: Answers = {
  preferredDate: "",
  "preferredDate-day": "",
  "preferredDate-month": "",
  "preferredDate-year": "",
};

/** The date that the answers ask for, typed or chosen; empty when there is none, and no date when it makes none. */
export function askedDate(answers: Answers): string {
  return readDate(answers, "preferredDate") ?? "";
}

/** True when weekends are ticked. */
export function allowsWeekends(answers: Answers): boolean {
  return ["on", "true"].includes(answer(answers, "allowWeekends"));
}

/** Takes the date off when that was asked for, and a weekend day when weekends were ticked before and are not now. */
export function settleScheduling(saved: Answers, posted: Answers, isCleared: boolean): SchedulingChoice {
  if (isCleared) return { answers: { ...posted, ...NO_DATE }, lostDay: null };
  const asked = askedDate(posted);
  const isLost = allowsWeekends(saved) && isLostWithWeekends(asked, allowsWeekends(posted));
  return isLost ? { answers: { ...posted, ...NO_DATE }, lostDay: asked } : { answers: posted, lostDay: null };
}

/** A date that passed the rules, kept as the calendar keeps it, whether it was typed or chosen there. */
export function withChosenDate(answers: Answers): Answers {
  return { ...answers, ...NO_DATE, preferredDate: askedDate(answers) };
}

/** What the calendar opens with. `month` is the one that the URL asks for. */
export function schedulingStart(answers: Answers, today: IsoDate, month: string | null): SchedulingStart {
  const preferredDate = answer(answers, "preferredDate") || null;
  return {
    today,
    shownMonth: firstShownMonth(month, preferredDate, today),
    allowWeekends: allowsWeekends(answers),
    preferredDate,
    typed: readDateParts(answers, "preferredDate"),
  };
}
