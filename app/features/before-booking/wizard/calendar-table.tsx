import { formatLongDate, WEEKDAYS, type IsoDate } from "#app/platform/dates.ts";
import type { CalendarDay, CalendarMonth } from "./scheduling-choice.ts";

const WHY_NOT: Partial<Record<CalendarDay["state"], string>> = {
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
