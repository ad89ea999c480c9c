import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { knowsPayments } from "#app/features/billing/makers.server.ts";
import { barChart, shortPounds } from "#app/features/staff/dashboard/dashboard-charts.ts";
import { Bars, FiguresTable, NoBookingYet } from "#app/features/staff/dashboard/dashboard-figures.tsx";
import {
  firstBookingDay,
  rangeAsked,
  readRecentWeeks,
  readStatistics,
} from "#app/features/staff/statistics/read-statistics.server.ts";
import { FIGURE_COLUMNS, groupsOf } from "#app/features/staff/statistics/statistics-groups.ts";
import type { FigureRow } from "#app/features/staff/statistics/tally.ts";
import { FilterForm } from "#app/kit/filter-form.tsx";
import { formatDate } from "#app/platform/dates.ts";
import { formatPounds } from "#app/platform/money.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Figures } from "#app/ui/desk.tsx";
import { DataTable } from "#app/ui/list.tsx";
import { Page } from "#app/ui/page.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import type { Route } from "./+types/statistics";

/** Months of a chart. */
const MAX_BARS = 12;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireStaff(context, request);
  const range = await rangeAsked(deps, new URL(request.url));
  const statistics = await readStatistics(deps, range);
  const months = statistics.months.slice(-MAX_BARS);
  const byMonth = (value: (month: FigureRow) => number, words: (value: number) => string) =>
    barChart(
      months.map((one) => ({ label: one.name.replace(/^(...)\S* ..(..)$/, "$1 $2"), value: value(one) })),
      words,
    );
  return {
    isEmpty: (await firstBookingDay(deps)) === null,
    recent: await readRecentWeeks(deps),
    range,
    total: statistics.total,
    groups: groupsOf(statistics),
    hasPayments: knowsPayments(deps) || statistics.total.paidPence > 0,
    charts: {
      bookings: byMonth(({ bookings }) => bookings, String),
      value: byMonth(({ valuePence }) => valuePence, shortPounds),
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
  const { from, to } = range;
  return (
    <Page title="Statistics">
      <p className="lead">{`Bookings made from ${formatDate(from)} to ${formatDate(to)}.`}</p>
      <FilterForm
        label="Range"
        filters={[
          { name: "from", label: "Booked from", value: from, type: "date" },
          { name: "to", label: "Booked to", value: to, type: "date" },
        ]}
      >
        <Button>Show</Button>
        <ButtonLink look="quiet" to={`/admin/statistics.csv?from=${from}&to=${to}`} reloadDocument>
          Export CSV
        </ButtonLink>
      </FilterForm>
      <Figures
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
      <div className="grid gap-4 lg:grid-cols-2 print:grid-cols-2">
        <Bars chart={charts.bookings} heading="Bookings by month" />
        <Bars chart={charts.value} heading="Value by month (£)" />
      </div>
      {groups.map(({ caption, first, rows }) =>
        rows.length === 0 ? (
          <p key={caption} className="note">{`${caption}: nothing to show.`}</p>
        ) : (
          <DataTable
            key={caption}
            className="table is-stacked is-figures"
            caption={caption}
            hasRowNames
            columns={[
              { name: first, cell: ({ name }) => name },
              ...FIGURE_COLUMNS.filter(({ name }) => hasPayments || name !== "Paid"),
            ]}
            rows={rows}
          />
        ),
      )}
      <p className="note">
        A booking counts in the month in which it was made, and for the assessor of its latest visit. The
        value of an assessment is its price before any discount. A source is what a link said (
        <code>utm_source</code>), or how staff took the booking. Regions follow from the postcode or the town.
      </p>
      <section aria-labelledby="weeks" className="stack">
        <h2 id="weeks">The last twelve weeks</h2>
        <div className="grid gap-4 lg:grid-cols-3">
          <Bars chart={recent.charts.bookings} heading="Bookings by week" />
          <Bars chart={recent.charts.revenue} heading="Revenue by week (£)" />
          <Bars chart={recent.charts.statuses} heading="All bookings by status" />
        </div>
        <FiguresTable weeks={recent.weeks} totals={recent.totals} />
      </section>
      <div className="actions">
        <PrintButton look="quiet">Print</PrintButton>
      </div>
    </Page>
  );
}
