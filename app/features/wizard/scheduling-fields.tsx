import { currentOffer, noticeText } from "#app/features/catalogue/catalogue.ts";
import { DATE_PARTS } from "#app/forms/date-parts.ts";
import { Checkbox } from "#app/forms/choice-fields.tsx";
import { type Field, fieldOf, type FormState } from "#app/forms/use-step-form.ts";
import { addDays, formatLongDate, isIsoDate, type IsoDate } from "#app/platform/dates.ts";
import { Button } from "#app/ui/button.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { CalendarTable } from "./calendar-table.tsx";
import { monthTitle } from "./calendar-months.ts";
import type { SchedulingForm } from "#app/features/booking/schema.ts";
import type { SchedulingStart } from "./scheduling-choice.ts";
import { useScheduling } from "./use-scheduling.ts";

const CLOSED_DAYS_AHEAD = 120;

type Scheduling = ReturnType<typeof useScheduling>;

function MonthButton({
  month,
  direction,
  onShow,
}: {
  month: string | null;
  direction: "Previous" | "Next";
  onShow: (month: string) => void;
}) {
  return (
    <Button
      look="quiet"
      isSmall
      name="month"
      value={month ?? ""}
      disabled={month === null}
      onClick={(event) => {
        event.preventDefault();
        if (month) onShow(month);
      }}
    >
      {direction} month<span className="sr-only">{month ? `: ${monthTitle(month)}` : ""}</span>
    </Button>
  );
}

function Calendar({ scheduling, id }: { scheduling: Scheduling; id: string }) {
  const { view, selectedElsewhere } = scheduling;
  return (
    <>
      <div className="calendar-bar">
        <MonthButton month={view.previousMonth} direction="Previous" onShow={scheduling.showMonth} />
        <MonthButton month={view.nextMonth} direction="Next" onShow={scheduling.showMonth} />
      </div>
      {selectedElsewhere ? (
        <div className="option">
          <input
            type="radio"
            name="preferredDate"
            id={`${id}-elsewhere`}
            value={selectedElsewhere}
            checked
            onChange={() => scheduling.select(selectedElsewhere)}
          />
          <label htmlFor={`${id}-elsewhere`}>
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
          <span aria-hidden="true" /> Available ({currentOffer().rules.noticeDays}+ days)
        </p>
        <p>
          <s aria-hidden="true">21</s> Not available
        </p>
      </div>
    </>
  );
}

function TypedDateFields({ scheduling, field }: { scheduling: Scheduling; field: Field<string> }) {
  const error = field.errors?.join(" ");
  return (
    <fieldset className={error ? "field is-invalid" : "field"}>
      <legend>
        Or type a date <span className="optional">(optional)</span>
      </legend>
      <p className="hint" id="preferredDate-hint">
        For example, 27 3 2027. A typed date is used instead of one chosen in the calendar.
      </p>
      <div className="date-parts">
        {DATE_PARTS.map(({ part, label }, index) => (
          <div key={part}>
            <label htmlFor={index === 0 ? field.id : `${field.id}-${part}`}>{label}</label>
            <input
              className="input"
              id={index === 0 ? field.id : `${field.id}-${part}`}
              name={`preferredDate-${part}`}
              inputMode="numeric"
              autoComplete="off"
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `preferredDate-hint ${field.id}-error` : "preferredDate-hint"}
              value={scheduling.typed[part]}
              onChange={(event) => scheduling.type(part, event.target.value)}
            />
          </div>
        ))}
      </div>
    </fieldset>
  );
}

/** Buttons named `month` and `intent` send the form without JavaScript; with it only Next does. */
export function SchedulingFields({
  form,
  start,
  notice,
}: {
  form: FormState<SchedulingForm>;
  start: SchedulingStart;
  notice: string | null;
}) {
  const field = fieldOf(form, "preferredDate");
  const error = field.errors?.join(" ");
  const scheduling = useScheduling(start, form.id);
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
            <Button look="quiet" isSmall name="intent" value="refresh">
              Update calendar
            </Button>
          )}
        </Checkbox>
      ) : null}
      <fieldset className={error ? "field is-wide is-invalid" : "field is-wide"} id="calendar">
        <legend>
          Preferred date <span className="optional">(optional)</span>
        </legend>
        <p className="hint">
          We need {noticeText()}’ notice: the first day is {formatLongDate(scheduling.firstDay)}. You can
          leave this open.
        </p>
        <ClosedDays from={scheduling.firstDay} />
        {error ? (
          <p className="field-error" id={`${field.id}-error`}>
            {error}
          </p>
        ) : null}
        <p role="status" className="alert is-warning mb-3 empty:hidden">
          {scheduling.notice || notice}
        </p>
        <Calendar scheduling={scheduling} id={field.id} />
      </fieldset>
      <TypedDateFields scheduling={scheduling} field={field} />
      <p className="field">
        <button
          className="link-button"
          name="intent"
          value="clear-date"
          onClick={(event) => {
            event.preventDefault();
            scheduling.clear();
          }}
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

/** Closed days among those that can be asked for first. */
function ClosedDays({ from }: { from: IsoDate }) {
  const { closedDays } = currentOffer().rules;
  const ahead = closedDays.filter((day) => day >= from && day < addDays(from, CLOSED_DAYS_AHEAD));
  if (ahead.length === 0) return null;
  return (
    <p className="hint">
      We are closed on {ahead.map(formatLongDate).join(", ")}: we may suggest another day.
    </p>
  );
}
