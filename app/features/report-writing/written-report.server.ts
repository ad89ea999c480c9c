import { sealedContent, sealedOutcomes } from "#app/features/report/report-rows.server.ts";
import type { ReportRow } from "#app/features/report/tables.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { Secrets } from "#app/platform/secrets.server.ts";
import type { Conclusion } from "./abilities.ts";
import type { ReportTree } from "./report-document.ts";

/** The conclusion of a report on a decision; `assessment` is empty where the decision belongs to none. */
export type Outcome = { assessment: string; conclusion: Conclusion | null };

/** A report that was written here, as it was sent. */
export type WrittenReport = Pick<
  ReportRow,
  "id" | "booking_id" | "version" | "kind" | "state" | "author_id" | "draft_id" | "declared_at"
> & { tree: ReportTree; outcomes: Outcome[] };

type ReadDeps = { db: Executor; secrets: Secrets };
type Which =
  | { draftId: string }
  | { documentId: string }
  | { bookingId: string; version?: number; state?: ReportRow["state"] };

/** Reports that were written here, the newest first. Uploaded files are none. */
export async function writtenReports({ db, secrets }: ReadDeps, which: Which): Promise<WrittenReport[]> {
  let query = db
    .selectFrom("reports")
    .selectAll()
    .where("content_sealed", "is not", null)
    .orderBy("version", "desc");
  if ("draftId" in which) query = query.where("draft_id", "=", which.draftId);
  else if ("documentId" in which) query = query.where("document_id", "=", which.documentId);
  else {
    query = query.where("booking_id", "=", which.bookingId);
    if (which.version !== undefined) query = query.where("version", "=", which.version);
    if (which.state !== undefined) query = query.where("state", "=", which.state);
  }
  const rows = await query.execute();
  return rows.map(({ id, content_sealed, outcomes_sealed, ...row }) => ({
    id,
    booking_id: row.booking_id,
    version: row.version,
    kind: row.kind,
    state: row.state,
    author_id: row.author_id,
    draft_id: row.draft_id,
    declared_at: row.declared_at,
    tree: sealedContent.decrypt(secrets, id, content_sealed!) as ReportTree,
    outcomes: sealedOutcomes.decrypt(secrets, id, outcomes_sealed!) as Outcome[],
  }));
}
