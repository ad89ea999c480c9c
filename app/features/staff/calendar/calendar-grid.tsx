import { Link } from "react-router";
import { formatDayAndMonth, WEEKDAYS, weekdayIndex } from "#app/platform/dates.ts";
import { Badge } from "#app/ui/badge.tsx";
import { classes } from "#app/ui/classes.ts";
import { Times } from "#app/ui/times.tsx";
import type { CalendarView } from "./calendar-view.ts";
import type { Calendar } from "./read-calendar.server.ts";
import { clockOf, GRID_HOURS, hourOf } from "./week-grid.ts";

type Day = Calendar["days"][number];

/** `14 Dec` */
const shortDay = (day: string) => formatDayAndMonth(day).replace(/ (\w{3})\w*$/, " $1");

function DayName({ day: { day, isToday, closed, off } }: { day: Day }) {
  return (
    <div className="day-name">
      <h2>
        {WEEKDAYS[weekdayIndex(day)]!.slice(0, 3)} {shortDay(day)}{" "}
        {isToday ? <Badge colour="blue">Today</Badge> : null}
      </h2>
      {closed ? <p className="note">{closed}</p> : null}
      {off.map((name) => (
        <p key={name} className="note">
          {name}: day off
        </p>
      ))}
    </div>
  );
}

function Visit({ visit }: { visit: Day["visits"][number] }) {
  const { bookingId, hours, client, what, where, reference, assessor, withTravel } = visit;
  const path = `/admin/bookings/${bookingId}`;
  return (
    <li className="visit">
      <Link to={path} aria-label={`${hours}, ${assessor}, ${reference}`}>
        <Times>{hours}</Times>
      </Link>{" "}
      {client ? <strong>{client}</strong> : null}
      <span className="note block">
        {[what, assessor, where].filter(Boolean).join(", ")}{" "}
        <span className="whitespace-nowrap">{reference}</span>
      </span>
      {withTravel ? (
        <span className="note block">
          <Times>{`With travel ${withTravel}`}</Times>
        </span>
      ) : null}
      {visit.trouble ? <strong className="block">Cannot come: {visit.trouble}</strong> : null}
      {visit.placeDoubt ? <strong className="block">{visit.placeDoubt}</strong> : null}
      {visit.isToCome ? (
        <details className="no-print">
          <summary aria-label={`Change the visit ${hours} of ${assessor}`}>Change</summary>
          <Link to={`${path}/visit/move`}>Move the visit</Link>{" "}
          <Link to={`${path}/visit/reassign`}>Reassign the visit</Link>{" "}
          <Link to={`${path}/visit/cancel`}>Cancel the visit</Link>
        </details>
      ) : null}
    </li>
  );
}

function Question({ question }: { question: Day["questions"][number] }) {
  const { bookingId, hours, client, asked } = question;
  return (
    <li className="visit is-question">
      <Link to={`/admin/bookings/${bookingId}#visits`}>
        <Times>{`Asked for ${hours}`}</Times>
      </Link>{" "}
      {client}
      <span className="note block">
        {asked === 1 ? "1 assessor was asked" : `${asked} assessors were asked`}
      </span>
    </li>
  );
}

type Entries = Pick<Day, "visits" | "questions">;

function EntryList({ visits, questions }: Entries) {
  if (visits.length + questions.length === 0) return null;
  return (
    <ul>
      {visits.map((visit) => (
        <Visit key={visit.id} visit={visit} />
      ))}
      {questions.map((question) => (
        <Question key={question.id} question={question} />
      ))}
    </ul>
  );
}

function Hour({ day, hour, assessor }: { day: Day; hour: number; assessor: string | null }) {
  const isHere = ({ start }: { start: string }) => hourOf(start) === hour;
  const free = day.free.find((one) => one.hour === hour);
  const query = new URLSearchParams({
    ...{ day: day.day, start: clockOf(hour) },
    ...(assessor ? { assessor } : {}),
  });
  return (
    <div className="day-hour">
      <EntryList visits={day.visits.filter(isHere)} questions={day.questions.filter(isHere)} />
      {free ? (
        <Link className="day-free no-print" to={`/admin/visits/new?${query}`}>
          {`${clockOf(hour)}, ${assessor ? "free" : `${free.count} free`}`}
        </Link>
      ) : null}
    </div>
  );
}

type GridProps = { label: string; view: CalendarView; days: Calendar["days"] };

/** The days of a week beside each other with an hour in each row, or the weeks of a month; a list by day on a phone. */
export function CalendarGrid({ label, view, days }: GridProps) {
  if (view.show === "month")
    return (
      <ol className="days is-month" aria-label={label}>
        {days.map((day) => (
          <li key={day.day} className={dayClasses(day)}>
            <DayName day={day} />
            <EntryList {...day} />
          </li>
        ))}
      </ol>
    );
  return (
    <ol className="days is-week" aria-label={label}>
      <li className="day-hours" aria-hidden="true">
        <span />
        {GRID_HOURS.map((hour) => (
          <span key={hour}>{clockOf(hour)}</span>
        ))}
      </li>
      {days.map((day) => (
        <li key={day.day} className={dayClasses(day)}>
          <DayName day={day} />
          {GRID_HOURS.map((hour) => (
            <Hour key={hour} day={day} hour={hour} assessor={view.assessor} />
          ))}
        </li>
      ))}
    </ol>
  );
}

const dayClasses = ({ isToday, isBeside, closed, visits, questions }: Day) =>
  classes(
    isToday && "is-today",
    isBeside && "is-beside",
    closed !== null && "is-closed-day",
    visits.length + questions.length === 0 && "is-empty",
  );
