import type { Deps } from "#app/deps.server.ts";
import type { OpenDraft } from "./open-draft.server.ts";
import { reportDocument, type ReportTree } from "./report-document.ts";
import { letterheadOf } from "./report-files.server.ts";
import { writtenReports, type WrittenReport } from "./written-report.server.ts";

/** The text of a draft as its author reads it: frozen while it is in review or released (`sent`), else as it is now.
 * `isDraft`: it is not released. */
export async function readReport(
  deps: Deps,
  { kind, draft, saved }: OpenDraft & { kind: "open" | "sent" },
): Promise<{ tree: ReportTree; isDraft: boolean; sent: WrittenReport | null }> {
  const [sent] = kind === "sent" ? await writtenReports(deps, { draftId: saved.id }) : [];
  if (sent) return { tree: sent.tree, isDraft: sent.state !== "released", sent };
  return { tree: reportDocument(draft, letterheadOf(deps)), isDraft: true, sent: null };
}
