import { currentOffer, noticePeriod, noticeText } from "#app/features/catalogue/catalogue.ts";
import { DateInputs } from "#app/forms/date-field.tsx";
import { FieldMessages, fieldParts } from "#app/forms/field.tsx";
import { Checkbox } from "#app/forms/choice-fields.tsx";
import { fieldOf, type Field, type FormState } from "#app/forms/use-step-form.ts";
import { formatLongDate, formatMonth, isIsoDate, WEEKDAYS, type IsoDate } from "#app/platform/dates.ts";
import { classes } from "#app/ui/classes.ts";
import { Button, inPlaceOfSubmit } from "#app/ui/button.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { StepValues } from "#app/features/booking/fields/field-values.ts";
import {
  firstShownMonth,
  monthOf,
  twoMonths,
  type SchedulingStart,
  type CalendarMonth,
} from "./scheduling-choice.ts";
import { useLayoutEffect, useState } from "react";
import { DATE_PARTS, joinDate, NO_DATE_PARTS, readDateParts, type DateParts } from "#app/forms/date-parts.ts";
import { afterRelease } from "#app/ui/after-release.ts";
import {
  CENTURY_AHEAD,
  closedDayNotice,
  firstSelectableDay,
  isLostWithWeekends,
  isSelectableDay,
  weekendClearedMessage,
  type DayState,
} from "#app/features/booking/fields/calendar.ts";

