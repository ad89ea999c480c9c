import type { Deps } from "#app/deps.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { sendHeldBack } from "./deliver-report.server.ts";
import {
  findDelivery,
  findReport,
  isHeld,
  isSameAddress,
  liveDeliveries,
  recipientsOf,
  referrerOf,
  sealedHoldNote,
  sealedRecipient,
  type Addressee,
} from "./report-rows.server.ts";
import { changeReport, type Change } from "./report-change.server.ts";
import { HOLD_REASONS, type HoldReason, type RecipientRole } from "./report-words.ts";

/** The recipient that every booking has. */
export const REFERRER = "referrer";

/** All who can be chosen as recipients, the referrer first. */
export async function possibleRecipients(
  deps: Pick<Deps, "secrets"> & { db: Executor },
  booking: BookingRow,
) {
  const named = await recipientsOf(deps, booking.id);
  const referrer = { id: REFERRER, role: "referrer" as RecipientRole, ...referrerOf(booking) };
  return [referrer, ...named.map(({ id, role, name, email }) => ({ id, role, name, email }))];
}

export const isAlreadyRecipient = ({ name, email }: Addressee) =>
  `${email} is on the list already: it is the address of ${name}.`;

/** Adds somebody to whom reports can be sent. An address is on the list once. */
export async function addRecipient(
  deps: Deps,
  { bookingId, by, role, ...details }: Change & Addressee & { role: RecipientRole },
): Promise<string | null> {
  return changeReport(deps, { bookingId, by }, async (trx) => {
    const booking = (await findBooking(trx, bookingId))!;
    const known = await possibleRecipients({ ...deps, db: trx }, booking);
    const same = known.find((one) => isSameAddress(one, details));
    if (same) return isAlreadyRecipient(same);
    const id = deps.ids.uuid();
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

async function endLinks(trx: Executor, deps: Deps, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { numUpdatedRows } = await trx
    .updateTable("report_deliveries")
    .set({ ended_at: deps.clock.now().toISOString(), code_hash: null })
    .where("id", "in", ids)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Takes somebody off the list and ends the links that they have. Harmless to repeat. */
export async function removeRecipient(
  deps: Deps,
  { bookingId, by, recipientId }: Change & { recipientId: string },
): Promise<string | null> {
  return changeReport(deps, { bookingId, by }, async (trx) => {
    const inside = { ...deps, db: trx };
    const removed = (await recipientsOf(inside, bookingId)).find(({ id }) => id === recipientId);
    if (!removed) return;
    await trx.deleteFrom("report_recipients").where("id", "=", recipientId).execute();
    const live = await liveDeliveries(inside, bookingId);
    const theirs = live.filter((one) => one.role !== "referrer" && isSameAddress(one, removed));
    const ended = await endLinks(
      trx,
      deps,
      theirs.map(({ id }) => id),
    );
    const note = ended > 0 ? "Their links were ended" : null;
    await recordAudit(trx, deps, by, "report.recipient-removed", ["booking", bookingId], { note });
  });
}

/** Ends the link of one recipient to one version, at once and for good. They can be sent another.
 * Harmless to repeat. */
export async function endLink(
  deps: Deps,
  { bookingId, by, deliveryId }: Change & { deliveryId: string },
): Promise<string | null> {
  return changeReport(deps, { bookingId, by }, async (trx) => {
    const inside = { ...deps, db: trx };
    const delivery = await findDelivery(inside, deliveryId);
    const report = delivery && (await findReport(inside, delivery.report_id));
    if (report?.booking_id !== bookingId) return;
    if ((await endLinks(trx, deps, [deliveryId])) === 0) return;
    const note = `Version ${report.version}`;
    await recordAudit(trx, deps, by, "report.link-ended", ["booking", bookingId], { note });
  });
}

/** Keeps reports of the booking from being released, and released ones from being opened by recipients. */
export async function placeHold(
  deps: Deps,
  { bookingId, by, reason, note }: Change & { reason: HoldReason; note: string },
): Promise<string | null> {
  return changeReport(deps, { bookingId, by }, async (trx) => {
    const id = deps.ids.uuid();
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

/** Lifts a hold. With the last one, the mails that it kept back go out. Harmless to repeat. */
export async function liftHold(
  deps: Deps,
  { bookingId, by, holdId }: Change & { holdId: string },
): Promise<string | null> {
  return changeReport(deps, { bookingId, by }, async (trx) => {
    const lifted = await trx
      .updateTable("report_holds")
      .set({ lifted_at: deps.clock.now().toISOString() })
      .where("id", "=", holdId)
      .where("booking_id", "=", bookingId)
      .where("lifted_at", "is", null)
      .returning("placed_at")
      .executeTakeFirst();
    if (!lifted) return;
    await recordAudit(trx, deps, by, "report.hold-lifted", ["booking", bookingId]);
    if (!(await isHeld(trx, bookingId))) await sendHeldBack(trx, deps, bookingId, lifted.placed_at);
  });
}
