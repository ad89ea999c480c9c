import type { Deps } from "#app/deps.server.ts";
import { deleteDocumentFiles } from "#app/features/documents/erase-documents.server.ts";

type Which = { documentIds: readonly string[] } | { before: string; exceptBookingIds: readonly string[] };

/** Deletes files that were uploaded as a report and became none, because it was refused: these, or all that came before
 * an instant (UTC). One with a virus stays as a note that refuses it again; its file is gone already. */
export async function deleteLooseFiles(deps: Deps, which: Which): Promise<void> {
  const loose = deps.db
    .deleteFrom("documents")
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
    );
  if ("documentIds" in which && which.documentIds.length === 0) return;
  const chosen =
    "documentIds" in which
      ? loose.where("id", "in", which.documentIds)
      : loose
          .where("created_at", "<", which.before)
          .$if(which.exceptBookingIds.length > 0, (query) =>
            query.where("booking_id", "not in", which.exceptBookingIds),
          );
  const rows = await chosen.returning("id").execute();
  await deleteDocumentFiles(
    deps,
    rows.map(({ id }) => id),
  );
}
