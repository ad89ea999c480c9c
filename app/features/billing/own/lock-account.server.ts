import type { Executor } from "#app/platform/database.server.ts";

/** Takes turns with all who change the account of a booking, in their transactions. */
export async function lockAccount(trx: Executor, bookingId: string): Promise<void> {
  await trx.selectFrom("bookings").select("id").where("id", "=", bookingId).forUpdate().execute();
}
