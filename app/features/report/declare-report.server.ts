import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import {
  changeBooking,
  DONE,
  refused,
  type Inside,
  type Result,
} from "#app/features/booking/record/change-booking.server.ts";
import { findDocument } from "#app/features/documents/document-rows.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { checkCodeOf, fileHashOf } from "./check-codes.server.ts";
import {
  reportsOfBooking,
  sealedContent,
  sealedOutcomes,
  sealedReport,
  type Report,
} from "./report-rows.server.ts";
import type { ReportKind } from "./report-words.ts";

/** Why a report cannot be sent for review now; null when it can. */
export function whyNotDeclare(reports: readonly Report[], kind: ReportKind) {
  if (reports.some(({ state }) => state === "in-review")) return "in-review";
  const isReleased = reports.some(({ state }) => state === "released");
  if (kind === "report" && isReleased) return "report-released";
  return kind !== "report" && !isReleased ? "none-released" : null;
}

type DeclareProblem = NonNullable<ReturnType<typeof whyNotDeclare>> | "file-gone";

/** A report that was written here, as it was sent. */
type Written = { draftId: string; content: object; outcomes: object; pages?: number };

type Declared = {
  bookingId: string;
  documentId: string;
  written?: Written;
  /** How many pages a file has that was made here and is no written report. */
  pages?: number;
  kind: ReportKind;
  /** Ids of assessments of the booking. */
  decisions: string[];
  declaredName: string;
  by: ActedByRequest;
};

/** Sends an uploaded file for review as the next version of the booking's report. The same file sent twice is one
 * version. */
export async function declareReport(deps: Deps, declared: Declared) {
  const { bookingId, documentId, kind, by, written } = declared;
  return changeBooking(deps, { bookingId, by }, async (inside): Promise<Result<DeclareProblem>> => {
    const trx = inside.db;
    const reports = await reportsOfBooking(inside, bookingId);
    if (reports.some((report) => report.document_id === documentId && report.state === "in-review"))
      return DONE;
    const problem = whyNotDeclare(reports, kind);
    if (problem) return refused(problem);
    // Another request for the same file was refused meanwhile, and took it away.
    const file = await findDocument(inside, documentId);
    if (!file) return refused("file-gone");
    const id = deps.ids.uuid();
    const version = (reports[0]?.version ?? 0) + 1;
    await trx
      .insertInto("reports")
      .values({
        id,
        booking_id: bookingId,
        version,
        kind,
        document_id: documentId,
        decisions: JSON.stringify(declared.decisions),
        check_code: checkCodeOf(deps.secrets, { bookingId, version }),
        file_hash: fileHashOf(deps.secrets, file.sha256),
        pages: written?.pages ?? declared.pages ?? null,
        state: "in-review",
        details_sealed: sealedReport.encrypt(deps.secrets, id, { declaredName: declared.declaredName }),
        author_id: by.actor.id ?? "",
        declared_at: deps.clock.now().toISOString(),
        reviewed_by: null,
        reviewed_at: null,
        withdrawn_at: null,
        draft_id: written?.draftId ?? null,
        content_sealed: written ? sealedContent.encrypt(deps.secrets, id, written.content) : null,
        outcomes_sealed: written ? sealedOutcomes.encrypt(deps.secrets, id, written.outcomes) : null,
      })
      .execute();
    await recordAudit(inside, by, "report.declared", ["booking", bookingId]);
    await tellOffice(inside, { bookingId, reportId: id });
    return DONE;
  });
}

async function tellOffice(inside: Inside, { bookingId, reportId }: Record<"bookingId" | "reportId", string>) {
  await enqueueMail(inside, {
    topic: "report-to-review",
    to: inside.settings.current().company.email,
    bookingId,
    dedupeKey: `report-to-review:${reportId}`,
    payload: { path: `/admin/bookings/${bookingId}/report` },
  });
}
