import { countFailedJobs, listJobs } from "#app/features/mail/outbox-queries.server.ts";
import { referralSubmissions } from "#app/features/referral/queries.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { formatShortDate } from "#app/platform/dates.ts";
import { contactPromise } from "#app/features/booking/contact-promise.ts";
import { barChart } from "./dashboard-charts.ts";
import { listAwaitingContact, listConfirmed, readTotals, readWeeks } from "./dashboard-figures.server.ts";
import { countBookings, listBookings, readSearch } from "./dashboard-queries.server.ts";
import { isFiltered, type DashboardView } from "./dashboard-view.ts";
import { BOOKING_STATUSES, statusLabel } from "#app/features/booking/status.ts";

const MOST_ACTIONS = 5;

/** Pounds as `595`, `1.2k`, `12k`: for what must fit above a bar. */
function shortPounds(pence: number): string {
  const pounds = Math.round(pence / 100);
  if (pounds < 1_000) return String(pounds);
  return `${(pounds / 1_000).toFixed(pounds < 10_000 ? 1 : 0)}k`;
}

/** All that the staff dashboard shows, in a number of queries that does not depend on the number of bookings. */
export async function readDashboard(deps: Pick<Deps, "db" | "clock" | "ledger">, view: DashboardView) {
  const now = deps.clock.now();
  const totals = await readTotals(deps.db);
  const search = await readSearch(deps.db, view.search);
  const page = await listBookings(deps.db, view, { search });
  const weeks = await readWeeks(deps.db, now);
  const awaiting = await listAwaitingContact(deps.db, MOST_ACTIONS);
  const confirmed = await listConfirmed(deps.db);
  const submitted = await referralSubmissions(
    deps.db,
    confirmed.map((booking) => booking.id),
  );
  const failed = await listJobs(deps, { filter: "problems" });
  const withoutReferral = confirmed.filter((booking) => !submitted.has(booking.id));
  return {
    totals,
    ...page,
    matchCount: isFiltered(view) ? await countBookings(deps.db, view, search) : totals.count,
    awaitingContact: awaiting.map((booking) => ({
      ...booking,
      promise: contactPromise(booking.created_at, now),
    })),
    withoutReferral: withoutReferral.slice(0, MOST_ACTIONS),
    withoutReferralCount: withoutReferral.length,
    failedJobs: failed.jobs.slice(0, MOST_ACTIONS),
    failedJobCount: await countFailedJobs(deps),
    weeks,
    charts: {
      bookings: barChart(
        weeks.map((week) => ({ label: formatShortDate(week.monday).slice(0, 5), value: week.count })),
        String,
      ),
      revenue: barChart(
        weeks.map((week) => ({ label: formatShortDate(week.monday).slice(0, 5), value: week.revenuePence })),
        shortPounds,
      ),
      statuses: barChart(
        BOOKING_STATUSES.map((status) => ({
          label: statusLabel(status),
          value: totals.byStatus[status].count,
        })),
        String,
      ),
    },
  };
}

export type Dashboard = Awaited<ReturnType<typeof readDashboard>>;
