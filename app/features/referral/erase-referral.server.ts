import type { Executor } from "#app/platform/database.server.ts";

/** Deletes the referral form of a booking with all its answers. */
export async function eraseReferral(executor: Executor, bookingId: string): Promise<void> {
  await executor
    .deleteFrom("referral_sections")
    .where("form_id", "in", (eb) =>
      eb.selectFrom("referral_forms").select("id").where("booking_id", "=", bookingId),
    )
    .execute();
  await executor.deleteFrom("referral_forms").where("booking_id", "=", bookingId).execute();
}
