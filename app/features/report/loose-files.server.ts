import { byIds, inPages, MAX_PIECE } from "#app/kit/pieces.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { deleteDocumentFiles } from "#app/features/documents/erase-documents.server.ts";

type Old = { before: string; exceptBookingIds: readonly string[] };

/** Deletes files that were uploaded as a report and became none, because it was refused. One with a virus stays as a
 * note that refuses it again; its file is gone already. */
export async function deleteLooseFiles(deps: Deps, documentIds: readonly string[]): Promise<void> {
  const rows = await byIds(documentIds, (piece) =>
    deps.db
      .deleteFrom("documents")
      .where("id", "in", piece)
      .where("purpose", "=", "report")
      .where("scan", "!=", "infected")
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("reports")
              .select("reports.id")
              .whereRef("reports.booking_id", "=", "documents.booking_id")
              .whereRef("reports.document_id", "=", "documents.id"),
          ),
        ),
      )
      .returning("id")
      .execute(),
  );
  const ids = rows.map(({ id }) => id);
  await deleteDocumentFiles(deps, ids);
}

/** Deletes those that came before an instant (UTC), some at a time. */
export async function deleteOldLooseFiles(deps: Deps, { before, exceptBookingIds }: Old): Promise<void> {
  const kept = new Set(exceptBookingIds);
  const pages = inPages<{ id: string; booking_id: string }>((last) =>
    deps.db
      .selectFrom("documents")
      .select(["id", "booking_id"])
      .where("purpose", "=", "report")
      .where("created_at", "<", before)
      .where("id", ">", last?.id ?? "")
      .orderBy("id")
      .limit(MAX_PIECE)
      .execute(),
  );
  for await (const rows of pages)
    await deleteLooseFiles(
      deps,
      rows.flatMap(({ id, booking_id }) => (kept.has(booking_id) ? [] : [id])),
    );
}
