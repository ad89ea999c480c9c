import { countRows } from "#app/kit/pieces.server.ts";
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { transact, type Executor } from "#app/platform/database.server.ts";
import { foldText } from "#app/platform/fold-text.ts";
import { addDays, londonDate, startOfLondonDay, type IsoDate } from "#app/platform/dates.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { bookingWords } from "./search-words.ts";
import { insertClientWords, writeClientWords } from "./sealed-words.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import type { Deps } from "#app/deps.server.ts";

/** The only writes to `bookings`: search words, totals and the key of the client's name change with them, in
 * the caller's transaction. */

/** The stored form of a last name, by which clients are sorted and found: O’Hara as O'Hara, and Évans as Evans. */
export const nameKey = (lastName: string | null) => lastName && foldText(lastName).replaceAll("’", "'");

const totalsDay = (booking: Pick<BookingRow, "created_at">): IsoDate =>
  londonDate(new Date(booking.created_at));

/** A word that another transaction has written meanwhile stays: on PostgreSQL a start derives words while bookings are
 * made and edited. */
async function insertWords(executor: Executor, ...bookings: BookingRow[]): Promise<void> {
  const rows = bookings.flatMap((booking) =>
    bookingWords(booking).map((word) => ({ word, booking_id: booking.id })),
  );
  if (rows.length === 0) return;
  await executor
    .insertInto("booking_search_words")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function rewriteWords(executor: Executor, booking: BookingRow): Promise<void> {
  await executor.deleteFrom("booking_search_words").where("booking_id", "=", booking.id).execute();
  await insertWords(executor, booking);
}

async function countInTotals(executor: Executor, booking: BookingRow, by: 1 | -1): Promise<void> {
  const revenue_pence = by * booking.total_pence;
  await executor
    .insertInto("booking_totals")
    .values({ day: totalsDay(booking), status: booking.status, booking_count: by, revenue_pence })
    .onConflict((conflict) =>
      conflict.columns(["day", "status"]).doUpdateSet((eb) => ({
        booking_count: eb("booking_totals.booking_count", "+", by),
        revenue_pence: eb("booking_totals.revenue_pence", "+", revenue_pence),
      })),
    )
    .execute();
}

/** False, and nothing is written, when its draft was booked before. */
export async function insertBooking(
  executor: Executor,
  { secrets }: Pick<Deps, "secrets">,
  booking: BookingRow,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await executor
    .insertInto("bookings")
    .values({ ...booking, client_name_key: nameKey(booking.client_last_name), has_sealed_words: 1 })
    .onConflict((conflict) => conflict.column("draft_id").doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) return false;
  await insertWords(executor, booking);
  await insertClientWords({ db: executor, secrets }, booking);
  await countInTotals(executor, booking, 1);
  return true;
}

/** Changes a booking that is still as `before`, and raises its version. Null when it was changed since. */
export async function updateBooking(
  executor: Executor,
  deps: Pick<Deps, "clock" | "secrets">,
  before: BookingRow,
  changes: Partial<Omit<BookingRow, "id" | "created_at" | "version" | "updated_at">>,
): Promise<BookingRow | null> {
  const version = before.version + 1;
  const { client_last_name: lastName = before.client_last_name } = changes;
  const keys = lastName === before.client_last_name ? {} : { client_name_key: nameKey(lastName) };
  const { status = before.status } = changes;
  const ended =
    status === before.status
      ? {}
      : {
          cancelled_on:
            status === "cancelled" ? (changes.cancelled_on ?? londonDate(deps.clock.now())) : null,
        };
  const updated = await executor
    .updateTable("bookings")
    .set({ ...changes, ...keys, ...ended, version, updated_at: deps.clock.now().toISOString() })
    .where("id", "=", before.id)
    .where("version", "=", before.version)
    .returningAll()
    .executeTakeFirst();
  if (!updated) return null;
  if (bookingWords(before).join(" ") !== bookingWords(updated).join(" "))
    await rewriteWords(executor, updated);
  if (before.client_details_sealed !== updated.client_details_sealed)
    await writeClientWords({ db: executor, secrets: deps.secrets }, updated);
  if (before.status !== updated.status || before.total_pence !== updated.total_pence) {
    await countInTotals(executor, before, -1);
    await countInTotals(executor, updated, 1);
  }
  return updated;
}

/** Updates staff's own fields of a booking; its version stays. */
export async function updateStaffFields(
  executor: Executor,
  deps: { clock: { now(): Date } },
  bookingId: string,
  notes: Partial<
    Pick<BookingRow, "awaits_contact_since" | "billing_to_change_since" | "owner_id" | "over_cap_since">
  >,
): Promise<void> {
  await executor
    .updateTable("bookings")
    .set({ ...notes, updated_at: deps.clock.now().toISOString() })
    .where("id", "=", bookingId)
    .execute();
}

/** Gives lines of a booking other prices, in whole pence. */
export async function repriceLines(
  executor: Executor,
  bookingId: string,
  prices: readonly { position: number; pence: number }[],
): Promise<void> {
  for (const { position, pence } of prices)
    await executor
      .updateTable("booking_lines")
      .set({ price_pence: pence })
      .where("booking_id", "=", bookingId)
      .where("position", "=", position)
      .execute();
}

/** Says how much of the price needs no further invoice; version and time of change stay. */
export async function coverPrice(executor: Executor, bookingId: string, pence: number): Promise<void> {
  await executor.updateTable("bookings").set({ covered_pence: pence }).where("id", "=", bookingId).execute();
}

/** Ends the links of before a new address, which was used: its version stays. */
export async function endOldLink(
  executor: Executor,
  { id, token_version }: Pick<BookingRow, "id" | "token_version">,
): Promise<void> {
  await executor
    .updateTable("bookings")
    .set({ old_link_version: null, old_link_until: null })
    .where("id", "=", id)
    .where("token_version", "=", token_version)
    .execute();
}

/** Few: requests wait while a piece is written. */
const BOOKINGS_AT_ONCE = 100;
const SEALED_AT_ONCE = 20;
/** Backfills say in the log how far they are, each time they have done so many records. */
export const SAY_EACH = 5_000;

/** The instants (UTC) at which a London day begins and ends. */
const boundsOf = (day: IsoDate) => ({
  from: startOfLondonDay(day).toISOString(),
  until: startOfLondonDay(addDays(day, 1)).toISOString(),
});

/** One statement: another process may book at the same time. */
async function areTotalsRight(executor: Executor, day?: IsoDate) {
  const counted = executor
    .selectFrom("bookings")
    .$if(day !== undefined, (query) =>
      query.where("created_at", ">=", boundsOf(day!).from).where("created_at", "<", boundsOf(day!).until),
    )
    .select(["status", sql<number>`1`.as("booking_count"), "total_pence as revenue_pence"]);
  const kept = executor
    .selectFrom("booking_totals")
    .$if(day !== undefined, (query) => query.where("day", "=", day!))
    .select([
      "status",
      sql<number>`-booking_count`.as("booking_count"),
      sql<number>`-revenue_pence`.as("revenue_pence"),
    ]);
  const wrong = await executor
    .selectFrom(counted.unionAll(kept).as("difference"))
    .select("status")
    .groupBy("status")
    .having((eb) => eb.or([eb(eb.fn.sum("booking_count"), "!=", 0), eb(eb.fn.sum("revenue_pence"), "!=", 0)]))
    .execute();
  return wrong.length === 0;
}

type Backfill = Pick<Deps, "db" | "log"> & { isStopping?: () => boolean };

/** The bookings of one day in pieces, whose search words are written anew. False when it was stopped. */
async function writeWordsOfDay({ db, isStopping }: Backfill, day: IsoDate) {
  const { from, until } = boundsOf(day);
  let done = 0;
  for (let last = ""; ;) {
    await setImmediate();
    if (isStopping?.()) return null;
    const bookings = await transact({ db }, async ({ db: trx }) => {
      const piece = await trx
        .selectFrom("bookings")
        .selectAll()
        .where("created_at", ">=", from)
        .where("created_at", "<", until)
        .where("id", ">", last)
        .orderBy("id")
        .limit(BOOKINGS_AT_ONCE)
        .execute();
      const ids = piece.map(({ id }) => id);
      if (ids.length > 0)
        await trx.deleteFrom("booking_search_words").where("booking_id", "in", ids).execute();
      await insertWords(trx, ...piece);
      return piece;
    });
    if (bookings.length === 0) return done;
    last = bookings.at(-1)!.id;
    done += bookings.length;
  }
}

async function writeTotalsOfDay(db: Deps["db"], day: IsoDate): Promise<void> {
  const { from, until } = boundsOf(day);
  await transact({ db }, async ({ db: trx }) => {
    const rows = await trx
      .selectFrom("bookings")
      .select((eb) => [
        "status",
        eb.fn.countAll<number>().as("booking_count"),
        eb.fn.sum<number>("total_pence").as("revenue_pence"),
      ])
      .where("created_at", ">=", from)
      .where("created_at", "<", until)
      .groupBy("status")
      .execute();
    await trx.deleteFrom("booking_totals").where("day", "=", day).execute();
    for (const { status, ...sums } of rows) {
      const [booking_count, revenue_pence] = [Number(sums.booking_count), Number(sums.revenue_pence)];
      await trx.insertInto("booking_totals").values({ day, status, booking_count, revenue_pence }).execute();
    }
  });
}

/** Makes the search words and totals of all bookings again, one day after the other, when the totals do not fit the
 * bookings, while the service runs. The totals of a day are written last: a day that was killed is repeated, and those
 * before it are not. Returns how many bookings were read. */
export async function fillBookingIndex({ db, log, isStopping = () => false }: Backfill): Promise<number> {
  if (await areTotalsRight(db)) return 0;
  const count = await countRows(db.selectFrom("bookings").select("id"));
  log.info("deriving search words and totals of all bookings", { count });
  const days = new Set<IsoDate>();
  let done = 0;
  let said = 0;
  for (let from = ""; ;) {
    const next = await db
      .selectFrom("bookings")
      .select("created_at")
      .where("created_at", ">=", from)
      .orderBy("created_at")
      .limit(1)
      .executeTakeFirst();
    if (!next) break;
    const day = totalsDay(next);
    from = boundsOf(day).until;
    days.add(day);
    if (await areTotalsRight(db, day)) continue;
    const count = await writeWordsOfDay({ db, log, isStopping }, day);
    if (count === null) return done;
    await writeTotalsOfDay(db, day);
    done += count;
    if (done - said < SAY_EACH) continue;
    said = done;
    log.info("search words and totals of bookings derived so far", { count: done });
  }
  for (const { day } of await db.selectFrom("booking_totals").select("day").distinct().execute())
    if (!days.has(day)) await writeTotalsOfDay(db, day);
  log.info("search words and totals of bookings derived anew", { count: done });
  return done;
}

/** Makes the words of bookings that a release before `sealed_search_words` wrote: the sealed ones, and the referrer's
 * last four digits. `writeOthers` adds those of other records. A start that was cut off goes on; bookings whose key is
 * gone are left for a start that has it. Returns how many were done. */
export async function fillWordsOfOldBookings(
  { db, secrets, log, isStopping }: Backfill & Pick<Deps, "secrets">,
  writeOthers: (trx: Executor, bookingId: string) => Promise<void>,
): Promise<number> {
  let done = 0;
  for (let last = ""; ;) {
    const bookings = await db
      .selectFrom("bookings")
      .select("id")
      // A literal, as in the index: a bound value would read all bookings.
      .where(sql<boolean>`has_sealed_words = 0`)
      .where("id", ">", last)
      .orderBy("id")
      .limit(SEALED_AT_ONCE)
      .execute();
    if (bookings.length === 0 || isStopping?.()) return done;
    last = bookings.at(-1)!.id;
    await setImmediate();
    if (done > 0 && done % SAY_EACH < SEALED_AT_ONCE)
      log.info("bookings that can be found by phone number, town and postcode so far", { count: done });
    await transact({ db }, async ({ db: trx }) => {
      for (const { id } of bookings) {
        const filled = trx.updateTable("bookings").where("id", "=", id);
        const booking = await filled.set({ has_sealed_words: 1 }).returningAll().executeTakeFirst();
        if (!booking) continue;
        try {
          await rewriteWords(trx, booking);
          await writeClientWords({ db: trx, secrets }, booking);
          await writeOthers(trx, id);
          done += 1;
        } catch (error) {
          await filled.set({ has_sealed_words: 0 }).execute();
          log.warn("phone numbers of a booking cannot be read", describeError(error));
        }
      }
    });
  }
}
