import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { BookingTotalRow } from "./tables.ts";
import { insertWords, totalsDay } from "./write-booking.server.ts";

const BOOKINGS_AT_ONCE = 250;

async function areTotalsRight(executor: Executor): Promise<boolean> {
  const counted = await executor
    .selectFrom("bookings")
    .select((eb) => ["status", eb.fn.countAll().as("count"), eb.fn.sum("total_pence").as("revenue")])
    .groupBy("status")
    .execute();
  const kept = await executor
    .selectFrom("booking_totals")
    .select((eb) => [
      "status",
      eb.fn.sum("booking_count").as("count"),
      eb.fn.sum("revenue_pence").as("revenue"),
    ])
    .groupBy("status")
    .execute();
  const [bookings, totals] = [counted, kept].map((rows) =>
    rows
      .filter((row) => Number(row.count) !== 0)
      .map((row) => `${row.status} ${row.count} ${row.revenue}`)
      .sort()
      .join(),
  );
  return bookings === totals;
}

/** Makes the search words and totals of all bookings again when the totals do not fit the bookings. They are written
 * last: a start that was cut off is repeated. Returns how many bookings were read. */
export async function fillBookingIndex(deps: Pick<Deps, "db">): Promise<number> {
  const { db } = deps;
  // Another process may book between the two sums, but not within a transaction.
  if ((await areTotalsRight(db)) || (await db.transaction().execute(areTotalsRight))) return 0;
  const totals = new Map<string, BookingTotalRow>();
  let done = 0;
  let last = "";
  for (;;) {
    const bookings = await db
      .selectFrom("bookings")
      .selectAll()
      .where("id", ">", last)
      .orderBy("id")
      .limit(BOOKINGS_AT_ONCE)
      .execute();
    if (bookings.length === 0) break;
    last = bookings.at(-1)!.id;
    done += bookings.length;
    await db.transaction().execute(async (trx) => {
      const ids = bookings.map((booking) => booking.id);
      await trx.deleteFrom("booking_search_words").where("booking_id", "in", ids).execute();
      await insertWords(trx, ...bookings);
    });
    for (const booking of bookings) {
      const day = totalsDay(booking);
      const key = `${day} ${booking.status}`;
      const row = totals.get(key) ?? { day, status: booking.status, booking_count: 0, revenue_pence: 0 };
      row.booking_count += 1;
      row.revenue_pence += booking.total_pence;
      totals.set(key, row);
    }
  }
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("booking_totals").execute();
    for (const row of totals.values()) await trx.insertInto("booking_totals").values(row).execute();
  });
  return done;
}
