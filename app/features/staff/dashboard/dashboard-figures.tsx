import { useId } from "react";
import { Link } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { formatShortDate } from "#app/platform/dates.ts";
import { formatPounds } from "#app/platform/money.ts";
import { Figures, NextStep } from "#app/ui/desk.tsx";
import { Table } from "#app/ui/table.tsx";
import type { BarChart } from "./dashboard-charts.ts";
import type { BookingTotals, WeekFigures } from "./read-dashboard.server.ts";
import { BOOKING_STATUSES, statusLabel } from "#app/features/booking/fields/status.ts";

/** How the last four full weeks compare with the four before them. */
function comparison(
  weeks: WeekFigures[],
  count: (week: WeekFigures) => number,
  show: (sum: number) => string,
) {
  const sum = (from: number, to: number) =>
    weeks.slice(from, to).reduce((total, week) => total + count(week), 0);
  return `${show(sum(-5, -1))} in four weeks, ${show(sum(-9, -5))} in the four before`;
}

/** Figures of all bookings, with the course of the last twelve weeks. */
export function TotalCards(props: { totals: BookingTotals; weeks: WeekFigures[]; oldest?: string | null }) {
  const { totals, weeks, oldest } = props;
  const { cancelled, pending } = totals.byStatus;
  const words = (...parts: (string | false)[]) => parts.filter(Boolean).join(" · ");
  const isAnyCancelled = cancelled.count > 0;
  return (
    <Figures
      figures={[
        {
          name: "Total Bookings",
          value: totals.count,
          course: weeks.map(({ count }) => count),
          note: words(
            isAnyCancelled && `${totals.count - cancelled.count} without cancelled`,
            comparison(weeks, (week) => week.count, String),
          ),
        },
        { name: "Pending", value: pending.count, note: oldest && `The longest waits ${oldest}` },
        {
          name: "Total Revenue",
          value: formatPounds(totals.revenuePence),
          course: weeks.map(({ revenuePence }) => revenuePence),
          note: words(
            isAnyCancelled &&
              `${formatPounds(totals.revenuePence - cancelled.revenuePence)} without cancelled`,
            comparison(weeks, (week) => week.revenuePence, formatPounds),
          ),
        },
      ]}
    />
  );
}

export function Bars({ chart, heading }: { chart: BarChart; heading: string }) {
  const id = useId();
  const { baseline, width, height } = chart;
  const isEachNamed = chart.bars.length < 8;
  return (
    <figure className="card">
      <figcaption id={id} className="font-semibold">
        {heading}
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={id} className="chart">
        {chart.guides.map((y) => (
          <line key={y} x1="0" x2={width} y1={y} y2={y} className="chart-guide" />
        ))}
        {chart.bars.map((bar, index) => (
          <g key={bar.label}>
            <rect x={bar.x} y={bar.y} width={bar.width} height={bar.height} rx="2" />
            <text x={bar.x + bar.width / 2} y={bar.y - 5}>
              {bar.valueText}
            </text>
            {isEachNamed || index % 2 === 1 ? (
              <text x={bar.x + bar.width / 2} y={baseline + 16}>
                {bar.label}
              </text>
            ) : null}
          </g>
        ))}
      </svg>
    </figure>
  );
}

export function FiguresTable({ weeks, totals }: { weeks: WeekFigures[]; totals: BookingTotals }) {
  return (
    <details>
      <summary>Show these figures as tables</summary>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <FigureRows
          caption="Bookings by week"
          first="Week from"
          rows={weeks.map((week) => [formatShortDate(week.monday), week.count, week.revenuePence])}
        />
        <FigureRows
          caption="Bookings by status"
          first="Status"
          rows={BOOKING_STATUSES.map((status) => [
            statusLabel(status),
            totals.byStatus[status].count,
            totals.byStatus[status].revenuePence,
          ])}
        />
      </div>
    </details>
  );
}

type FigureRow = [name: string, count: number, revenuePence: number];

function FigureRows({ caption, first, rows }: { caption: string; first: string; rows: FigureRow[] }) {
  return (
    <Table
      className="table"
      caption={caption}
      hasRowNames
      columns={[
        first,
        { name: "Bookings", className: "is-number" },
        { name: "Revenue", className: "is-number" },
      ]}
      rows={rows.map(([name, count, pence]) => ({ id: name, cells: [name, count, formatPounds(pence)] }))}
    />
  );
}

type Step = { title: string; about: string; to: string | null };

/** Things that a new practice lacks, in the order of need. `isFolded`: beside what the page is about. */
export function FirstSteps({ steps, isFolded = false }: { steps: readonly Step[]; isFolded?: boolean }) {
  if (steps.length === 0) return null;
  const list = (
    <>
      <ol className="first-steps">
        {steps.map(({ title, about, to }) => (
          <li key={title}>
            <Link to={to ?? "/admin/setup"}>{title}</Link>
            <p className="note">{about}</p>
          </li>
        ))}
      </ol>
      <p>
        <Link to="/admin/setup">See the first steps</Link>, those that are done included.
      </p>
    </>
  );
  if (isFolded)
    return (
      <details className="card">
        <summary>
          <h2>{`First steps: ${steps.length} left. Next: ${steps[0]!.title}`}</h2>
        </summary>
        {list}
      </details>
    );
  return (
    <section aria-labelledby="first-steps" className="card">
      <h2 id="first-steps">Before your first booking</h2>
      {list}
    </section>
  );
}

/** In place of figures that would all be zero. */
export function NoBookingYet({ children }: { children: string }) {
  return (
    <NextStep
      icon="calendar"
      heading="There is no booking yet"
      action={
        <ButtonLink look="quiet" to="/admin/bookings/new">
          New booking
        </ButtonLink>
      }
    >
      <p>
        {children} Type in the first call, or <Link to="/admin/send-booking">send a booking link</Link>.
      </p>
    </NextStep>
  );
}
