import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { knowsPayments } from "#app/features/billing/makers.server.ts";
import { barChart, shortPounds, type BarChart } from "#app/features/staff/dashboard/dashboard-charts.ts";
import {
  firstBookingDay,
  readRange,
  readStatistics,
} from "#app/features/staff/statistics/read-statistics.server.ts";
import {
  readRecentWeeks,
  type RecentWeeks,
} from "#app/features/staff/statistics/read-recent-weeks.server.ts";
import { groupsOf, type StatisticsGroup } from "#app/features/staff/statistics/statistics-groups.ts";
import { formatDate } from "#app/platform/dates.ts";
import { Page } from "#app/ui/page.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import type { Route } from "./+types/statistics";
import { Form } from "react-router";
import { Bars, FiguresTable, NoBookingYet } from "#app/features/staff/dashboard/dashboard-figures.tsx";
import { formatPounds } from "#app/platform/money.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Figures as FigureRow } from "#app/ui/desk.tsx";
import { Table } from "#app/ui/table.tsx";
import type { Figures } from "#app/features/staff/statistics/tally.ts";

type RangeFormProps = { from: string; to: string };

/** A GET form: a range can be bookmarked. */
function RangeForm({ from, to }: RangeFormProps) {
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

function TotalFigures({ total, hasPayments }: { total: Figures; hasPayments: boolean }) {
  return (
    <FigureRow
      figures={[
        {
          name: "Bookings",
          value: total.bookings,
          note: total.cancelled > 0 ? `and ${total.cancelled} cancelled` : "",
        },
        { name: "Value", value: formatPounds(total.valuePence), note: "without cancelled bookings" },
        ...(hasPayments
          ? [{ name: "Paid", value: formatPounds(total.paidPence), note: "by what we know" }]
          : []),
      ]}
    />
  );
}

type ChartsProps = { charts: { bookings: BarChart; value: BarChart } };

function MonthCharts({ charts }: ChartsProps) {
  return (
    <div className="grid gap-4 lg:grid-cols-2 print:grid-cols-2">
      <Bars chart={charts.bookings} heading="Bookings by month" />
      <Bars chart={charts.value} heading="Value by month (£)" />
    </div>
  );
}

function LastWeeks({ recent }: { recent: RecentWeeks }) {
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

function GroupTable({ group, hasPayments }: GroupTableProps) {
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

const MAX_BARS = 12;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireStaff(context, request);
  const firstDay = await firstBookingDay(deps);
  const range = readRange(new URL(request.url).searchParams, deps.clock.now(), firstDay);
  const statistics = await readStatistics(deps, range);
  const months = statistics.months.slice(-MAX_BARS);
  const bars = (value: (month: (typeof months)[number]) => number, words: (value: number) => string) =>
    barChart(
      months.map((month) => ({
        label: month.name.replace(/^(...)\S* ..(..)$/, "$1 $2"),
        value: value(month),
      })),
      words,
    );
  return {
    isEmpty: firstDay === null,
    recent: await readRecentWeeks(deps),
    range,
    total: statistics.total,
    groups: groupsOf(statistics),
    hasPayments: knowsPayments(deps) || statistics.total.paidPence > 0,
    charts: {
      bookings: bars((month) => month.bookings, String),
      value: bars((month) => month.valuePence, shortPounds),
    },
  };
}

export default function StatisticsPage({ loaderData }: Route.ComponentProps) {
  const { isEmpty, recent, range, total, groups, hasPayments, charts } = loaderData;
  if (isEmpty)
    return (
      <Page title="Statistics">
        <NoBookingYet>Figures begin with it.</NoBookingYet>
      </Page>
    );
  return (
    <Page title="Statistics">
      <p className="lead">{`Bookings made from ${formatDate(range.from)} to ${formatDate(range.to)}.`}</p>
      <RangeForm {...range} />
      <TotalFigures total={total} hasPayments={hasPayments} />
      <MonthCharts charts={charts} />
      {groups.map((group) => (
        <GroupTable key={group.caption} group={group} hasPayments={hasPayments} />
      ))}
      <p className="note">
        A booking counts in the month in which it was made, and for the assessor of its latest visit. The
        value of an assessment is its price before any discount. A source is what a link said (
        <code>utm_source</code>), or how staff took the booking. Regions follow from the postcode or the town.
      </p>
      <LastWeeks recent={recent} />
      <div className="actions">
        <PrintButton look="quiet">Print</PrintButton>
      </div>
    </Page>
  );
}
