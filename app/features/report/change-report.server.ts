import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { changeBooking, DONE, type Inside } from "#app/features/booking/record/change-booking.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { sendHeldBack } from "./deliver-report.server.ts";
import {
  deliveriesOf,
  findDelivery,
  findReport,
  isHeld,
  isSameAddress,
  liveDeliveries,
  recipientsOf,
  referrerOf,
  reportsOfBooking,
  sealedHoldNote,
  sealedRecipient,
  type Addressee,
} from "./report-rows.server.ts";
import { HOLD_REASONS, type HoldReason, type RecipientRole } from "./report-words.ts";

type ReadDeps = Pick<Deps, "secrets"> & { db: Executor };
export type Change = { bookingId: string; by: ActedByRequest };

/** The recipient that every booking has. */
export const REFERRER = "referrer";

/** All who can be chosen as recipients, the referrer first. */
export async function possibleRecipients(deps: ReadDeps, booking: BookingRow) {
  const named = await recipientsOf(deps, booking.id);
  const referrer = { id: REFERRER, role: "referrer" as RecipientRole, ...referrerOf(booking) };
  return [referrer, ...named.map(({ id, role, name, email }) => ({ id, role, name, email }))];
}

/** Recipients of released versions who were taken off the list since: an addendum can still be sent to them, where
 * staff choose so. Nobody whose link staff ended by itself. */
export async function removedRecipients(deps: ReadDeps, booking: BookingRow) {
  const released = (await reportsOfBooking(deps, booking.id)).filter(({ state }) => state === "released");
  const ids = released.map(({ id }) => id);
  const deliveries = await deliveriesOf(deps, ids);
  const listed = await possibleRecipients(deps, booking);
  const removed = deliveries.filter(
    ({ ended_as, email }, index, all) =>
      ended_as === "removed" &&
      !listed.some((one) => isSameAddress(one, { email })) &&
      all.findLastIndex((other) => isSameAddress(other, { email })) === index,
  );
  return removed.map(({ id, role, name, email }) => ({ id, role, name, email }));
}

/** Ids of possible recipients to whom an addition to released versions goes by default: all who have one of them. The
 * referrer alone before the first release. */
export async function usualRecipients(deps: ReadDeps, booking: BookingRow) {
  const live = await liveDeliveries(deps, booking.id);
  const listed = await possibleRecipients(deps, booking);
  const having = listed.filter((one) => live.some((delivery) => isSameAddress(delivery, one)));
  return live.length === 0 ? [REFERRER] : having.map(({ id }) => id);
}

/** Adds somebody to whom reports can be sent. An address is on the list once. */
export async function addRecipient(
  deps: Deps,
  { bookingId, by, role, ...details }: Change & Addressee & { role: RecipientRole },
) {
  return changeBooking(deps, { bookingId, by }, async (inside, booking) => {
    const known = await possibleRecipients(inside, booking);
    const same = known.find((one) => isSameAddress(one, details));
    if (same) return { ok: false, problem: "is-recipient", name: same.name, email: same.email } as const;
    const id = deps.ids.uuid();
    await inside.db
      .insertInto("report_recipients")
      .values({
        id,
        booking_id: bookingId,
        role,
        details_sealed: sealedRecipient.encrypt(deps.secrets, id, details),
        created_at: deps.clock.now().toISOString(),
      })
      .execute();
    await recordAudit(inside, by, "report.recipient-added", ["booking", bookingId]);
    return DONE;
  });
}

async function endLinks({ db, clock }: Inside, ids: readonly string[], ended_as: "ended" | "removed") {
  if (ids.length === 0) return 0;
  const { numUpdatedRows } = await db
    .updateTable("report_deliveries")
    .set({ ended_at: clock.now().toISOString(), code_hash: null, ended_as })
    .where("id", "in", ids)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Takes somebody off the list and ends the links that they have. Harmless to repeat. */
export async function removeRecipient(
  deps: Deps,
  { bookingId, by, recipientId }: Change & { recipientId: string },
) {
  return changeBooking(deps, { bookingId, by }, async (inside) => {
    const removed = (await recipientsOf(inside, bookingId)).find(({ id }) => id === recipientId);
    if (!removed) return DONE;
    await inside.db.deleteFrom("report_recipients").where("id", "=", recipientId).execute();
    const live = await liveDeliveries(inside, bookingId);
    const theirs = live.filter((one) => one.role !== "referrer" && isSameAddress(one, removed));
    const ids = theirs.map(({ id }) => id);
    const ended = await endLinks(inside, ids, "removed");
    const note = ended > 0 ? "Their links were ended" : null;
    await recordAudit(inside, by, "report.recipient-removed", ["booking", bookingId], { note });
    return DONE;
  });
}

/** Ends the link of one recipient to one version, at once and for good. They can be sent another.
 * Harmless to repeat. */
export async function endLink(deps: Deps, { bookingId, by, deliveryId }: Change & { deliveryId: string }) {
  return changeBooking(deps, { bookingId, by }, async (inside) => {
    const delivery = await findDelivery(inside, deliveryId);
    const report = delivery && (await findReport(inside, delivery.report_id));
    if (report?.booking_id !== bookingId) return DONE;
    if ((await endLinks(inside, [deliveryId], "ended")) === 0) return DONE;
    const note = `Version ${report.version}`;
    await recordAudit(inside, by, "report.link-ended", ["booking", bookingId], { note });
    return DONE;
  });
}

/** Keeps reports of the booking from being released, and released ones from being opened by recipients. */
export async function placeHold(
  deps: Deps,
  { bookingId, by, reason, note }: Change & { reason: HoldReason; note: string },
) {
  return changeBooking(deps, { bookingId, by }, async (inside) => {
    const id = deps.ids.uuid();
    await inside.db
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
    await recordAudit(inside, by, "report.held", ["booking", bookingId], { note: HOLD_REASONS[reason] });
    return DONE;
  });
}

/** Lifts a hold. With the last one, the mails that it kept back go out. Harmless to repeat. */
export async function liftHold(deps: Deps, { bookingId, by, holdId }: Change & { holdId: string }) {
  return changeBooking(deps, { bookingId, by }, async (inside) => {
    const lifted = await inside.db
      .updateTable("report_holds")
      .set({ lifted_at: deps.clock.now().toISOString() })
      .where("id", "=", holdId)
      .where("booking_id", "=", bookingId)
      .where("lifted_at", "is", null)
      .returning("placed_at")
      .executeTakeFirst();
    if (!lifted) return DONE;
    await recordAudit(inside, by, "report.hold-lifted", ["booking", bookingId]);
    if (!(await isHeld(inside.db, bookingId))) await sendHeldBack(inside, bookingId, lifted.placed_at);
    return DONE;
  });
}
