import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { whyKeptOut } from "#app/features/booking/record/booking-to-change.server.ts";
import { KEPT_OUT_WORDS } from "#app/features/data-protection/restriction.ts";
import { sealedHoldNote, sealedRecipient, type Addressee } from "./report-rows.server.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import { HOLD_REASONS, type HoldReason, type RecipientRole } from "./report-words.ts";

type Change = { bookingId: string; by: ActedByRequest };

/** Changes what belongs to a booking's report, unless the booking may not be changed. Returns a sentence when it is refused. */
export async function changeReport(
  deps: Deps,
  { bookingId, by }: Change,
  work: (trx: Executor) => Promise<void>,
): Promise<string | null> {
  return transact(deps.db, async (trx) => {
    const problem = await whyKeptOut(trx, bookingId, by);
    if (problem) return KEPT_OUT_WORDS[problem];
    await work(trx);
    return null;
  });
}

export async function addRecipient(
  deps: Deps,
  { bookingId, by, role, ...details }: Change & Addressee & { role: RecipientRole },
): Promise<string | null> {
  const id = deps.ids.uuid();
  return changeReport(deps, { bookingId, by }, async (trx) => {
    await trx
      .insertInto("report_recipients")
      .values({
        id,
        booking_id: bookingId,
        role,
        details_sealed: sealedRecipient.encrypt(deps.secrets, id, details),
        created_at: deps.clock.now().toISOString(),
      })
      .execute();
    await recordAudit(trx, deps, by, "report.recipient-added", ["booking", bookingId]);
  });
}

/** Links that were sent to a recipient stay. Harmless to repeat. */
export async function removeRecipient(
  deps: Deps,
  { bookingId, by, recipientId }: Change & { recipientId: string },
) {
  return changeReport(deps, { bookingId, by }, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom("report_recipients")
      .where("id", "=", recipientId)
      .where("booking_id", "=", bookingId)
      .executeTakeFirst();
    if (numDeletedRows === 1n)
      await recordAudit(trx, deps, by, "report.recipient-removed", ["booking", bookingId]);
  });
}

/** Keeps reports of the booking from being released, and released ones from being opened by recipients. */
export async function placeHold(
  deps: Deps,
  { bookingId, by, reason, note }: Change & { reason: HoldReason; note: string },
): Promise<string | null> {
  const id = deps.ids.uuid();
  return changeReport(deps, { bookingId, by }, async (trx) => {
    await trx
      .insertInto("report_holds")
      .values({
        id,
        booking_id: bookingId,
        reason,
        note_sealed: note === "" ? null : sealedHoldNote.encrypt(deps.secrets, id, note),
        placed_by: by.actor.id ?? "",
        placed_at: deps.clock.now().toISOString(),
        lifted_at: null,
      })
      .execute();
    await recordAudit(trx, deps, by, "report.held", ["booking", bookingId], { note: HOLD_REASONS[reason] });
  });
}

/** Harmless to repeat. */
export async function liftHold(deps: Deps, { bookingId, by, holdId }: Change & { holdId: string }) {
  return changeReport(deps, { bookingId, by }, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("report_holds")
      .set({ lifted_at: deps.clock.now().toISOString() })
      .where("id", "=", holdId)
      .where("booking_id", "=", bookingId)
      .where("lifted_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 1n) await recordAudit(trx, deps, by, "report.hold-lifted", ["booking", bookingId]);
  });
}
