import { Link } from "react-router";
import { formatDayName } from "#app/platform/dates.ts";
import { Badge } from "#app/ui/badge.tsx";
import { classes } from "#app/ui/classes.ts";
import { Times } from "#app/ui/times.tsx";
import type { CalendarView } from "./calendar-view.ts";
import type { Calendar } from "./read-calendar.server.ts";
import { clockOf, hoursOnShow, sideBySide } from "./week-grid.ts";

type Day = Calendar["days"][number];
type Visit = Day["visits"][number];
type Question = Day["questions"][number];

function DayName({ day: { day, isToday, closed, off, visits, free } }: { day: Day }) {
  const counts = [
    visits.length > 0 && (visits.length === 1 ? "1 visit" : `${visits.length} visits`),
    free.length > 0 && `${free.length} hours free`,
  ];
  return (
    <div className="day-name">
      <h2>
        {formatDayName(day)} {isToday ? <Badge colour="blue">Today</Badge> : null}
      </h2>
      <p className="note">{counts.filter(Boolean).join(" · ")}</p>
      {closed ? <p className="note">{closed}</p> : null}
      {off.map((name) => (
        <p key={name} className="note">
          {name}: day off
        </p>
      ))}
    </div>
  );
}

/** So many pixels in height: a drawing's own size needs no style of its own. */
const Minutes = ({ count, className }: { count: number; className?: string }) => (
  <svg className={classes("minutes", className)} width="1" height={count} aria-hidden="true" />
);

/** In a narrow column hours break after their dash, and are whole. */
function VisitWords({ visit }: { visit: Visit }) {
  const { bookingId, hours, client, what, where, reference, assessor, withTravel } = visit;
  const path = `/admin/bookings/${bookingId}`;
  return (
    <>
      <strong className="block">{client || "Client not given"}</strong>
      <Link to={path} aria-label={`${hours}, ${assessor}, ${reference}`}>
        {hours}
      </Link>{" "}
      <span className="note">
        {[assessor, what, where].filter(Boolean).join(" · ")}{" "}
        <span className="whitespace-nowrap">{reference}</span>
      </span>
      {visit.trouble ? <strong className="block">Cannot come: {visit.trouble}</strong> : null}
      {visit.placeDoubt ? <strong className="block">{visit.placeDoubt}</strong> : null}
      {withTravel ? (
        <span className="note block">
          <Times>{`With travel ${withTravel}`}</Times>
        </span>
      ) : null}
      {visit.isToCome ? (
        <details className="no-print">
          <summary aria-label={`Change the visit ${hours} of ${assessor}`}>Change</summary>
          <Link to={`${path}/visit/move`}>Move the visit</Link>{" "}
          <Link to={`${path}/visit/reassign`}>Reassign the visit</Link>{" "}
          <Link to={`${path}/visit/cancel`}>Cancel the visit</Link>
        </details>
      ) : null}
    </>
  );
}

function QuestionWords({ question: { bookingId, hours, client, asked, heldBy } }: { question: Question }) {
  return (
    <>
      <strong className="block">{client || "Client not given"}</strong>
      <Link
        to={`/admin/bookings/${bookingId}#visits`}
      >{`${heldBy ? "Held" : "Asked for"} ${hours}`}</Link>{" "}
      <span className="note">
        {heldBy ?? (asked === 1 ? "1 assessor was asked" : `${asked} assessors were asked`)}
      </span>
    </>
  );
}

type Entry = (Visit | Question) & { column?: number };

const isVisit = (entry: Entry): entry is Visit => "assessor" in entry;

/** An entry from the begin of its group on, with its travel. */
function EntryItem({ entry, begin }: { entry: Entry; begin: number }) {
  const { before, minutes, after, from } = entry;
  return (
    <li className={`column-${Math.min(entry.column ?? 1, MAX_COLUMNS)}`}>
      <Minutes count={from - begin} />
      <div className={classes("visit", isVisit(entry) ? `is-colour-${entry.colour}` : "is-question")}>
        {before > 0 ? <Minutes count={before} className="is-travel is-before" /> : null}
        {after > 0 ? <Minutes count={after} className="is-travel is-after" /> : null}
        <Minutes count={minutes} />
        <div className="visit-words">
          {isVisit(entry) ? <VisitWords visit={entry} /> : <QuestionWords question={entry} />}
        </div>
      </div>
    </li>
  );
}

