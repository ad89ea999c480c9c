import type { Deps } from "#app/deps.server.ts";
import { fileHeaders } from "#app/features/documents/open-document.server.ts";
import {
  type DocumentTree,
  blockTexts,
  headLines,
  TABLE_HEAD,
  type DocumentBlock,
} from "./report-document.ts";
import { writtenReports } from "./written-report.server.ts";
import type { Paragraph, Table } from "docx";
import { writeTaggedPdf } from "#app/platform/tagged-pdf.server.ts";

/** Marks and signs of a file beside its words. `mark` is on every page; empty once the report is released. */
type FileLook = { author: string; mark: string; logo: Buffer | null };

/** The line at the foot of each page. */
const footOf = ({ title, reference, footer }: DocumentTree) =>
  [`${title}, ${reference}. Confidential.`, footer].filter(Boolean).join(" ");

/** A document's tree as a tagged PDF, and the number of its pages. */
export async function documentPdf(tree: DocumentTree, { author, mark, logo }: FileLook) {
  let pages = 0;
  const edges = (page: number, count: number) => {
    pages = count;
    const foot = [`${footOf(tree)} Page ${page} of ${count}`, tree.check].filter(Boolean).join("\n");
    return { head: mark, foot };
  };
  const title = `${tree.title}, ${tree.reference}`;
  const bytes = await writeTaggedPdf({ title, author, edges }, (pdf) => {
    if (logo) pdf.logo(logo);
    if (tree.letterhead.length > 0) pdf.lines(tree.letterhead);
    pdf.title(tree.title);
    pdf.lines(headLines(tree));
    for (const block of tree.blocks) {
      const texts = blockTexts(block);
      const [text = ""] = texts;
      if (block.kind === "table") pdf.facts(block.caption, block.rows, TABLE_HEAD);
      else if (block.kind === "list") pdf.list(texts);
      else if (block.kind === "quote" || block.kind === "paragraph") pdf[block.kind](text);
      else {
        pdf.space(block.kind === "heading" ? 6 : 12);
        if (block.kind === "signature") pdf.lines(texts);
        else if (block.level === 2) pdf.heading(text);
        else pdf.subheading(text);
      }
    }
  });
  return { bytes, pages };
}

const MAX_LOGO_PIXELS = { width: 213, height: 80 };
const INDENT_TWIPS = 360;

/** Width and height of a PNG, from its first chunk. */
const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });

