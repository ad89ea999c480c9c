import type { Deps } from "#app/deps.server.ts";
import { BY_SYSTEM, recordAudit } from "#app/features/audit/record-audit.server.ts";
import { changeBooking, DONE } from "#app/features/booking/record/change-booking.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { instantOf } from "#app/features/visits/record/visit-times.ts";
import { inPages, MAX_PIECE } from "#app/kit/pieces.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { findFollowUp, followUpKey, reasonAgainst } from "./follow-ups.server.ts";
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

/** Queues the reminders that are due, each once. */
export async function sendFollowUps(deps: Deps, isStopping: () => boolean = () => false): Promise<void> {
  const today = londonDate(deps.clock.now());
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
