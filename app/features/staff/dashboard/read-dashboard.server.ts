import { addDays, londonDate, weekdayIndex, type IsoDate, formatShortDate } from "#app/platform/dates.ts";
import type { ExpressionBuilder } from "kysely";
import { latestVisits } from "#app/features/visits/visits-of-list.server.ts";
import type { Tables } from "#app/platform/tables.ts";
import type { Db } from "#app/platform/database.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { BOOKING_STATUSES, type BookingStatus, statusLabel } from "#app/features/booking/fields/status.ts";
import { countFailedJobs, listJobs } from "#app/features/outbox/job-queries.server.ts";
import { overdueInvoices } from "#app/features/billing/invoice-state.server.ts";
import { openPence, standingWords } from "#app/features/billing/invoice-standing.ts";
import { listInfectedFiles } from "#app/features/report/infected-files.server.ts";
import { listReportTasks } from "#app/features/report/read-progress.server.ts";
import { referralSubmissions } from "#app/features/referral/queries.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { unreadNotes } from "#app/features/visits/office-notes.server.ts";
import { visitsToDo } from "#app/features/visits/visits-to-do.server.ts";
import { contactPromise } from "#app/features/booking/record/contact-promise.ts";
import { barChart, shortPounds } from "./dashboard-charts.ts";
import { listOpenConcerns } from "#app/features/safeguarding/concerns.server.ts";
import { countBookings, LIST_COLUMNS, listBookings } from "./dashboard-queries.server.ts";
import { readSearch } from "./dashboard-search.server.ts";
import { isFiltered, type DashboardView } from "./dashboard-view.ts";

type Figures = { count: number; revenuePence: number };

function sum(parts: readonly Figures[]): Figures {
  return {
    count: parts.reduce((total, part) => total + part.count, 0),
    revenuePence: parts.reduce((total, part) => total + part.revenuePence, 0),
  };
}

export type BookingTotals = Figures & { byStatus: Record<BookingStatus, Figures> };

export async function readTotals(db: Db): Promise<BookingTotals> {
  const rows = await db
    .selectFrom("booking_totals")
    .select((eb) => [
      "status",
      eb.fn.sum<number | string>("booking_count").as("count"),
      eb.fn.sum<number | string>("revenue_pence").as("revenue"),
    ])
    .groupBy("status")
    .execute();
  const byStatus = Object.fromEntries(
    BOOKING_STATUSES.map((status) => {
      const row = rows.find((candidate) => candidate.status === status);
      return [status, { count: Number(row?.count ?? 0), revenuePence: Number(row?.revenue ?? 0) }];
    }),
  ) as BookingTotals["byStatus"];
  return { ...sum(Object.values(byStatus)), byStatus };
}

export type WeekFigures = Figures & { monday: IsoDate };

/** The last `weeks` weeks, Monday to Sunday in London, the current one last. One query. */
export async function readWeeks(db: Db, now: Date, weeks = 12): Promise<WeekFigures[]> {
  const today = londonDate(now);
  const thisMonday = addDays(today, -weekdayIndex(today));
  const mondays = Array.from({ length: weeks }, (_, index) => addDays(thisMonday, 7 * (index + 1 - weeks)));
  const days = await db
    .selectFrom("booking_totals")
    .select(["day", "booking_count as count", "revenue_pence as revenuePence"])
    .where("day", ">=", mondays[0]!)
    .execute();
  return mondays.map((monday, index) => {
    const next = mondays[index + 1];
    const ofWeek = days.filter(({ day }) => day >= monday && (next === undefined || day < next));
    return { monday, ...sum(ofWeek) };
  });
}

const ACTION_COLUMNS = [...LIST_COLUMNS, "version", "is_virtual", "assessment_location"] as const;

export type ActionBooking = Pick<BookingRow, (typeof ACTION_COLUMNS)[number]> & {
  /** Day of the visit that is agreed or took place; without one the preferred date counts. */
  day?: IsoDate | null;
};

const actionBookings = (db: Db, limit: number) =>
  db.selectFrom("bookings").select(ACTION_COLUMNS).limit(limit);

/** Whether the visit of a booking took place and no other is to come; without any visit, its preferred date is past. */
function isOver(eb: ExpressionBuilder<Tables, "bookings">, today: IsoDate) {
  const visits = eb
    .selectFrom("visits")
    .select("visits.id")
    .whereRef("visits.booking_id", "=", "bookings.id");
  const standing = visits.where("visits.ended_as", "is", null);
  return eb.and([
    eb.not(eb.exists(standing.where("visits.day", ">=", today))),
    eb.or([
      eb.exists(standing.where("visits.day", "<", today)),
      eb.and([eb("preferred_date", "<", today), eb.not(eb.exists(visits))]),
    ]),
  ]);
}

/** The soonest first. */
const confirmedBookings = (db: Db, limit: number) =>
  actionBookings(db, limit).where("status", "=", "confirmed").orderBy("preferred_date").orderBy("id");

/** Bookings whose referrer is due a contact, the longest waiting first; at most `limit`. */
export async function listAwaitingContact(db: Db, now: Date, limit: number): Promise<ActionBooking[]> {
  return actionBookings(db, limit)
    .where("awaits_contact_since", "<=", now.toISOString())
    .orderBy("awaits_contact_since")
    .orderBy("id")
    .execute();
}

