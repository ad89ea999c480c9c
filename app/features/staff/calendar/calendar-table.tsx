import { Link } from "react-router";
import { formatDayAndMonth, WEEKDAYS, weekdayIndex } from "#app/platform/dates.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Table } from "#app/ui/table.tsx";
import type { Calendar } from "./read-calendar.server.ts";
import { Times } from "#app/ui/times.tsx";

type Day = Calendar["days"][number];

/** `14 Dec` */
const shortDay = (day: string) => formatDayAndMonth(day).replace(/ (\w{3})\w*$/, " $1");

function DayName({ day: { day, isToday, closed } }: { day: Day }) {
  return (
    <>
      <span className="whitespace-nowrap">
        {WEEKDAYS[weekdayIndex(day)]!.slice(0, 3)} {shortDay(day)}
      </span>{" "}
      {isToday ? <Badge colour="blue">Today</Badge> : null}
      {closed ? <span className="note block">{closed}</span> : null}
    </>
  );
}

type CellProps = { visits: Day["visits"]; off: readonly string[]; hasNames: boolean };

function Visits({ visits, off, hasNames }: CellProps) {
  if (visits.length === 0 && off.length === 0) return <span className="is-none" />;
  return (
    <ul>
      {off.map((words) => (
        <li key={words} className="note">
          {words}
        </li>
      ))}
      {visits.map(({ id, bookingId, hours, where, reference, assessor, trouble, placeDoubt }) => (
        <li key={id}>
          <Link to={`/admin/bookings/${bookingId}`} aria-label={`${hours}, ${assessor}, ${reference}`}>
            <Times>{hours}</Times>
          </Link>{" "}
          {hasNames ? `${assessor} ` : ""}
          <span className="note">
            {where} <span className="whitespace-nowrap">{reference}</span>
          </span>
          {trouble ? <strong className="block">Cannot come: {trouble}</strong> : null}
          {placeDoubt ? <strong className="block">{placeDoubt}</strong> : null}
        </li>
      ))}
    </ul>
  );
}

type CalendarTableProps = { caption: string; calendar: Calendar };

/** One row a day, with a column for each assessor, or one for all where they are many. */
export function CalendarTable({ caption, calendar: { days, columns } }: CalendarTableProps) {
  return (
    <Table
      className="table is-calendar"
      caption={caption}
      hasRowNames
      columns={["Day", ...(columns ? columns.map(({ name }) => name) : ["Visits"])]}
      rows={days.map((day) => ({
        id: day.day,
        cells: [
          <DayName day={day} />,
          ...(columns
            ? columns.map(({ id }) => (
                <Visits
                  key={id}
                  visits={day.visits.filter(({ assessorId }) => assessorId === id)}
                  off={day.off.some((one) => one.id === id) ? ["Day off"] : []}
                  hasNames={false}
                />
              ))
            : [
                <Visits
                  key="all"
                  visits={day.visits}
                  off={day.off.map(({ name }) => `${name}: day off`)}
                  hasNames
                />,
              ]),
        ],
      }))}
    />
  );
}
