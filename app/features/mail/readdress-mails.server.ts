import { HELD_BACK_CODES } from "#app/features/outbox/cancel-codes.ts";
import { DELIVERY_TOPICS } from "#app/features/outbox/mail-topics.ts";
import type { Executor } from "#app/platform/database.server.ts";

/** Changes the address of a booking's mails to its referrer that have not left, reports included: erasing the person at
 * the old one would delete them. */
export async function readdressMails(
  executor: Executor,
  { bookingId, from, to }: { bookingId: string; from: string; to: string },
): Promise<void> {
  // Loaded here: the seed imports this file without Vite, which reads the folder of mails.
  const { TOPICS_TO_OTHERS } = await import("./topics.ts");
  await executor
    .updateTable("outbox")
    .set({ recipient: to })
    .where("booking_id", "=", bookingId)
    .where("kind", "=", "mail")
    .where((eb) =>
      eb.or([
        eb("topic", "not in", TOPICS_TO_OTHERS),
        eb.and([eb("topic", "in", DELIVERY_TOPICS), eb("recipient", "=", from)]),
      ]),
    )
    .where((eb) => eb.or([eb("state", "=", "queued"), eb("cancel_code", "in", HELD_BACK_CODES)]))
    .execute();
}
