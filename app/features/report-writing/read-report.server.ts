import type { Deps } from "#app/deps.server.ts";
import { checkLine } from "#app/features/report/check-codes.server.ts";
import type { OpenDraft } from "./open-draft.server.ts";
import { changesChapter, reportChanges, withoutChanges } from "./report-changes.ts";
import { reportDocument, type ReportTree, type Signature } from "./report-document.ts";
import { letterheadOf } from "./report-files.server.ts";
import { writtenReports, type WrittenReport } from "./written-report.server.ts";

/** The text that a draft makes now. Where a version was released, it begins with the changes since that one. */
export async function currentTree(
  deps: Deps,
  { draft, booking }: Pick<OpenDraft, "draft" | "booking">,
  signed: Signature | null = null,
) {
  const tree = reportDocument(draft, {
    letterhead: letterheadOf(deps),
    footer: deps.settings.current().documents.reportFooter,
    signed,
    check: signed ? await checkLine(deps, booking.id) : "",
  });
  const [released] = await writtenReports(deps, { bookingId: booking.id, state: "released" });
  if (!released) return tree;
  const lines = reportChanges(withoutChanges(released.tree.blocks), tree.blocks);
  return { ...tree, blocks: [...changesChapter(released.version, lines), ...tree.blocks] };
}

/** The text of a draft as its author reads it: frozen while it is in review or released (`sent`), else as it is now.
 * `isDraft`: it is not released. */
export async function readReport(
  deps: Deps,
  { kind, draft, saved, booking }: OpenDraft & { kind: "open" | "sent" },
): Promise<{ tree: ReportTree; isDraft: boolean; sent: WrittenReport | null }> {
  const [sent] = kind === "sent" ? await writtenReports(deps, { draftId: saved.id }) : [];
  if (sent) return { tree: sent.tree, isDraft: sent.state !== "released", sent };
  return { tree: await currentTree(deps, { draft, booking }), isDraft: true, sent: null };
}
