import type { Deps } from "#app/deps.server.ts";
import { checkLine } from "#app/features/report/check-codes.server.ts";
import type { OpenDraft } from "./open-draft.server.ts";
import {
  reportDocument,
  blockTexts,
  type ReportTree,
  type Signature,
  type ReportBlock,
} from "./report-document.ts";
import { letterheadOf } from "./report-files.server.ts";
import { writtenReports, type WrittenReport } from "./written-report.server.ts";

/** The words of a block without the number of its paragraph, which moves with what comes before it. */
const wordsOf = (block: ReportBlock) =>
  block.kind === "paragraph" ? block.text : blockTexts(block).join("\n");

const inShort = (text: string) => text.replaceAll(/\s+/g, " ");

const NAMES = {
  heading: "The heading",
  quote: "The quotation",
  list: "The list",
  table: "The table",
  signature: "The signature",
} as const;

const nameOf = (block: ReportBlock) =>
  block.kind === "paragraph"
    ? `Paragraph ${block.number}`
    : `${NAMES[block.kind]} “${inShort(wordsOf(block)).slice(0, 60)}”`;

/** Length of the longest common part of the two lists from each place on. */
function commonFrom(before: readonly string[], after: readonly string[]): number[][] {
  const table = Array.from({ length: before.length + 1 }, () => Array<number>(after.length + 1).fill(0));
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      table[i]![j] =
        before[i] === after[j] ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!);
  return table;
}

/** A line for each paragraph, or other block, in which a later report differs, in the later order. */
export function reportChanges(before: readonly ReportBlock[], after: readonly ReportBlock[]): string[] {
  const signed = ({ kind, ...block }: ReportBlock) =>
    kind === "signature" || (kind === "heading" && "text" in block && block.text === "Signature");
  [before, after] = [before.filter((one) => !signed(one)), after.filter((one) => !signed(one))];
  const [old, now] = [before.map(wordsOf), after.map(wordsOf)];
  const common = commonFrom(old, now);
  const lines: string[] = [];
  let removed: ReportBlock[] = [];
  let added: ReportBlock[] = [];
  const finish = () => {
    for (let k = 0; k < Math.max(removed.length, added.length); k += 1) {
      const [gone, come] = [removed[k], added[k]];
      const words = gone ? inShort(wordsOf(gone)) : "";
      if (gone && come) lines.push(`${nameOf(come)} is changed. Before: “${words}”`);
      else if (come) lines.push(`${nameOf(come)} is new.`);
      else lines.push(`Removed: “${words}”`);
    }
    [removed, added] = [[], []];
  };
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      finish();
      i += 1;
      j += 1;
    } else if (j < now.length && (i === old.length || common[i]![j + 1]! >= common[i + 1]![j]!)) {
      added.push(after[j]!);
      j += 1;
    } else {
      removed.push(before[i]!);
      i += 1;
    }
  }
  finish();
  return lines;
}

/** The chapter that names the changes since a released version; empty without one. */
export function changesChapter(version: number, lines: readonly string[]): ReportBlock[] {
  const part = "instruction" as const;
  if (lines.length === 0) return [];
  return [
    { part, kind: "heading", level: 2, text: `Changes since version ${version}` },
    { part, kind: "list", items: [...lines] },
  ];
}

const CHAPTER = /^Changes since version \d+$/;

/** The blocks of a report without the chapter of changes. */
export function withoutChanges(blocks: readonly ReportBlock[]): readonly ReportBlock[] {
  const [first] = blocks;
  return first?.kind === "heading" && CHAPTER.test(first.text) ? blocks.slice(2) : blocks;
}

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
