import type { Deps } from "#app/deps.server.ts";
import { byVisitor, recordAudit } from "#app/features/audit/record-audit.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import { isUnsubscribeToken } from "./mail-links.server.ts";

/** The booking of an unsubscribe link; null for a wrong token and an unknown booking. */
export async function findReminderChoice(deps: Deps, bookingId: string, token: string | null) {
  const isRight = isUnsubscribeToken(deps, bookingId, token ?? "");
  const booking = await findBooking(deps.db, bookingId);
  if (!isRight || !booking) return null;
  return { bookingId, reference: booking.reference, isStopped: await hasOptedOut(deps.db, bookingId) };
}

export async function hasOptedOut(executor: Executor, bookingId: string): Promise<boolean> {
  const optOut = await executor
    .selectFrom("reminder_opt_outs")
    .select("booking_id")
    .where("booking_id", "=", bookingId)
    .executeTakeFirst();
  return optOut !== undefined;
}

/** Turns a booking's reminders off, queued ones too. Safe to repeat. False for a wrong token or booking. */
export async function stopReminders(
  deps: Deps,
  request: { bookingId: string; token: string | null; requestId: string },
): Promise<boolean> {
  const choice = await findReminderChoice(deps, request.bookingId, request.token);
  if (!choice) return false;
  if (choice.isStopped) return true;
  await transact(deps, async (inside) => {
    const inserted = await inside.db
      .insertInto("reminder_opt_outs")
      .values({ booking_id: choice.bookingId, opted_out_at: deps.clock.now().toISOString() })
      .onConflict((conflict) => conflict.column("booking_id").doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows !== 1n) return;
    await recordAudit(inside, byVisitor(request.requestId), "booking.reminders-stopped", [
      "booking",
      choice.bookingId,
    ]);
  });
  return true;
}
