import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import {
  changeBooking,
  DONE,
  refused,
  type Result,
} from "#app/features/booking/record/change-booking.server.ts";
import type { Kept } from "#app/features/booking/record/kept-words.ts";
import { findDocumentRow } from "./document-rows.server.ts";
import { DOCUMENT_KINDS, VISIBILITY_LABELS, type DocumentKind, type Visibility } from "./kinds.ts";
import { tellAssessor } from "./tell-assessor.server.ts";
import { isOfReferrer } from "./who-sees.ts";

type Change = { bookingId: string; by: ActedByRequest };

/** Deletes a paper of this booking. With `onlyOfReferrer`, one that came by the booking's link or from its customer.
 * Harmless to repeat. */
export async function deletePaper(
  deps: Deps,
  { bookingId, by, documentId, onlyOfReferrer }: Change & { documentId: string; onlyOfReferrer: boolean },
): Promise<Result<Kept>> {
  const result = await changeBooking(deps, { bookingId, by }, async (inside) => {
    let found = inside.db
      .deleteFrom("documents")
      .where("id", "=", documentId)
      .where("booking_id", "=", bookingId)
      .where("purpose", "=", "paper");
    if (onlyOfReferrer) found = found.where("uploaded_by_kind", "in", ["visitor", "customer"]);
    const row = await found.returning("kind").executeTakeFirst();
    if (!row) return { ...DONE, isDeleted: false };
    const note = DOCUMENT_KINDS[row.kind];
    await recordAudit(inside, by, "document.deleted", ["booking", bookingId], { note });
    return { ...DONE, isDeleted: true };
  });
  // Without its row the file has no key any more; one that stays is removed by night.
  if (result.ok && result.isDeleted) await deps.documents.remove(documentId).catch(() => {});
  return result;
}

type ChangeOfPaper = {
  documentId: string;
  kind: DocumentKind;
  visibleTo: Visibility;
  onlyOfReferrer: boolean;
};

/** Changes what a paper of this booking is, and who may see it. `gone` when there is none, or it was infected;
 * `onlyOfReferrer` as for `deletePaper`. */
export const changePaper = async (
  deps: Deps,
  { bookingId, by, documentId, kind, visibleTo, onlyOfReferrer }: Change & ChangeOfPaper,
): Promise<Result<Kept | "gone">> =>
  changeBooking(deps, { bookingId, by }, async (inside): Promise<Result<"gone">> => {
    const trx = inside.db;
    const row = await findDocumentRow(trx, documentId);
    if (row?.booking_id !== bookingId || row.purpose !== "paper" || row.scan === "infected")
      return refused("gone");
    if (onlyOfReferrer && !isOfReferrer(row)) return refused("gone");
    if (row.kind === kind && row.visible_to === visibleTo) return DONE;
    await trx
      .updateTable("documents")
      .set({ kind, visible_to: visibleTo })
      .where("id", "=", documentId)
      .execute();
    if (row.visible_to === "staff-only") await tellAssessor(inside, { ...row, visible_to: visibleTo });
    const note = `${DOCUMENT_KINDS[kind]}, ${VISIBILITY_LABELS[visibleTo]}`;
    await recordAudit(inside, by, "document.changed", ["booking", bookingId], { note });
    return DONE;
  });

/** Notes that a paper comes by post. Harmless to repeat. */
export const expectByPost = async (deps: Deps, { bookingId, by, kind }: Change & { kind: DocumentKind }) =>
  changeBooking(deps, { bookingId, by }, async (inside) => {
    const trx = inside.db;
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto("papers_by_post")
      .values({ booking_id: bookingId, kind, created_at: deps.clock.now().toISOString() })
      .onConflict((conflict) => conflict.columns(["booking_id", "kind"]).doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== 1n) return DONE;
    const note = DOCUMENT_KINDS[kind];
    await recordAudit(inside, by, "document.by-post", ["booking", bookingId], { note });
    return DONE;
  });

/** The paper arrived, or does not come after all. Harmless to repeat. */
export const closePost = async (deps: Deps, { bookingId, by, kind }: Change & { kind: DocumentKind }) =>
  changeBooking(deps, { bookingId, by }, async (inside) => {
    const trx = inside.db;
    const { numDeletedRows } = await trx
      .deleteFrom("papers_by_post")
      .where("booking_id", "=", bookingId)
      .where("kind", "=", kind)
      .executeTakeFirstOrThrow();
    if (numDeletedRows !== 1n) return DONE;
    const note = DOCUMENT_KINDS[kind];
    await recordAudit(inside, by, "document.post-closed", ["booking", bookingId], { note });
    return DONE;
  });
