import { useLayoutEffect, useState } from "react";
import { DATE_PARTS, joinDate, NO_DATE_PARTS, readDateParts, type DateParts } from "#app/forms/date-parts.ts";
import { isIsoDate, type IsoDate } from "#app/platform/dates.ts";
import { afterRelease } from "#app/ui/after-release.ts";
import {
  CENTURY_AHEAD,
  closedDayNotice,
  firstSelectableDay,
  isLostWithWeekends,
  isSelectableDay,
  weekendClearedMessage,
} from "#app/features/booking/fields/calendar.ts";
import { type SchedulingStart, firstShownMonth, monthOf, twoMonths } from "./scheduling-choice.ts";

export function useScheduling(start: SchedulingStart, formId: string) {
  const { today } = start;
  const [allowWeekends, setAllowWeekends] = useState(start.allowWeekends);
  const { bankHolidays } = start;
  const rule = { today, allowWeekends, bankHolidays };
  const canBeTaken = (date: string) => isIsoDate(date) && isSelectableDay(date, rule);
  const [selected, setSelected] = useState(start.preferredDate);
  const [shown, setShown] = useState(start.shownMonth);
  const [typed, setTyped] = useState(start.typed);
  const [notice, setNotice] = useState("");
  const [isTurned, setIsTurned] = useState(false);

  // The page is usable before its script runs: once, what was ticked, chosen or typed in the meantime is taken over.
  useLayoutEffect(
    () =>
      afterRelease(() => {
        const element = document.getElementById(formId);
        if (!(element instanceof HTMLFormElement)) return;
        const form = new FormData(element);
        setAllowWeekends(form.has("allowWeekends"));
        if (form.has("preferredDate")) setSelected(String(form.get("preferredDate")));
        const early = readDateParts(Object.fromEntries(form), "preferredDate");
        // The same object when nothing was typed: drawing the calendar again blocks a phone.
        setTyped((now) => (DATE_PARTS.every(({ part }) => now[part] === early[part]) ? now : early));
      }),
    [formId],
  );

  function toggleWeekends(isAllowed: boolean) {
    setAllowWeekends(isAllowed);
    const asked = joinDate(typed, CENTURY_AHEAD) || selected;
    if (isLostWithWeekends(asked, isAllowed)) select(null, weekendClearedMessage(asked!));
    else setNotice("");
  }

  function select(date: IsoDate | null, said = (date && closedDayNotice(date, bankHolidays)) ?? "") {
    setSelected(date);
    setTyped(NO_DATE_PARTS);
    setNotice(said);
  }

  function type(part: keyof DateParts, value: string) {
    const next = { ...typed, [part]: value };
    setTyped(next);
    const date = joinDate(next, CENTURY_AHEAD);
    if (canBeTaken(date)) {
      setSelected(date);
      setShown(firstShownMonth(monthOf(date), null, today));
      setNotice(closedDayNotice(date, bankHolidays) ?? "");
    } else if (selected === joinDate(typed, CENTURY_AHEAD)) {
      setSelected(null);
    }
  }

  const view = twoMonths(shown, rule, selected);
  const isShown = (date: string) => view.months.some(({ month }) => month === monthOf(date));
  const isInView = selected !== null && canBeTaken(selected) && isShown(selected);
  return {
    view,
    firstDay: firstSelectableDay(rule),
    typed,
    notice,
    /** A choice that the calendar does not show needs a control of its own to be sent. */
    selectedElsewhere: isInView ? null : selected,
    toggleWeekends,
    select,
    type,
    clear: () => select(null, "No preferred date is chosen now."),
    /** Announced after a press that shows other months: nothing else tells a screen reader. */
    shownMonths: isTurned ? view.months.map(({ title }) => title).join(" and ") : "",
    showMonth(month: string) {
      setShown(month);
      setIsTurned(true);
    },
  };
}