const MAX_COLUMNS = 6;

/** Links to book a free hour need their place beside what is from `from` to `until`. */
const isBesideFree = (free: Day["free"], from: number, until: number) =>
  free.some(({ hour }) => hour * 60 < until && from < (hour + 1) * 60);

type BodyProps = { day: Day; hours: number[]; now: number; assessor: string | null };

/** A day in which each minute is a pixel; on a phone its entries are rows in their order. */
function DayBody({ day, hours, now, assessor }: BodyProps) {
  const begin = hours[0]! * 60;
  const groups = sideBySide<Entry>([...day.visits, ...day.questions]);
  return (
    <div className="day-body">
      {hours.map((hour) => {
        const free = day.free.find((one) => one.hour === hour);
        const query = new URLSearchParams({
          day: day.day,
          start: clockOf(hour),
          ...(assessor ? { assessor } : {}),
        });
        return (
          <div key={hour} className="day-hour">
            {free ? (
              <Link className="day-free no-print" to={`/admin/visits/new?${query}`} discover="none">
                <span className="sr-only">
                  {`${clockOf(hour)}, ${assessor ? "free" : `${free.count} free`}`}
                </span>
                <span aria-hidden="true">+{free.count}</span>
              </Link>
            ) : null}
          </div>
        );
      })}
      <div className="day-entries">
        {groups.map(({ from, until, entries }, index) => (
          <div key={from} className={isBesideFree(day.free, from, until) ? "is-beside-free" : undefined}>
            <Minutes count={from - (groups[index - 1]?.until ?? begin)} />
            <ul>
              {entries.map((entry) => (
                <EntryItem key={entry.id} entry={entry} begin={from} />
              ))}
            </ul>
          </div>
        ))}
      </div>
      {day.isToday && now >= begin && now < (hours.at(-1)! + 1) * 60 ? (
        <div className="day-now" aria-hidden="true">
          <Minutes count={now - begin} />
          <hr />
        </div>
      ) : null}
    </div>
  );
}

type GridProps = { label: string; view: CalendarView; days: Calendar["days"]; now: number };

/** A day, or the days of a week beside each other, in which a minute is a pixel; or the weeks of a month. A list by day
 * on a phone. */
export function CalendarGrid({ label, view, days, now }: GridProps) {
  if (view.show === "month")
    return (
      <ol className="days is-month" aria-label={label}>
        {days.map((day) => (
          <li key={day.day} className={dayClasses(day)}>
            <DayName day={day} />
            <ul>
              {[...day.visits, ...day.questions].toSorted(byBegin).map((entry) => (
                <EntryItem key={entry.id} entry={entry} begin={entry.from} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
    );
  const hours = hoursOnShow(days.flatMap(({ visits, questions }) => [...visits, ...questions]));
  const isWeekendUsed = days
    .slice(5)
    .some((day) => !day.isShut || day.visits.length + day.questions.length > 0);
  return (
    <ol className={classes("days", `is-${view.show}`, isWeekendUsed && "is-weekend-used")} aria-label={label}>
      <li className="day-hours" aria-hidden="true">
        <span />
        <div>
          {hours.map((hour) => (
            <span key={hour}>{clockOf(hour)}</span>
          ))}
        </div>
      </li>
      {days.map((day) => (
        <li key={day.day} className={dayClasses(day)}>
          <DayName day={day} />
          <DayBody day={day} hours={hours} now={now} assessor={view.assessor} />
        </li>
      ))}
    </ol>
  );
}

const byBegin = (one: Entry, other: Entry) => one.from - other.from;

const dayClasses = ({ isToday, isBeside, isShut, visits, questions }: Day) =>
  classes(
    isToday && "is-today",
    isBeside && "is-beside",
    isShut && "is-shut",
    visits.length + questions.length === 0 && "is-empty",
  );
