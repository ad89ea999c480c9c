import type { Personal } from "#app/features/data-protection/personal.ts";
import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { documentsOfBooking, papersByPost } from "./document-rows.server.ts";
import { DOCUMENT_KINDS, nameOfDocument, SCAN_LABELS, VISIBILITY_LABELS } from "./kinds.ts";

/** Deletes a booking's documents; their keys go with the rows, so that no file opens any more. Returns the ids, for
 * `deleteDocumentFiles` after the commit. Harmless to repeat. */
async function eraseDocuments(executor: Executor, bookingId: string): Promise<string[]> {
  const rows = await executor
    .deleteFrom("documents")
    .where("booking_id", "=", bookingId)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes the documents that somebody who was asked for a part has sent. Their files, which no key opens any more, are
 * left to the nightly clean-up. */
export async function eraseDocumentsOf(executor: Executor, senderId: string): Promise<void> {
  await executor.deleteFrom("documents").where("uploaded_by_id", "=", senderId).execute();
}

/** A file that cannot be deleted now is left to the nightly clean-up. */
export async function deleteDocumentFiles(deps: Pick<Deps, "documents">, ids: readonly string[]) {
  for (const id of ids) await deps.documents.remove(id).catch(() => {});
}

/** True when a document came after an instant (UTC): the booking is still in use. */
async function isDocumentAddedSince(executor: Executor, bookingId: string, since: string) {
  const row = await executor
    .selectFrom("documents")
    .select("id")
    .where("booking_id", "=", bookingId)
    .where("created_at", ">=", since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A booking's documents for the export of a person's data; the files themselves are handed over by staff. */
async function documentData(deps: Pick<Deps, "db" | "secrets">, bookingId: string) {
  const papers = await documentsOfBooking(deps, bookingId);
  const reports = await documentsOfBooking(deps, bookingId, "report");
  const receipts = await documentsOfBooking(deps, bookingId, "receipt");
  const orders = await documentsOfBooking(deps, bookingId, "order");
  return {
    documents: [...papers, ...reports, ...receipts, ...orders].map((document) => ({
      name: document.name,
      kind: nameOfDocument(document),
      mediaType: document.media_type,
      bytes: document.bytes,
      sha256: document.sha256,
      visibleTo: VISIBILITY_LABELS[document.visible_to],
      virusCheck: SCAN_LABELS[document.scan],
      addedBy: document.uploaded_by_kind,
      addedAt: document.created_at,
    })),
    expectedByPost: (await papersByPost(deps.db, bookingId)).map((kind) => DOCUMENT_KINDS[kind]),
  };
}

export const personal: Personal = {
  eraseBooking: async (trx, _, bookingId) => ({ documentIds: await eraseDocuments(trx, bookingId) }),
  exportBooking: documentData,
  isChangedSince: isDocumentAddedSince,
};