function fitted(png: Buffer) {
  const { width, height } = sizeOf(png);
  const scale = Math.min(1, MAX_LOGO_PIXELS.width / width, MAX_LOGO_PIXELS.height / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** A document's tree as a Word document (OOXML), with the same words as its PDF. */
export async function documentDocx(tree: DocumentTree, { author, mark, logo }: FileLook): Promise<Buffer> {
  // Loaded with the first document: few requests need it.
  const docx = await import("docx");
  const { AlignmentType, HeadingLevel, Packer, PageNumber, TextRun } = docx;

  const runs = (text: string, look: { bold?: boolean } = {}) =>
    text.split("\n").map((line, index) => new TextRun({ text: line, ...look, ...(index && { break: 1 }) }));
  const paragraph = (text: string, options: ConstructorParameters<typeof Paragraph>[0] = {}) =>
    new docx.Paragraph({ ...(options as object), children: runs(text) });
  const cell = (text: string, percent: number, bold: boolean) =>
    new docx.TableCell({
      width: { size: percent, type: docx.WidthType.PERCENTAGE },
      children: [new docx.Paragraph({ children: runs(text, { bold }) })],
    });

  function written(block: DocumentBlock): (Paragraph | Table)[] {
    const texts = blockTexts(block);
    const [text = ""] = texts;
    switch (block.kind) {
      case "heading":
        return [
          paragraph(text, { heading: block.level === 2 ? HeadingLevel.HEADING_2 : HeadingLevel.HEADING_3 }),
        ];
      case "paragraph":
        return [paragraph(text)];
      case "quote":
        return [paragraph(text, { style: "Quote", indent: { left: INDENT_TWIPS } })];
      case "list":
        return texts.map((item) => paragraph(item, { bullet: { level: 0 } }));
      case "signature":
        return texts.map((line, index) =>
          paragraph(line, { keepNext: index < texts.length - 1, keepLines: true, spacing: { after: 40 } }),
        );
      case "table":
        return [
          new docx.Table({
            width: { size: 100, type: docx.WidthType.PERCENTAGE },
            tableLook: { firstRow: true, firstColumn: true, noHBand: true, noVBand: true },
            rows: [
              new docx.TableRow({
                tableHeader: true,
                cantSplit: true,
                children: [cell(TABLE_HEAD[0], 30, true), cell(TABLE_HEAD[1], 70, true)],
              }),
              ...block.rows.map(
                ({ name, value }) =>
                  new docx.TableRow({
                    cantSplit: true,
                    children: [cell(name, 30, true), cell(value, 70, false)],
                  }),
              ),
            ],
          }),
        ];
    }
  }

  const drawn = logo
    ? [
        new docx.Paragraph({
          children: [new docx.ImageRun({ type: "png", data: logo, transformation: fitted(logo) })],
        }),
      ]
    : [];
  const heading = {
    run: { color: "000000", bold: true },
    paragraph: { spacing: { before: 240, after: 80 }, keepNext: true },
  };
  const document = new docx.Document({
    title: `${tree.title}, ${tree.reference}`,
    creator: author,
    lastModifiedBy: author,
    description: "",
    styles: {
      default: {
        document: {
          run: { font: "Arial", size: 21, language: { value: tree.language } },
          paragraph: { spacing: { after: 120 } },
        },
        heading1: { ...heading, run: { ...heading.run, size: 36 } },
        heading2: { ...heading, run: { ...heading.run, size: 26 } },
        heading3: { ...heading, run: { ...heading.run, size: 22 } },
      },
      paragraphStyles: [
        { id: "Quote", name: "Quote", basedOn: "Normal", run: { color: "444444" }, quickFormat: true },
      ],
    },
    sections: [
      {
        properties: { page: { size: { width: 11_906, height: 16_838 } } },
        headers: {
          default: new docx.Header({
            children: [
              new docx.Paragraph({ alignment: AlignmentType.RIGHT, children: runs(mark, { bold: true }) }),
            ],
          }),
        },
        footers: {
          default: new docx.Footer({
            children: [
              new docx.Paragraph({
                alignment: AlignmentType.CENTER,
                children: [
                  new TextRun({ size: 16, text: `${footOf(tree)} Page ` }),
                  new TextRun({ size: 16, children: [PageNumber.CURRENT] }),
                  new TextRun({ size: 16, text: " of " }),
                  new TextRun({ size: 16, children: [PageNumber.TOTAL_PAGES] }),
                  ...(tree.check ? [new TextRun({ size: 16, text: tree.check, break: 1 })] : []),
                ],
              }),
            ],
          }),
        },
        children: [
          ...drawn,
          ...tree.letterhead.map((line) => paragraph(line, { spacing: { after: 0 } })),
          paragraph(tree.title, { heading: HeadingLevel.HEADING_1 }),
          ...headLines(tree).map((line) => paragraph(line, { spacing: { after: 0 } })),
          ...tree.blocks.flatMap(written),
        ],
      },
    ],
  });
  return Packer.toBuffer(document);
}

/** On every page of a report that is not released. */
const DRAFT = "Draft";

const MEDIA_TYPES = {
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
} as const;
export type FileKind = keyof typeof MEDIA_TYPES;

/** The practice's name, address and how to reach it, from Settings. */
export function letterheadOf({ settings }: Pick<Deps, "settings">): string[] {
  const { name, tradingAddress, registeredAddress, phone, email } = settings.current().company;
  const address = (tradingAddress || registeredAddress).split("\n").map((line) => line.trim());
  return [name, ...address, [phone, email].filter(Boolean).join(", ")].filter(Boolean);
}

const lookOf = ({ settings }: Pick<Deps, "settings">, isDraft: boolean) => {
  const { company, logo } = settings.current();
  const drawn = logo.png ? Buffer.from(logo.png, "base64") : null;
  return { author: company.name, mark: isDraft ? DRAFT : "", logo: drawn };
};

/** The PDF of a report, and the number of its pages. */
export const pdfOf = (deps: Pick<Deps, "settings">, tree: DocumentTree, { isDraft }: { isDraft: boolean }) =>
  documentPdf(tree, lookOf(deps, isDraft));

/** A document's tree as a download, named by its first words and its reference. */
export async function sendTree(
  kind: FileKind,
  tree: DocumentTree,
  { name, look, isShown = false }: { name: string; look: FileLook; isShown?: boolean },
): Promise<Response> {
  const bytes = kind === "pdf" ? (await documentPdf(tree, look)).bytes : await documentDocx(tree, look);
  return new Response(new Uint8Array(bytes), {
    headers: fileHeaders({ name: `${name}.${kind}`, mediaType: MEDIA_TYPES[kind], isShown }),
  });
}

/** A report as a download. Its name has the reference alone. */
export const sendReportFile = (
  deps: Pick<Deps, "settings">,
  kind: FileKind,
  { tree, isDraft, isShown = false }: { tree: DocumentTree; isDraft: boolean; isShown?: boolean },
) =>
  sendTree(kind, tree, {
    name: `Report ${tree.reference}${isDraft ? " draft" : ""}`,
    look: lookOf(deps, isDraft),
    isShown,
  });

/** The file of a report that was written here and is not released, marked as a draft; null for any other document. */
export async function sendUnreleased(deps: Deps, documentId: string, { isShown }: { isShown: boolean }) {
  const [written] = await writtenReports(deps, { documentId });
  if (!written || written.state === "released" || written.state === "withdrawn") return null;
  return sendReportFile(deps, "pdf", { tree: written.tree, isDraft: true, isShown });
}
