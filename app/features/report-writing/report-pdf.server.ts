import { writeTaggedPdf } from "#app/platform/tagged-pdf.server.ts";
import { blockTexts, referenceLine, TABLE_HEAD, type ReportTree } from "./report-document.ts";

/** Marks and signs of a file beside its words. `mark` is on every page; empty once the report is released. */
export type FileLook = { author: string; mark: string; logo: Buffer | null };

/** The line at the foot of each page. */
export const footOf = ({ title, reference, footer }: ReportTree) =>
  [`${title}, ${reference}. Confidential.`, footer].filter(Boolean).join(" ");

/** A report's tree as a tagged PDF, and the number of its pages. */
export async function reportPdf(
  tree: ReportTree,
  { author, mark, logo }: FileLook,
): Promise<{ bytes: Buffer; pages: number }> {
  let pages = 0;
  const edges = (page: number, count: number) => {
    pages = count;
    return { head: mark, foot: `${footOf(tree)} Page ${page} of ${count}` };
  };
  const title = `${tree.title}, ${tree.reference}`;
  const bytes = await writeTaggedPdf({ title, author, edges }, (pdf) => {
    if (logo) pdf.logo(logo);
    if (tree.letterhead.length > 0) pdf.lines(tree.letterhead);
    pdf.title(tree.title);
    pdf.lines([referenceLine(tree)]);
    for (const block of tree.blocks) {
      const texts = blockTexts(block);
      const [text = ""] = texts;
      switch (block.kind) {
        case "heading":
          pdf.space(6);
          if (block.level === 2) pdf.heading(text);
          else pdf.subheading(text);
          break;
        case "paragraph":
          pdf.paragraph(text);
          break;
        case "quote":
          pdf.quote(text);
          break;
        case "list":
          pdf.list(texts);
          break;
        case "signature":
          pdf.space(12);
          pdf.lines(texts);
          break;
        case "table":
          pdf.facts(block.caption, block.rows, TABLE_HEAD);
          break;
      }
    }
  });
  return { bytes, pages };
}
