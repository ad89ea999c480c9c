import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { knowsPayments } from "#app/features/billing/makers.server.ts";
import { barChart, shortPounds } from "#app/features/staff/dashboard/dashboard-charts.ts";
import {
  firstBookingDay,
  readRange,
  readStatistics,
} from "#app/features/staff/statistics/read-statistics.server.ts";
import { readRecentWeeks } from "#app/features/staff/statistics/read-recent-weeks.server.ts";
import { groupsOf } from "#app/features/staff/statistics/statistics-groups.ts";
import {
  GroupTable,
  LastWeeks,
  MonthCharts,
  RangeForm,
  TotalFigures,
} from "#app/features/staff/statistics/statistics-page.tsx";
import { formatDate } from "#app/platform/dates.ts";
import { Page } from "#app/ui/page.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import type { Route } from "./+types/statistics";

const MAX_BARS = 12;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireStaff(context, request);
  const range = readRange(new URL(request.url).searchParams, deps.clock.now(), await firstBookingDay(deps));
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
  const { recent, range, total, groups, hasPayments, charts } = loaderData;
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
