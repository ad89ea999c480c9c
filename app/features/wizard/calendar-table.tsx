import { formatLongDate, type IsoDate } from "#app/platform/dates.ts";
import type { CalendarDay, CalendarMonth } from "./scheduling-choice.ts";

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

const WHY_NOT: Partial<Record<CalendarDay["state"], string>> = {
  past: "in the past",
  "too-soon": "too soon",
  "too-far": "too far ahead",
  weekend: "weekend",
};

type Selecting = { onSelect: (date: IsoDate) => void };

function DayCell({ day, onSelect }: { day: CalendarDay } & Selecting) {
  const whyNot = WHY_NOT[day.state];
  const name = formatLongDate(day.date);
  return (
    <label aria-current={day.isToday ? "date" : undefined}>
      <input
        type="radio"
        name="preferredDate"
        value={day.date}
        aria-label={whyNot ? `${name}, ${whyNot}` : name}
        checked={day.isSelected && !whyNot}
        disabled={whyNot !== undefined}
        onChange={() => onSelect(day.date)}
      />
      <span aria-hidden="true">{day.dayOfMonth}</span>
    </label>
  );
}

/** Radios in a table, so that it works without JavaScript. */
export function CalendarTable({ month, onSelect }: { month: CalendarMonth } & Selecting) {
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
              <td key={column}>{day ? <DayCell day={day} onSelect={onSelect} /> : null}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
