import type { Clock } from "#app/platform/clock.ts";
import type { Executor } from "#app/platform/database.server.ts";

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

/** The sum of a booking's payments that the card service has not got yet, and the London day since which; null for
 * none. */
export async function onItsWayOf({ db }: { db: Executor }, bookingId: string) {
  const rows = await db
    .selectFrom("card_pages")
    .select(["pence", "on_its_way_on"])
    .where("booking_id", "=", bookingId)
    .where("state", "=", "on-its-way")
    .orderBy("on_its_way_on")
    .execute();
  const pence = rows.reduce((sum, row) => sum + row.pence, 0);
  return rows.length === 0 ? null : { pence, on: rows[0]!.on_its_way_on! };
}
