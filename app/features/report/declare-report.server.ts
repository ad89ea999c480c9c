import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { whyKeptOut } from "#app/features/booking/record/booking-to-change.server.ts";
import { KEPT_OUT_WORDS } from "#app/features/data-protection/restriction.ts";
import { findDocumentRow } from "#app/features/documents/document-rows.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import { reportsOfBooking, sealedReport, type Report } from "./report-rows.server.ts";
import type { ReportKind } from "./report-words.ts";

/** Why a report cannot be sent for review now; null when it can. */
export function refusalToDeclare(reports: readonly Report[], kind: ReportKind): string | null {
  if (reports.some(({ state }) => state === "in-review"))
    return "A report of this booking is with the office for review. Call the office to get it back.";
  const isReleased = reports.some(({ state }) => state === "released");
  if (kind === "report" && isReleased)
    return "The report was released. Choose “Addendum” or “Correction” for what you add to it.";
  if (kind !== "report" && !isReleased) return "There is no released report yet. Choose “Report”.";
  return null;
}

const GONE = "The file was not kept. Please send the form once more.";

type Declared = {
  bookingId: string;
  documentId: string;
  kind: ReportKind;
  /** Ids of assessments of the booking. */
  decisions: string[];
  declaredName: string;
  by: ActedByRequest;
};

/** Sends an uploaded file for review as the next version of the booking's report. The same file sent twice is one
 * version. Returns a sentence when it is refused. */
export async function declareReport(deps: Deps, declared: Declared): Promise<string | null> {
  const { bookingId, documentId, kind, by } = declared;
  const refusal = await transact(deps.db, async (trx) => {
    const problem = await whyKeptOut(trx, bookingId, by);
    if (problem) return KEPT_OUT_WORDS[problem];
    const reports = await reportsOfBooking({ ...deps, db: trx }, bookingId);
    if (reports.some((report) => report.document_id === documentId && report.state === "in-review"))
      return null;
    const reason = refusalToDeclare(reports, kind);
    if (reason) return reason;
    // Another request for the same file was refused meanwhile, and took it away.
    if (!(await findDocumentRow(trx, documentId))) return GONE;
    const id = deps.ids.uuid();
    await trx
      .insertInto("reports")
      .values({
        id,
        booking_id: bookingId,
        version: (reports[0]?.version ?? 0) + 1,
        kind,
        document_id: documentId,
        decisions: JSON.stringify(declared.decisions),
        state: "in-review",
        details_sealed: sealedReport.encrypt(deps.secrets, id, { declaredName: declared.declaredName }),
        author_id: by.actor.id ?? "",
        declared_at: deps.clock.now().toISOString(),
        reviewed_by: null,
        reviewed_at: null,
        withdrawn_at: null,
      })
      .execute();
    await recordAudit(trx, deps, by, "report.declared", ["booking", bookingId]);
    await tellOffice(trx, deps, { bookingId, reportId: id });
    return null;
  });
  return refusal;
}

async function tellOffice(
  trx: Executor,
  deps: Deps,
  { bookingId, reportId }: Record<"bookingId" | "reportId", string>,
) {
  await enqueueMail(trx, deps, {
    topic: "report-to-review",
    to: deps.settings.current().company.email,
    bookingId,
    dedupeKey: `report-to-review:${reportId}`,
    payload: { path: `/admin/bookings/${bookingId}/report` },
  });
}
