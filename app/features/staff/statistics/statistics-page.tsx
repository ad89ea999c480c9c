import { Form } from "react-router";
import { Bars, FiguresTable } from "#app/features/staff/dashboard/dashboard-figures.tsx";
import type { BarChart } from "#app/features/staff/dashboard/dashboard-charts.ts";
import { formatPounds } from "#app/platform/money.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Table } from "#app/ui/table.tsx";
import type { StatisticsGroup } from "./statistics-groups.ts";
import type { RecentWeeks } from "./read-recent-weeks.server.ts";
import type { Figures } from "./tally.ts";

type RangeFormProps = { from: string; to: string };

/** A GET form: a range can be bookmarked. */
export function RangeForm({ from, to }: RangeFormProps) {
  return (
    <Form method="get" key={`${from} ${to}`} className="filters no-print" aria-label="Range">
      <div>
        <label htmlFor="from">Booked from</label>
        <input className="input" type="date" id="from" name="from" defaultValue={from} />
      </div>
      <div>
        <label htmlFor="to">Booked to</label>
        <input className="input" type="date" id="to" name="to" defaultValue={to} />
      </div>
      <div className="filters-actions">
        <Button>Show</Button>
        <ButtonLink look="quiet" to={`/admin/statistics.csv?from=${from}&to=${to}`} reloadDocument>
          Export CSV
        </ButtonLink>
      </div>
    </Form>
  );
}

export function TotalFigures({ total, hasPayments }: { total: Figures; hasPayments: boolean }) {
  const cards = [
    ["Bookings", String(total.bookings), total.cancelled > 0 ? `and ${total.cancelled} cancelled` : ""],
    ["Value", formatPounds(total.valuePence), "without cancelled bookings"],
    ...(hasPayments ? [["Paid", formatPounds(total.paidPence), "by what we know"]] : []),
  ];
  return (
    <dl className="figures">
      {cards.map(([name, value, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          {note ? <dd className="note">{note}</dd> : null}
        </div>
      ))}
    </dl>
  );
}

type ChartsProps = { charts: { bookings: BarChart; value: BarChart } };

export function MonthCharts({ charts }: ChartsProps) {
  return (
    <div className="grid gap-4 lg:grid-cols-2 print:grid-cols-2">
      <Bars chart={charts.bookings} heading="Bookings by month" />
      <Bars chart={charts.value} heading="Value by month (£)" />
    </div>
  );
}

export function LastWeeks({ recent }: { recent: RecentWeeks }) {
  const { charts, weeks, totals } = recent;
  return (
    <section aria-labelledby="weeks" className="stack">
      <h2 id="weeks">The last twelve weeks</h2>
      <div className="grid gap-4 lg:grid-cols-3">
        <Bars chart={charts.bookings} heading="Bookings by week" />
        <Bars chart={charts.revenue} heading="Revenue by week (£)" />
        <Bars chart={charts.statuses} heading="All bookings by status" />
      </div>
      <FiguresTable weeks={weeks} totals={totals} />
    </section>
  );
}

type GroupTableProps = { group: StatisticsGroup; hasPayments: boolean };

export function GroupTable({ group, hasPayments }: GroupTableProps) {
  const { caption, first, rows } = group;
  const number = (name: string) => ({ name, className: "is-number" });
  if (rows.length === 0) return <p className="note">{`${caption}: nothing to show.`}</p>;
  return (
    <Table
      className="table is-stacked is-figures"
      caption={caption}
      hasRowNames
      columns={[
        first,
        number("Bookings"),
        number("Cancelled"),
        number("Value"),
        ...(hasPayments ? [number("Paid")] : []),
      ]}
      rows={rows.map((row) => ({
        id: row.id,
        cells: [
          row.name,
          row.bookings,
          row.cancelled,
          formatPounds(row.valuePence),
          ...(hasPayments ? [formatPounds(row.paidPence)] : []),
        ],
      }))}
    />
  );
}
