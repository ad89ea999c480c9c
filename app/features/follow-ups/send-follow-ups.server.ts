import type { Deps } from "#app/deps.server.ts";
import { BY_SYSTEM, recordAudit } from "#app/features/audit/record-audit.server.ts";
import { changeBooking, DONE } from "#app/features/booking/record/change-booking.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { jobsByKey } from "#app/features/outbox/job-queries.server.ts";
import { instantOf } from "#app/features/visits/record/visit-times.ts";
import { inPages, MAX_PIECE } from "#app/kit/pieces.server.ts";
import { addDays, londonDate, type IsoDate } from "#app/platform/dates.ts";
import { DAYS_BEFORE, findFollowUp, followUpKey, planAgain, reasonAgainst } from "./follow-ups.server.ts";
import type { FollowUpRow } from "./tables.ts";

const MAILS_FROM = "09:00";

/** Queues a reminder if it is due and nothing is against it. One that has to wait stays planned. */
async function sendOne(deps: Deps, { id, booking_id: bookingId }: Pick<FollowUpRow, "id" | "booking_id">) {
  return changeBooking(deps, { bookingId, by: BY_SYSTEM }, async (inside, booking) => {
    const followUp = await findFollowUp(inside.db, id);
    const today = londonDate(inside.clock.now());
    if (followUp?.state !== "planned" || followUp.remind_on > today) return DONE;
    if (await reasonAgainst(inside, booking, followUp)) return DONE;
    await enqueueMail(inside, {
      topic: "look-again",
      to: booking.referrer_email,
      bookingId,
      dedupeKey: followUpKey(followUp),
      payload: { followUpId: id, remindOn: followUp.remind_on },
      notBefore: new Date(instantOf(today, MAILS_FROM)).toISOString(),
    });
    await inside.db.updateTable("follow_ups").set({ state: "sent" }).where("id", "=", id).execute();
    await recordAudit(inside, BY_SYSTEM, "follow-up.sent", ["booking", bookingId]);
    return DONE;
  });
}

/** Plans those anew whose mail met a reason that may have passed since, such as a hold. */
async function replanStopped(deps: Deps, today: IsoDate) {
  const sent = await deps.db
    .selectFrom("follow_ups")
    .selectAll()
    .where("state", "=", "sent")
    .where("remind_on", ">=", addDays(today, -DAYS_BEFORE))
    .execute();
  const jobs = await jobsByKey(deps.db, sent.map(followUpKey));
  const stopped = new Set(
    jobs.flatMap(({ dedupe_key, cancel_code }) => (cancel_code === "look-again-stopped" ? [dedupe_key] : [])),
  );
  for (const followUp of sent) if (stopped.has(followUpKey(followUp))) await planAgain(deps, followUp);
}

/** Queues the reminders that are due, each once. */
export async function sendFollowUps(deps: Deps, isStopping: () => boolean = () => false): Promise<void> {
  const today = londonDate(deps.clock.now());
  await replanStopped(deps, today);
  const pages = inPages<Pick<FollowUpRow, "id" | "booking_id">>((last) =>
    deps.db
      .selectFrom("follow_ups")
      .select(["id", "booking_id"])
      .where("state", "=", "planned")
      .where("remind_on", "<=", today)
      .where("id", ">", last?.id ?? "")
      .orderBy("id")
      .limit(MAX_PIECE)
      .execute(),
  );
  for await (const rows of pages)
    for (const row of rows) {
      if (isStopping()) return;
      await sendOne(deps, row);
    }
}
