import type { Deps } from "#app/deps.server.ts";
import { declareReport } from "#app/features/report/declare-report.server.ts";
import { REFERRER } from "#app/features/report/change-report.server.ts";
import { releaseReport } from "#app/features/report/review-report.server.ts";
import type { ReportTree } from "#app/features/report-writing/report-document.ts";
import type { Outcome } from "#app/features/report-writing/written-report.server.ts";
import { deliveriesOf, reportsOfBooking } from "#app/features/report/report-rows.server.ts";
import { createDocument } from "./documents.ts";
import { createUser } from "./factories.ts";
import { pdf } from "./files.ts";
import { BY_STAFF, byAssessor } from "./visits.ts";

/** `isWritten`: here, and not uploaded. */
type Options = {
  isWritten?: boolean;
  draftId?: string;
  author?: { id: string };
  kind?: "report" | "addendum" | "correction";
  text?: string;
  /** Conclusions of one that was written here. */
  outcomes?: readonly Outcome[];
};

const treeOf = (text: string): ReportTree => ({
  title: "Report on mental capacity",
  reference: "CA-2027-0042",
  language: "en-GB",
  letterhead: [],
  blocks: [
    { part: "sources", kind: "heading", level: 2, text: "Sources" },
    { part: "sources", kind: "paragraph", number: 1, text },
  ],
});

/** A report of a booking that waits for review. */
export async function createReport(deps: Deps, bookingId: string, options: Options = {}) {
  const { kind = "report", text = "The report", isWritten = false } = options;
  const author = options.author ?? (await createUser(deps, { role_id: "assessor" }));
  const by = byAssessor(author);
  const bytes = pdf(text);
  const file = { bookingId, purpose: "report", kind: "other", by, name: "Report.pdf", bytes } as const;
  const { documentId } = await createDocument(deps, file);
  const decisions = ["property-finance"];
  const result = await declareReport(deps, {
    bookingId,
    documentId,
    kind,
    decisions,
    by,
    declaredName: "Priya Nair",
    ...(isWritten && {
      written: {
        draftId: options.draftId ?? deps.ids.uuid(),
        content: treeOf(text),
        outcomes: options.outcomes ?? [],
      },
    }),
  });
  if (!result.ok) throw new Error(`the report was refused: ${result.problem}`);
  const [report] = await reportsOfBooking(deps, bookingId);
  return { report: report!, bytes };
}

/** A report that was released to the booking's referrer. */
export async function createDelivery(deps: Deps, bookingId: string, options: Options = {}) {
  const { report, bytes } = await createReport(deps, bookingId, options);
  const review = { bookingId, reportId: report.id, by: BY_STAFF, recipients: [REFERRER] };
  const result = await releaseReport(deps, review);
  if (!result.ok) throw new Error(`the report was refused: ${result.problem}`);
  const [delivery] = await deliveriesOf(deps, [report.id]);
  return { report, bytes, delivery: delivery! };
}
