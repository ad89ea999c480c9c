import type { Executor } from "#app/platform/database.server.ts";
import type { Secrets } from "#app/platform/secrets.server.ts";
import { exchangesOfBooking } from "./exchanges.server.ts";

/** Deletes what assessors wrote about a booking's visits. Harmless to repeat. */
export async function eraseWriting(executor: Executor, bookingId: string): Promise<void> {
  await executor
    .deleteFrom("visit_exchanges")
    .where("visit_id", "in", (query) =>
      query.selectFrom("visits").select("id").where("booking_id", "=", bookingId),
    )
    .execute();
}

/** Words of assessors about a booking's visits, for the export of a person's data. */
export async function writingData(deps: { db: Executor; secrets: Secrets }, bookingId: string) {
  const exchanges = await exchangesOfBooking(deps, bookingId);
  return {
    exchanges: exchanges.map(({ number, speaker, text, at, recorded_at }) => ({
      ...{ number, speaker, text, at },
      recordedAt: recorded_at,
    })),
  };
}
