import type { Clock } from "#app/platform/clock.ts";
import { afterCommit, type Executor } from "#app/platform/database.server.ts";
import type { CancelCode } from "./cancel-codes.ts";
import { afresh } from "./change-job.server.ts";
import type { Jobs } from "./jobs.ts";

/** Reminders of which the latest alone comes back: several at once would be no reminders. */
const LATEST_ALONE = ["referral-reminder", "invoice-reminder"];

type HeldBack = {
  codes: readonly CancelCode[];
  /** Jobs about these bookings. */
  bookingIds: readonly string[];
  /** And to this address, in lower case. */
  emailKey?: string | null;
};

/** Queues what a hold had cancelled, once it is lifted. Each job is checked again before it leaves: what is no longer
 * wanted is cancelled with its own reason. */
export async function queueHeldBack(
  trx: Executor,
  { clock, jobs }: { clock: Clock; jobs?: Pick<Jobs, "wake"> },
  { codes, bookingIds, emailKey = null }: HeldBack,
): Promise<void> {
  const rows = await trx
    .selectFrom("outbox")
    .select(["id", "topic", "booking_id"])
    .where("state", "=", "cancelled")
    .where("cancel_code", "in", codes)
    // Emptied after its retention period.
    .where("payload_sealed", "!=", "")
    .where((eb) =>
      eb.or([
        ...(bookingIds.length > 0 ? [eb("booking_id", "in", bookingIds)] : []),
        ...(emailKey === null ? [] : [eb(eb.fn<string>("lower", ["recipient"]), "=", emailKey)]),
      ]),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const seen = new Set<string>();
  const wanted = rows.filter(({ topic, booking_id }) => {
    const key = `${topic} ${booking_id}`;
    const isRepeated = LATEST_ALONE.includes(topic) && seen.has(key);
    seen.add(key);
    return !isRepeated;
  });
  if (wanted.length === 0) return;
  if (jobs) afterCommit(trx, jobs.wake);
  await trx
    .updateTable("outbox")
    .set({ ...afresh({ clock }), last_error: null })
    .where(
      "id",
      "in",
      wanted.map(({ id }) => id),
    )
    .where("state", "=", "cancelled")
    .execute();
}

/** Lets a booking's waiting jobs of one topic wait at least until an instant (UTC). */
export async function postponeJobs(
  trx: Executor,
  { bookingId, topic }: { bookingId: string; topic: string },
  until: string,
): Promise<void> {
  await trx
    .updateTable("outbox")
    .set({ next_attempt_at: until })
    .where("booking_id", "=", bookingId)
    .where("topic", "=", topic)
    .where("state", "=", "queued")
    .where("next_attempt_at", "<", until)
    .execute();
}
