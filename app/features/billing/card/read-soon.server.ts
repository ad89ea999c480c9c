import { byIds } from "#app/kit/pieces.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { londonDate } from "#app/platform/dates.ts";

/** Has the open pages of a booking read within a minute, because what is to pay changed: those that ask for another
 * amount are ended. */
export async function readCardPagesSoon({ db, clock }: { db: Executor; clock: Clock }, bookingId: string) {
  await db
    .updateTable("card_pages")
    .set({ next_read_at: clock.now().toISOString() })
    .where("booking_id", "=", bookingId)
    .where("state", "=", "open")
    .execute();
}

/** The sum of each booking's payments that the card service has not got yet, or that the booking cannot take yet, and
 * the London day since which; bookings without any are missing. */
export async function onItsWayByBooking({ db }: { db: Executor }, bookingIds: readonly string[]) {
  const rows = await byIds(bookingIds, (piece) =>
    db
      .selectFrom("card_pages")
      .select(["booking_id", "pence", "on_its_way_on", "created_at"])
      .where("booking_id", "in", piece)
      .where("state", "in", ["on-its-way", "kept-out"])
      .orderBy("created_at")
      .execute(),
  );
  const byBooking = Map.groupBy(rows, ({ booking_id }) => booking_id);
  return new Map(
    [...byBooking].map(([id, own]) => {
      const pence = own.reduce((sum, row) => sum + row.pence, 0);
      const [{ on_its_way_on, created_at }] = own as [(typeof own)[number]];
      return [id, { pence, on: on_its_way_on ?? londonDate(new Date(created_at)) }];
    }),
  );
}

/** Names the payment of a refund or dispute, so that each is applied once. */
export const returnHash = (vendorId: string) => `card:${vendorId}`;

/** A refund or dispute whose payment was taken back is to be dealt with again. */
export async function reopenReturn(trx: Executor, hash: string): Promise<void> {
  await trx
    .updateTable("card_returns")
    .set({ settled_state: null })
    .where("vendor_id", "=", hash.slice(returnHash("").length))
    .execute();
}
