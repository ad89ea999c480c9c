import { BOOKING_STATUSES, statusLabel } from "#app/features/booking/fields/status.ts";
import { barChart, shortPounds } from "#app/features/staff/dashboard/dashboard-charts.ts";
import {
  readTotals,
  readWeeks,
  type WeekFigures,
} from "#app/features/staff/dashboard/read-dashboard.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { formatShortDate } from "#app/platform/dates.ts";

const byWeek = (weeks: WeekFigures[], figure: "count" | "revenuePence") =>
  weeks.map((week) => ({ label: formatShortDate(week.monday).slice(0, 5), value: week[figure] }));

/** The last twelve weeks and all bookings by status, as figures and charts. */
export async function readRecentWeeks({ db, clock }: Pick<Deps, "db" | "clock">) {
  const totals = await readTotals(db);
  const weeks = await readWeeks(db, clock.now());
  const statuses = BOOKING_STATUSES.map((status) => ({
    label: statusLabel(status),
    value: totals.byStatus[status].count,
  }));
  return {
    totals,
    weeks,
    charts: {
      bookings: barChart(byWeek(weeks, "count"), String),
      revenue: barChart(byWeek(weeks, "revenuePence"), shortPounds),
      statuses: barChart(statuses, String),
    },
  };
}
