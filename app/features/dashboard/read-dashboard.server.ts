import { countFailedJobs, listJobs } from "#app/features/outbox/job-queries.server.ts";
import { referralSubmissions } from "#app/features/referral/queries.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { formatShortDate, londonDate } from "#app/platform/dates.ts";
import { contactPromise } from "#app/features/booking/contact-promise.ts";
import { barChart } from "./dashboard-charts.ts";
import {
  listAwaitingContact,
  listPastDates,
  listToCome,
  readTotals,
  readWeeks,
  type WeekFigures,
} from "./dashboard-figures.server.ts";
import { countBookings, listBookings } from "./dashboard-queries.server.ts";
import { readSearch } from "./dashboard-search.server.ts";
import { isFiltered, type DashboardView } from "./dashboard-view.ts";
import { BOOKING_STATUSES, statusLabel } from "#app/features/booking/status.ts";

const MOST_ACTIONS = 5;
/** How many future bookings are checked for missing referral forms. */
const MOST_READ = 30;

function firstOf<Item>(items: Item[]) {
  return { shown: items.slice(0, MOST_ACTIONS), hasMore: items.length > MOST_ACTIONS };
}

/** Pounds as `595`, `1.2k`, `12k`, to fit above a bar. */
function shortPounds(pence: number): string {
  const pounds = Math.round(pence / 100);
  if (pounds < 1_000) return String(pounds);
  return `${(pounds / 1_000).toFixed(pounds < 10_000 ? 1 : 0)}k`;
}

const byWeek = (weeks: WeekFigures[], figure: "count" | "revenuePence") =>
  weeks.map((week) => ({ label: formatShortDate(week.monday).slice(0, 5), value: week[figure] }));

/** Everything on the dashboard, in a number of queries that does not depend on the number of bookings. */
export async function readDashboard(deps: Deps, view: DashboardView, viewerId = "") {
  const now = deps.clock.now();
  const totals = await readTotals(deps.db);
  const search = await readSearch(deps.db, view.search);
  const page = await listBookings(deps.db, view, { search, viewerId });
  const weeks = await readWeeks(deps.db, now);
  const awaiting = await listAwaitingContact(deps.db, now, MOST_ACTIONS + 1);
  const today = londonDate(now);
  const toCome = await listToCome(deps.db, today, MOST_READ);
  const past = await listPastDates(deps.db, today, MOST_ACTIONS + 1);
  const submitted = await referralSubmissions(
    deps.db,
    toCome.map((booking) => booking.id),
  );
  const failed = await listJobs(deps, { filter: "problems" });
  const withoutReferral = toCome.filter((booking) => !submitted.has(booking.id));
  return {
    totals,
    ...page,
    matchCount: isFiltered(view) ? await countBookings(deps.db, view, { search, viewerId }) : totals.count,
    awaitingContact: firstOf(
      awaiting.map((booking) => ({
        ...booking,
        promise: contactPromise(booking.awaits_contact_since!, now),
      })),
    ),
    withoutReferral: firstOf(withoutReferral),
    pastDates: firstOf(past),
    failedJobs: failed.jobs.slice(0, MOST_ACTIONS),
    failedJobCount: await countFailedJobs(deps),
    weeks,
    charts: {
      bookings: barChart(byWeek(weeks, "count"), String),
      revenue: barChart(byWeek(weeks, "revenuePence"), shortPounds),
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
