import { useId } from "react";
import { Link } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { formatShortDate } from "#app/platform/dates.ts";
import { formatPounds } from "#app/platform/money.ts";
import { Figures, NextStep } from "#app/ui/desk.tsx";
import { DataTable, type ListColumn } from "#app/ui/list.tsx";
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

const FIGURE_COLUMNS: ListColumn<{ id: string; count: number; revenuePence: number }>[] = [
  { name: "Bookings", place: "number", cell: ({ count }) => count },
  { name: "Revenue", place: "number", cell: ({ revenuePence }) => formatPounds(revenuePence) },
];

export function FiguresTable({ weeks, totals }: { weeks: WeekFigures[]; totals: BookingTotals }) {
  const first = (name: string) => [{ name, cell: ({ id }: { id: string }) => id }, ...FIGURE_COLUMNS];
  return (
    <details>
      <summary>Show these figures as tables</summary>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <DataTable
          className="table"
          caption="Bookings by week"
          hasRowNames
          columns={first("Week from")}
          rows={weeks.map((week) => ({ ...week, id: formatShortDate(week.monday) }))}
        />
        <DataTable
          className="table"
          caption="Bookings by status"
          hasRowNames
          columns={first("Status")}
          rows={BOOKING_STATUSES.map((status) => ({ ...totals.byStatus[status], id: statusLabel(status) }))}
        />
      </div>
    </details>
  );
}

type Step = { title: string; about: string; to: string };

/** Things that a new practice lacks, in the order of need. `isFolded`: beside what the page is about. */
export function FirstSteps({ steps, isFolded = false }: { steps: readonly Step[]; isFolded?: boolean }) {
  if (steps.length === 0) return null;
  const list = (
    <>
      <ol className="first-steps">
        {steps.map(({ title, about, to }) => (
          <li key={title}>
            <Link to={to}>{title}</Link>
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