/** Open requests of referrers, the longest waiting first; those of erased bookings were deleted. */
async function listOpenRequests(db: Db, limit: number) {
  const requests = await db
    .selectFrom("booking_requests")
    .select(["id", "booking_id", "kind", "day", "created_at"])
    .where("answered_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .limit(limit)
    .execute();
  if (requests.length === 0) return [];
  const ids = requests.map(({ booking_id }) => booking_id);
  const bookings = await actionBookings(db, limit).where("id", "in", ids).execute();
  const byId = new Map(bookings.map((booking) => [booking.id, booking]));
  return requests.flatMap((request) => {
    const booking = byId.get(request.booking_id);
    return booking ? [{ ...request, booking }] : [];
  });
}

/** Bookings whose invoice was made before their billing details, the longest waiting first. */
const listBillingToChange = (db: Db, limit: number) =>
  actionBookings(db, limit)
    .where("billing_to_change_since", "is not", null)
    .orderBy("billing_to_change_since")
    .orderBy("id")
    .execute();

async function bookingsById(db: Db, ids: string[]) {
  if (ids.length === 0) return new Map<string, ActionBooking>();
  const rows = await db.selectFrom("bookings").select(ACTION_COLUMNS).where("id", "in", ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

const MAX_ACTIONS = 5;

/** Reports to review, late or due soon, of bookings that are not cancelled. */
async function listReports(deps: Deps) {
  const tasks = await listReportTasks(deps, MAX_ROWS_READ);
  if (tasks.length === 0) return [];
  const ids = tasks.map(({ bookingId }) => bookingId);
  const open = actionBookings(deps.db, MAX_ROWS_READ).where("status", "!=", "cancelled");
  const rows = await open.where("referrer_email_key", "!=", "").where("id", "in", ids).execute();
  const byId = new Map(rows.map((booking) => [booking.id, booking]));
  return tasks.flatMap(({ bookingId, ...task }) => {
    const booking = byId.get(bookingId);
    return booking ? [{ ...task, booking }] : [];
  });
}
/** More than of other actions: only the export lists those that are left out. */
const MAX_OVERDUE = 20;
/** How many future bookings are checked for missing referral forms. */
const MAX_ROWS_READ = 30;

function firstOf<Item>(items: Item[]) {
  return { shown: items.slice(0, MAX_ACTIONS), hasMore: items.length > MAX_ACTIONS };
}

const byWeek = (weeks: WeekFigures[], figure: "count" | "revenuePence") =>
  weeks.map((week) => ({ label: formatShortDate(week.monday).slice(0, 5), value: week[figure] }));

/** Everything on the dashboard, in a number of queries that does not depend on the number of bookings. */
export async function readDashboard(
  deps: Deps,
  view: DashboardView,
  viewerId = "",
  { seesConcerns = false }: { seesConcerns?: boolean } = {},
) {
  const now = deps.clock.now();
  const totals = await readTotals(deps.db);
  const search = await readSearch(deps.db, view.search);
  const page = await listBookings(deps.db, view, { search, viewerId });
  const weeks = await readWeeks(deps.db, now);
  const awaiting = await listAwaitingContact(deps.db, now, MAX_ACTIONS + 1);
  const today = londonDate(now);
  const toRead = confirmedBookings(deps.db, MAX_ROWS_READ).where("referrer_email_key", "!=", "");
  const dated = await toRead.where("preferred_date", ">=", today).execute();
  const undated = await toRead.where("preferred_date", "is", null).execute();
  const toCome = [...dated, ...undated];
  const past = await confirmedBookings(deps.db, MAX_ACTIONS + 1)
    .where((eb) => isOver(eb, today))
    .execute();
  const visits = await latestVisits(
    deps,
    [...toCome, ...past].map(({ id }) => id),
  );
  const withDay = (booking: ActionBooking) => ({ ...booking, day: visits.get(booking.id)?.day ?? null });
  const submitted = await referralSubmissions(
    deps.db,
    toCome.map((booking) => booking.id),
  );
  const { assessors, toDo } = await visitsToDo(deps, MAX_ACTIONS + 1);
  const withoutVisit = await bookingsById(deps.db, toDo?.withoutVisitIds ?? []);
  // Without Xero nobody makes an invoice or says what was paid.
  const overdue = deps.accounting ? await overdueInvoices(deps, today, MAX_OVERDUE + 1) : [];
  const billingToChange = deps.accounting ? await listBillingToChange(deps.db, MAX_ACTIONS + 1) : [];
  const overdueBookings = await bookingsById(
    deps.db,
    overdue.map(({ bookingId }) => bookingId),
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
    /** Null for those who may not read safeguarding concerns. */
    concerns: seesConcerns ? firstOf(await listOpenConcerns(deps.db, MAX_ACTIONS + 1)) : null,
    officeNotes: firstOf(await unreadNotes(deps, MAX_ACTIONS + 1)),
    requests: firstOf(await listOpenRequests(deps.db, MAX_ACTIONS + 1)),
    billingToChange: firstOf(billingToChange),
    reports: firstOf(await listReports(deps)),
    infectedFiles: firstOf(await listInfectedFiles(deps.db, MAX_ACTIONS + 1)),
    withoutReferral: firstOf(withoutReferral.map(withDay)),
    pastDates: firstOf(past.map(withDay)),
    assessors: assessors.map(({ id, name }) => [id, name] as const),
    /** Null in a practice without assessors. */
    visits: toDo && {
      without: firstOf(toDo.withoutVisitIds.flatMap((id) => withoutVisit.get(id) ?? [])),
      unsafe: firstOf(toDo.unsafe),
      unanswered: firstOf(toDo.unanswered),
      proposals: firstOf(toDo.proposals),
      registrations: firstOf(toDo.registrations),
    },
    overdueInvoices: {
      shown: overdue.slice(0, MAX_OVERDUE).map(({ bookingId, invoice }) => ({
        ...overdueBookings.get(bookingId)!,
        openPence: openPence(invoice),
        payment: standingWords(invoice, today),
      })),
      hasMore: overdue.length > MAX_OVERDUE,
      isKnown: deps.accounting !== null,
    },
    failedJobs: failed.jobs.slice(0, MAX_ACTIONS),
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
