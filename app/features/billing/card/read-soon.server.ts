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
