import { askedDay } from "#app/forms/date-parts.ts";
import { setImmediate } from "node:timers/promises";
import { findUserNames } from "#app/features/accounts/session/queries.server.ts";
import { invoicesByBooking } from "#app/features/billing/invoice-state.server.ts";
import { CHANNEL_WORDS } from "#app/features/booking/fields/reference-lists.ts";
import { linesByBooking } from "#app/features/booking/record/queries.server.ts";
import { assessorIdsByBooking } from "#app/features/visits/record/find-visits.server.ts";
import { BOOKING_STATUSES, statusLabel } from "#app/features/booking/fields/status.ts";
import { barChart, shortPounds } from "#app/features/staff/dashboard/dashboard-charts.ts";
import {
  readTotals,
  readWeeks,
  type WeekFigures,
} from "#app/features/staff/dashboard/read-dashboard.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { addDays, formatShortDate, londonDate, startOfLondonDay, type IsoDate } from "#app/platform/dates.ts";
import { regionOf } from "./regions.ts";
import { createTally, type CountedBooking, type Statistics } from "./tally.ts";

/** Other requests are answered between two batches. */
const BOOKINGS_AT_ONCE = 500;
const MAX_DAYS = 3 * 366;

type StatisticsRange = { from: IsoDate; to: IsoDate };

/** The London day of the first booking that is kept; null before the first. */
export async function firstBookingDay({ db }: Pick<Deps, "db">): Promise<IsoDate | null> {
  const first = await db
    .selectFrom("bookings")
    .select("created_at")
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
  return first ? londonDate(new Date(first.created_at)) : null;
}

/** The London days of a query, both included: the last twelve months unless it says others, and three years at most.
 * A range that does not say its beginning begins no earlier than the month of the first booking. */
export function readRange(
  query: URLSearchParams,
  now: Date,
  firstDay: IsoDate | null = null,
): StatisticsRange {
  const today = londonDate(now);
  const [from, to] = ["from", "to"].map((name) => askedDay(query, name));
  const until = to ?? today;
  const aYearBack = `${addDays(`${until.slice(0, 7)}-01`, -330).slice(0, 7)}-01`;
  const firstMonth = firstDay && firstDay <= until ? `${firstDay.slice(0, 7)}-01` : aYearBack;
  const since = from ?? (firstMonth > aYearBack ? firstMonth : aYearBack);
  const [first, last] = since <= until ? [since, until] : [until, since];
  const earliest = addDays(last, -MAX_DAYS);
  return { from: first < earliest ? earliest : first, to: last };
}

const COLUMNS = [
  "id",
  "created_at",
  "status",
  "total_pence",
  "utm_parameters",
  "channel",
  "referrer_relationship",
  "assessment_location",
  "is_virtual",
] as const;

function batchAfter(
  { db }: Pick<Deps, "db">,
  { from, to }: StatisticsRange,
  last: { at: string; id: string },
) {
  return db
    .selectFrom("bookings")
    .select(COLUMNS)
    .where("created_at", ">=", last.at || startOfLondonDay(from).toISOString())
    .where("created_at", "<", startOfLondonDay(addDays(to, 1)).toISOString())
    .where((eb) => eb.or([eb("created_at", ">", last.at), eb("id", ">", last.id)]))
    .orderBy("created_at")
    .orderBy("id")
    .limit(BOOKINGS_AT_ONCE)
    .execute();
}

type Row = Awaited<ReturnType<typeof batchAfter>>[number];

function sourceOf({ utm_parameters, channel }: Pick<Row, "utm_parameters" | "channel">): string {
  if (channel) return CHANNEL_WORDS[channel];
  const { utm_source: source } = JSON.parse(utm_parameters) as { utm_source?: string };
  return source?.trim().slice(0, 60) || "No source given";
}

const regionOfBooking = ({ is_virtual, assessment_location }: Row) =>
  is_virtual === 1 ? "Virtual" : regionOf(assessment_location);

/** The range that an address asks for. */
export const rangeAsked = async (deps: Deps, url: URL) =>
  readRange(url.searchParams, deps.clock.now(), await firstBookingDay(deps));

/** Bookings of the range with their value and what was paid, by month, source, relationship, assessment, region and
 * assessor. Nothing in it is about one person. */
export async function readStatistics(deps: Deps, range: StatisticsRange): Promise<Statistics> {
  const tally = createTally(range);
  let last = { at: "", id: "" };
  for (;;) {
    const rows = await batchAfter(deps, range, last);
    const ids = rows.map(({ id }) => id);
    const lines = await linesByBooking(deps.db, rows);
    const invoices = await invoicesByBooking(deps, ids);
    const assessorIds = await assessorIdsByBooking(deps, ids);
    const names = await findUserNames(deps, [...assessorIds.values()]);
    for (const row of rows) {
      const counted: CountedBooking = {
        createdAt: row.created_at,
        isCancelled: row.status === "cancelled",
        valuePence: row.total_pence,
        paidPence: invoices.get(row.id)?.paidPence ?? 0,
        source: sourceOf(row),
        relationship: row.referrer_relationship || "Not known",
        region: regionOfBooking(row),
        assessor: names.get(assessorIds.get(row.id) ?? "") ?? "Nobody yet",
        assessments: (lines.get(row.id) ?? []).map((line) => ({
          id: line.assessment_id,
          name: line.name,
          pricePence: line.price_pence,
        })),
      };
      tally.add(counted);
    }
    const end = rows.at(-1);
    if (!end || rows.length < BOOKINGS_AT_ONCE) return tally.result();
    last = { at: end.created_at, id: end.id };
    await setImmediate();
  }
}

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
