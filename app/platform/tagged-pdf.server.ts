import { createRequire } from "node:module";
import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";

/** Writes A4 pages of headings, paragraphs and tables as a tagged PDF (PDF/UA): a screen reader gets the same order and
 * the same tables as the eye. */

const require = createRequire(import.meta.url);
const fontFile = (name: string) => require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);

const MARGIN = 56;
const WIDTH = 595.28 - 2 * MARGIN;
const BOTTOM = 841.89 - MARGIN;
const GREY = "#444444";
const PAD = 4;

export type PdfColumn = {
  name: string;
  /** A part of the page's width; all parts are 1 together. */
  part: number;
  isNumber?: boolean;
};

/** With `hasTotal`, the last row is bold. */
type PdfTable = { columns: PdfColumn[]; rows: string[][]; hasTotal?: boolean };

export type PdfWriter = ReturnType<typeof writerOf>;

function writerOf(doc: PDFKit.PDFDocument) {
  const root = doc.struct("Document");
  doc.addStructure(root);

  function put(parent: PDFKit.PDFStructureElement, type: string, draw: () => void) {
    const element = doc.struct(type);
    parent.add(element);
    element.add(doc.markStructureContent(type));
    draw();
    doc.endMarkedContent();
    element.end();
  }
  const room = (height: number) => {
    if (doc.y + height > BOTTOM) doc.addPage();
  };
  const font = (size: number, isBold = false, colour = "#000000") =>
    doc
      .font(isBold ? "bold" : "plain")
      .fontSize(size)
      .fillColor(colour);

  function text(type: string, words: string, size: number, isBold: boolean, after: number, colour?: string) {
    if (words.trim() === "") return;
    room(size * 2);
    put(root, type, () =>
      font(size, isBold, colour).text(words, MARGIN, doc.y, { width: WIDTH, lineGap: 2 }),
    );
    doc.y += after;
  }

  function row(
    parent: PDFKit.PDFStructureElement,
    cells: string[],
    columns: PdfColumn[],
    { isHead = false, isBold = false },
  ) {
    font(9.5, isHead || isBold);
    const widths = columns.map(({ part }) => part * WIDTH - 2 * PAD);
    const heights = cells.map((cell, index) => doc.heightOfString(cell || " ", { width: widths[index]! }));
    const height = Math.max(...heights) + 2 * PAD;
    room(height);
    const top = doc.y;
    const line = doc.struct("TR");
    parent.add(line);
    let x = MARGIN;
    for (const [index, cell] of cells.entries()) {
      const [left, width] = [x + PAD, widths[index]!];
      const align = columns[index]!.isNumber ? ("right" as const) : ("left" as const);
      const type = isHead ? "TH" : "TD";
      put(line, type, () => doc.text(cell || " ", left, top + PAD, { width, align }));
      x += columns[index]!.part * WIDTH;
    }
    line.end();
    doc.markContent("Artifact", { type: "Layout" });
    doc
      .moveTo(MARGIN, top + height)
      .lineTo(MARGIN + WIDTH, top + height)
      .lineWidth(isHead ? 1 : 0.5)
      .strokeColor(isHead ? "#000000" : "#999999")
      .stroke();
    doc.endMarkedContent();
    doc.y = top + height;
  }

  return {
    title: (words: string) => text("H1", words, 20, true, 6),
    heading: (words: string) => text("H2", words, 12, true, 2),
    paragraph: (words: string) => text("P", words, 10, false, 6),
    /** Short lines, each read out by itself. */
    lines: (rows: readonly string[]) => {
      for (const words of rows) text("P", words, 10, false, 0);
      doc.y += 6;
    },
    note: (words: string) => text("P", words, 9, false, 6, GREY),
    space: (points = 10) => {
      doc.y += points;
    },
    table({ columns, rows, hasTotal = false }: PdfTable) {
      const table = doc.struct("Table");
      root.add(table);
      const names = columns.map(({ name }) => name);
      row(table, names, columns, { isHead: true });
      for (const [index, cells] of rows.entries())
        row(table, cells, columns, { isBold: hasTotal && index === rows.length - 1 });
      table.end();
      doc.y += 8;
    },
    end: () => root.end(),
  };
}

/** A tagged PDF with this title, of which `write` writes the content. */
export async function writeTaggedPdf(
  { title, author }: { title: string; author: string },
  write: (pdf: PdfWriter) => void,
): Promise<Buffer> {
  const doc = new PDFDocument({
    size: "A4",
    margin: MARGIN,
    pdfVersion: "1.7",
    // The types of pdfkit leave this one out.
    subset: "PDF/UA" as PDFKit.Mixins.PDFSubsets,
    tagged: true,
    displayTitle: true,
    lang: "en-GB",
    info: { Title: title, Author: author },
    font: fontFile("DejaVuSans"),
  });
  doc.registerFont("plain", fontFile("DejaVuSans"));
  doc.registerFont("bold", fontFile("DejaVuSans-Bold"));
  const bytes = buffer(doc);
  const pdf = writerOf(doc);
  write(pdf);
  pdf.end();
  doc.end();
  return bytes;
}
