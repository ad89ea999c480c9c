import type { Paragraph, Table } from "docx";
import {
  blockTexts,
  referenceLine,
  TABLE_HEAD,
  type ReportBlock,
  type ReportTree,
} from "./report-document.ts";
import { footOf, type FileLook } from "./report-pdf.server.ts";

const MAX_LOGO_PIXELS = { width: 213, height: 80 };
const INDENT_TWIPS = 360;

/** Width and height of a PNG, from its first chunk. */
const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });

function fitted(png: Buffer) {
  const { width, height } = sizeOf(png);
  const scale = Math.min(1, MAX_LOGO_PIXELS.width / width, MAX_LOGO_PIXELS.height / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** A report's tree as a Word document (OOXML), with the same words as its PDF. */
export async function reportDocx(tree: ReportTree, { author, mark, logo }: FileLook): Promise<Buffer> {
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

  function written(block: ReportBlock): (Paragraph | Table)[] {
    const texts = blockTexts(block);
    const [text = ""] = texts;
    switch (block.kind) {
      case "heading":
        return [
          paragraph(text, {
            heading: block.level === 2 ? HeadingLevel.HEADING_2 : HeadingLevel.HEADING_3,
          }),
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
                ],
              }),
            ],
          }),
        },
        children: [
          ...drawn,
          ...tree.letterhead.map((line) => paragraph(line, { spacing: { after: 0 } })),
          paragraph(tree.title, { heading: HeadingLevel.HEADING_1 }),
          paragraph(referenceLine(tree)),
          ...tree.blocks.flatMap(written),
        ],
      },
    ],
  });
  return Packer.toBuffer(document);
}
