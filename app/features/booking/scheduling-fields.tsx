import { formatLongDate, isIsoDate } from "#app/platform/dates.ts";
import { CalendarTable } from "./calendar-table.tsx";
import { earliestDay } from "./calendar.ts";
import { monthTitle } from "./calendar-months.ts";
import { useScheduling, type SchedulingStart } from "./use-scheduling.ts";

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
    <button
      className="button is-quiet is-small"
      name="month"
      value={month ?? ""}
      disabled={month === null}
      onClick={(event) => {
        event.preventDefault();
        if (month) onShow(month);
      }}
    >
      {direction} month<span className="sr-only">{month ? `: ${monthTitle(month)}` : ""}</span>
    </button>
  );
}

function Calendar({ scheduling }: { scheduling: Scheduling }) {
  const { view, selectedElsewhere } = scheduling;
  return (
    <>
      <div className="calendar-bar">
        <MonthButton month={view.previousMonth} direction="Previous" onShow={scheduling.showMonth} />
        <MonthButton month={view.nextMonth} direction="Next" onShow={scheduling.showMonth} />
      </div>
      {selectedElsewhere ? (
        <label className="option">
          <input
            type="radio"
            name="preferredDate"
            value={selectedElsewhere}
            checked
            onChange={() => scheduling.select(selectedElsewhere)}
          />
          <span>{isIsoDate(selectedElsewhere) ? formatLongDate(selectedElsewhere) : selectedElsewhere}</span>
        </label>
      ) : null}
      <div className="calendars">
        {view.months.map((month) => (
          <CalendarTable key={month.month} month={month} onSelect={scheduling.select} />
        ))}
      </div>
      <p className="note calendar-legend">
        <span aria-hidden="true" /> Available (7+ days)
      </p>
    </>
  );
}

function TypedDateFields({ scheduling, error }: { scheduling: Scheduling; error: string | undefined }) {
  const parts = [
    ["day", "Day"],
    ["month", "Month"],
    ["year", "Year"],
  ] as const;
  return (
    <fieldset className={error ? "field is-invalid" : "field"}>
      <legend>
        Or type a date <span className="optional">(optional)</span>
      </legend>
      <p className="hint" id="preferredDate-hint">
        For example, 27 3 2027. A typed date is used instead of one chosen in the calendar.
      </p>
      <div className="date-parts">
        {parts.map(([part, label]) => (
          <div key={part}>
            <label htmlFor={`preferredDate-${part}`}>{label}</label>
            <input
              className="input"
              id={`preferredDate-${part}`}
              name={`preferredDate-${part}`}
              inputMode="numeric"
              autoComplete="off"
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? "preferredDate-hint preferredDate-error" : "preferredDate-hint"}
              value={scheduling.typed[part]}
              onChange={(event) => scheduling.type(part, event.target.value)}
            />
          </div>
        ))}
      </div>
    </fieldset>
  );
}

/**
 * The scheduling step's controls: weekends, the two-month calendar, a typed date and urgency. Buttons named `month` and
 * `intent` send the form without JavaScript; with it nothing is sent until Next. `error` is about the preferred date.
 */
export function SchedulingFields({
  formId,
  start,
  preferEarlierDate,
  notice,
  error,
}: {
  formId: string;
  start: SchedulingStart;
  preferEarlierDate: boolean;
  /** What the server has to say about a date that it took off. */
  notice: string | null;
  error: string | undefined;
}) {
  const scheduling = useScheduling(start, formId);
  return (
    <>
      <div className="field is-wide">
        <label className="option">
          <input
            type="checkbox"
            name="allowWeekends"
            checked={scheduling.allowWeekends}
            onChange={(event) => scheduling.toggleWeekends(event.target.checked)}
          />
          <span>Weekends are possible too</span>
        </label>
        <noscript>
          <button className="button is-quiet is-small" name="intent" value="refresh">
            Update calendar
          </button>
        </noscript>
      </div>
      <fieldset className={error ? "field is-wide is-invalid" : "field is-wide"} id="preferredDate">
        <legend>
          Preferred date <span className="optional">(optional)</span>
        </legend>
        <p className="hint">
          We need 7 days’ notice: the first day is {formatLongDate(earliestDay(start.today))}. You can leave
          this open.
        </p>
        {error ? (
          <p className="field-error" id="preferredDate-error">
            {error}
          </p>
        ) : null}
        <p role="status" className="note">
          {scheduling.notice || notice}
        </p>
        <Calendar scheduling={scheduling} />
      </fieldset>
      <TypedDateFields scheduling={scheduling} error={error} />
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
      <div className="field is-wide">
        <label className="option">
          <input
            type="checkbox"
            name="preferEarlierDate"
            defaultChecked={preferEarlierDate}
            aria-describedby="preferEarlierDate-hint"
          />
          <span>This is urgent: I would prefer an earlier date</span>
          <span className="hint" id="preferEarlierDate-hint">
            Urgent means within 7 days. Additional fees may apply; we tell you before anything is charged.
          </span>
        </label>
      </div>
    </>
  );
}