function useScheduling(start: SchedulingStart, formId: string) {
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

const WHY_NOT: Partial<Record<DayState, string>> = {
  past: "in the past",
  "too-soon": "too soon",
  "too-far": "too far ahead",
  weekend: "weekend",
  closed: "bank holiday",
};

type CalendarTableProps = { month: CalendarMonth; onSelect: (date: IsoDate) => void };

/** Radios in a table, so that it works without JavaScript. */
export function CalendarTable({ month, onSelect }: CalendarTableProps) {
  return (
    <table className="calendar">
      <caption>{month.title}</caption>
      <thead>
        <tr>
          {WEEKDAYS.map((weekday) => (
            <th key={weekday} scope="col" abbr={weekday}>
              {weekday.slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {month.weeks.map((week, index) => (
          <tr key={index}>
            {week.map((day, column) => (
              <td key={column}>
                {day ? (
                  <label className={day.closed ? "is-closed" : undefined}>
                    <input
                      aria-current={day.isToday ? "date" : undefined}
                      type="radio"
                      name="preferredDate"
                      value={day.date}
                      aria-label={[formatLongDate(day.date), WHY_NOT[day.state] ?? day.closed]
                        .filter(Boolean)
                        .join(", ")}
                      checked={day.isSelected && !WHY_NOT[day.state]}
                      disabled={WHY_NOT[day.state] !== undefined}
                      onChange={() => onSelect(day.date)}
                    />
                    <span aria-hidden="true">{day.dayOfMonth}</span>
                  </label>
                ) : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type MonthButtonProps = {
  month: string | null;
  direction: "Previous" | "Next";
  onShow: (month: string) => void;
};

function MonthButton({ month, direction, onShow }: MonthButtonProps) {
  return (
    <Button
      look="quiet"
      isSmall
      name="month"
      value={month ?? ""}
      disabled={month === null}
      onClick={inPlaceOfSubmit(() => month && onShow(month))}
    >
      {direction} month<span className="sr-only">{month ? `: ${formatMonth(month)}` : ""}</span>
    </Button>
  );
}

type DateProps = { scheduling: ReturnType<typeof useScheduling>; field: Field<string> };

function TypedDateFields({ scheduling, field }: DateProps) {
  const { isInvalid, hintId, aria } = fieldParts(field, true);
  return (
    <fieldset className={classes("field", isInvalid && "is-invalid")}>
      <legend>
        Or type a date <span className="optional">(optional)</span>
      </legend>
      <p className="hint" id={hintId}>
        For example, 27 3 2027. A typed date is used instead of one chosen in the calendar.
      </p>
      <DateInputs
        field={field}
        propsOf={(part) => ({
          ...aria,
          value: scheduling.typed[part],
          onChange: (event) => scheduling.type(part, event.target.value),
        })}
      />
    </fieldset>
  );
}

function PreferredDate({ scheduling, field, notice }: DateProps & { notice: string | null }) {
  const { isInvalid, errorId } = fieldParts(field, undefined);
  const { view, firstDay, selectedElsewhere } = scheduling;
  return (
    <fieldset className={classes("field is-wide", isInvalid && "is-invalid")} id="calendar">
      <legend>
        Preferred date <span className="optional">(optional)</span>
      </legend>
      <p className="hint">
        {`We need ${noticePeriod()}: the first day is ${formatLongDate(firstDay)}. You can leave this open.`}
      </p>
      <FieldMessages field={field} id={errorId} />
      <p role="status" className="alert is-warning mb-3 empty:hidden">
        {scheduling.notice || notice}
      </p>
      <div className="mb-2 flex justify-between">
        <MonthButton month={view.previousMonth} direction="Previous" onShow={scheduling.showMonth} />
        <MonthButton month={view.nextMonth} direction="Next" onShow={scheduling.showMonth} />
      </div>
      <p role="status" className="sr-only">
        {scheduling.shownMonths}
      </p>
      {selectedElsewhere ? (
        <div className="option">
          <input
            type="radio"
            name="preferredDate"
            id={`${field.id}-elsewhere`}
            value={selectedElsewhere}
            checked
            onChange={() => scheduling.select(selectedElsewhere)}
          />
          <label htmlFor={`${field.id}-elsewhere`}>
            {isIsoDate(selectedElsewhere) ? formatLongDate(selectedElsewhere) : selectedElsewhere}
          </label>
        </div>
      ) : null}
      <div className="calendars">
        {view.months.map((month) => (
          <CalendarTable key={month.month} month={month} onSelect={scheduling.select} />
        ))}
      </div>
      <div className="note calendar-legend">
        <p>
          <span aria-hidden="true" /> {`Available (${currentOffer().rules.noticeDays}+ days)`}
        </p>
        <p>
          <s aria-hidden="true">21</s> Not available
        </p>
        {view.closedDays.length > 0 ? (
          <p>
            <i aria-hidden="true" />{" "}
            <span>{`${view.closedDays.join(", ")}: we may suggest another day`}</span>
          </p>
        ) : null}
      </div>
    </fieldset>
  );
}

type SchedulingFieldsProps = {
  form: FormState<StepValues<"scheduling">>;
  start: SchedulingStart;
  notice: string | null;
};

/** Buttons named `month` and `intent` send the form without JavaScript; with it only Continue does. */
export function SchedulingFields({ form, start, notice }: SchedulingFieldsProps) {
  const scheduling = useScheduling(start, form.id);
  const date = { scheduling, field: fieldOf(form, "preferredDate") };
  const isHydrated = useHydrated();
  return (
    <>
      {currentOffer().rules.hasWeekends ? (
        <Checkbox
          field={fieldOf(form, "allowWeekends")}
          label="Weekends are possible too"
          onChange={(event) => scheduling.toggleWeekends(event.target.checked)}
        >
          {isHydrated ? null : (
            <Button look="quiet" isSmall intent="refresh">
              Update calendar
            </Button>
          )}
        </Checkbox>
      ) : null}
      <PreferredDate {...date} notice={notice} />
      <TypedDateFields {...date} />
      <p className="field">
        <button
          className="link-button"
          name="intent"
          value="clear-date"
          onClick={inPlaceOfSubmit(scheduling.clear)}
        >
          Clear date
        </button>
      </p>
      <Checkbox
        field={fieldOf(form, "preferEarlierDate")}
        label="This is urgent: I would prefer an earlier date"
        hint={`Urgent means within ${noticeText()}. ${currentOffer().rules.urgentFee || "Additional fees may apply"}; we tell you before anything is charged.`}
      />
    </>
  );
}
