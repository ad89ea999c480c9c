import { addDays, londonDate, weekdayIndex, type IsoDate } from "#app/platform/dates.ts";
import type { Db } from "#app/platform/database.server.ts";
import type { BookingRow } from "#app/platform/tables.ts";
import { BOOKING_STATUSES, type BookingStatus } from "#app/features/booking/status.ts";

/** The figures of the staff dashboard: its cards, its charts and the bookings that wait for a first contact. */

export type BookingTotals = {
  count: number;
  revenuePence: number;
  byStatus: Record<BookingStatus, { count: number; revenuePence: number }>;
};

/** The figures of the cards, over all bookings (SPEC section 2), and their parts by status. */
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
  const parts = Object.values(byStatus);
  return {
    count: parts.reduce((sum, part) => sum + part.count, 0),
    revenuePence: parts.reduce((sum, part) => sum + part.revenuePence, 0),
    byStatus,
  };
}

/** A week's bookings, by the London day of their making. */
export type WeekFigures = { monday: IsoDate; count: number; revenuePence: number };

/** The figures of the last `weeks` weeks, Monday to Sunday, the current one last. One query. */
export async function readWeeks(db: Db, now: Date, weeks = 12): Promise<WeekFigures[]> {
  const today = londonDate(now);
  const thisMonday = addDays(today, -weekdayIndex(today));
  const mondays = Array.from({ length: weeks }, (_, index) => addDays(thisMonday, 7 * (index + 1 - weeks)));
  const days = await db
    .selectFrom("booking_totals")
    .select(["day", "booking_count", "revenue_pence"])
    .where("day", ">=", mondays[0]!)
    .execute();
  return mondays.map((monday, index) => {
    const next = mondays[index + 1];
    const ofWeek = days.filter(({ day }) => day >= monday && (next === undefined || day < next));
    return {
      monday,
      count: ofWeek.reduce((sum, day) => sum + day.booking_count, 0),
      revenuePence: ofWeek.reduce((sum, day) => sum + day.revenue_pence, 0),
    };
  });
}

/** The pending bookings that have waited longest for the promised contact, at most `limit`. */
export async function listAwaitingContact(
  db: Db,
  limit = 5,
): Promise<
  Pick<BookingRow, "id" | "reference" | "referrer_first_name" | "referrer_last_name" | "created_at">[]
> {
  return db
    .selectFrom("bookings")
    .select(["id", "reference", "referrer_first_name", "referrer_last_name", "created_at"])
    .where("status", "=", "pending")
    .orderBy("created_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Confirmed bookings, the oldest first: those whose referral forms should be in by now. At most `limit`. */
export async function listConfirmed(
  db: Db,
  limit = 200,
): Promise<Pick<BookingRow, "id" | "reference" | "preferred_date">[]> {
  return db
    .selectFrom("bookings")
    .select(["id", "reference", "preferred_date"])
    .where("status", "=", "confirmed")
    .orderBy("created_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}
