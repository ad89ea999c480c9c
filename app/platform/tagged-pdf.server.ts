import { createRequire } from "node:module";
import { buffer } from "node:stream/consumers";
import * as fontkit from "fontkit";
import type { Font } from "fontkit";
import PDFDocument from "pdfkit";

/** Writes A4 pages of headings, paragraphs, lists and tables as a tagged PDF (PDF/UA): a screen reader gets the same
 * order and the same tables as the eye. */

const require = createRequire(import.meta.url);
const fontFile = (name: string) => require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);

const MARGIN = 56;
const WIDTH = 595.28 - 2 * MARGIN;
const BOTTOM = 841.89 - MARGIN;
const GREY = "#444444";
const PAD = 4;
const INDENT = 18;
const MAX_LOGO = { width: 160, height: 60 };
/** Letters that are written from right to left: the lines here are not turned. */
const RIGHT_TO_LEFT =
  /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u;

type PdfColumn = {
  name: string;
  /** A part of the page's width; all parts are 1 together. */
  part: number;
  isNumber?: boolean;
};

/** With `hasTotal`, the last row is bold. */
type PdfTable = { columns: PdfColumn[]; rows: string[][]; hasTotal?: boolean };

/** A head of a column or of a row. The types of pdfkit leave `scope` out. */
type Head = PDFKit.Mixins.StructureElementOptions & { scope: "Column" | "Row" };

/** Words in the margins of a page: `head` at its top right, bold; `foot` at its bottom. */
type PdfEdges = (page: number, count: number) => { head: string; foot: string };

type PdfWriter = ReturnType<typeof writerOf>;

function writerOf(doc: PDFKit.PDFDocument) {
  const root = doc.struct("Document");
  doc.addStructure(root);

  function put(parent: PDFKit.PDFStructureElement, type: string, draw: () => void, head?: Head) {
    const element = doc.struct(type, head);
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

  type Look = {
    size: number;
    isBold?: boolean;
    after: number;
    colour?: string;
    indent?: number;
    needs?: number;
  };

  function textIn(parent: PDFKit.PDFStructureElement, type: string, words: string, look: Look) {
    const { size, isBold = false, after, colour, indent = 0, needs = size * 2 } = look;
    if (words.trim() === "") return;
    room(needs);
    const options = { width: WIDTH - indent, lineGap: 2 };
    put(parent, type, () => font(size, isBold, colour).text(words, MARGIN + indent, doc.y, options));
    doc.y += after;
  }
  const text = (type: string, words: string, look: Look) => textIn(root, type, words, look);

  /** An element of `root` that contains others. */
  function group(type: string, write: (element: PDFKit.PDFStructureElement) => void, options = {}) {
    const element = doc.struct(type, options);
    root.add(element);
    write(element);
    element.end();
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
      const draw = () => doc.text(cell || " ", left, top + PAD, { width, align });
      if (isHead) put(line, "TH", draw, { scope: "Column" });
      else put(line, "TD", draw);
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
    title: (words: string) => text("H1", words, { size: 20, isBold: true, after: 6 }),
    heading: (words: string) => text("H2", words, { size: 12, isBold: true, after: 2, needs: 48 }),
    subheading: (words: string) => text("H3", words, { size: 10.5, isBold: true, after: 2, needs: 42 }),
    paragraph: (words: string) => text("P", words, { size: 10, after: 6 }),
    /** Short lines, each read out by itself. */
    lines: (rows: readonly string[]) => {
      for (const words of rows) text("P", words, { size: 10, after: 0 });
      doc.y += 6;
    },
    note: (words: string) => text("P", words, { size: 9, after: 6, colour: GREY }),
    quote: (words: string) =>
      group("BlockQuote", (quote) =>
        textIn(quote, "P", words, { size: 10, after: 6, indent: INDENT, colour: GREY }),
      ),
    list: (items: readonly string[]) =>
      group("L", (list) => {
        for (const words of items) {
          const item = doc.struct("LI");
          list.add(item);
          room(20);
          const top = doc.y;
          put(item, "Lbl", () => font(10).text("•", MARGIN + INDENT / 2, top, { lineBreak: false }));
          doc.y = top;
          textIn(item, "LBody", words, { size: 10, after: 3, indent: INDENT });
          item.end();
        }
        doc.y += 3;
      }),
    /** Names and their values, one a row under the heads of both columns; `caption` says what they are about. */
    facts: (
      caption: string,
      rows: readonly { name: string; value: string }[],
      [nameHead, valueHead]: readonly [string, string],
    ) =>
      group(
        "Table",
        (table) => {
          const head = doc.struct("TR");
          table.add(head);
          room(40);
          const top = doc.y;
          put(head, "TH", () => font(10, true).text(nameHead, MARGIN, top, { width: WIDTH * 0.3 - PAD }));
          put(head, "TH", () =>
            font(10, true).text(valueHead, MARGIN + WIDTH * 0.3, top, { width: WIDTH * 0.7 }),
          );
          doc.y += 3;
          head.end();
          for (const { name, value } of rows) {
            const left = MARGIN + WIDTH * 0.3;
            const width = WIDTH * 0.7;
            const line = doc.struct("TR");
            table.add(line);
            const height = font(10).heightOfString(value, { width, lineGap: 2 });
            room(Math.min(height, 100));
            const top = doc.y;
            const head = () => font(10, true).text(name, MARGIN, top, { width: WIDTH * 0.3 - PAD });
            put(line, "TH", head, { scope: "Row" });
            const under = doc.y;
            put(line, "TD", () => font(10).text(value, left, top, { width, lineGap: 2 }));
            doc.y = (doc.y < top ? doc.y : Math.max(doc.y, under)) + 3;
            line.end();
          }
          doc.y += 5;
        },
        { title: caption },
      ),
    /** The practice's logo, which says nothing that the words do not. */
    logo(png: Buffer) {
      doc.markContent("Artifact", { type: "Layout" });
      doc.image(png, MARGIN, doc.y, { fit: [MAX_LOGO.width, MAX_LOGO.height] });
      doc.endMarkedContent();
      doc.y = Math.max(doc.y, MARGIN) + 8;
    },
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

/** Writes the margins of all pages, which no reader reads out. */
function writeEdges(doc: PDFKit.PDFDocument, edges: PdfEdges) {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    const { head, foot } = edges(page + 1, count);
    // Without a margin below, text at the foot begins no page of its own.
    const { bottom } = doc.page.margins;
    doc.page.margins.bottom = 0;
    doc.markContent("Artifact", { type: "Pagination" });
    doc.font("bold").fontSize(10).fillColor("#000000");
    doc.text(head, MARGIN, MARGIN / 2, { width: WIDTH, align: "right", lineBreak: false });
    doc.font("plain").fontSize(8).fillColor(GREY);
    doc.text(foot, MARGIN, BOTTOM + MARGIN / 5, { width: WIDTH, align: "center", height: 0.7 * MARGIN });
    doc.endMarkedContent();
    doc.page.margins.bottom = bottom;
  }
}

let font: Font | null = null;

/** Characters of a text that the PDF's font cannot draw, or not in their order; each once. */
export function undrawable(text: string): string[] {
  font ??= fontkit.openSync(fontFile("DejaVuSans")) as Font;
  const known = font;
  return [...new Set(text)].filter((letter) => {
    const code = letter.codePointAt(0)!;
    return code >= 0x20 && (RIGHT_TO_LEFT.test(letter) || !known.hasGlyphForCodePoint(code));
  });
}

/** A tagged PDF with this title, of which `write` writes the content and `edges` the margins. */
export async function writeTaggedPdf(
  { title, author, edges }: { title: string; author: string; edges?: PdfEdges },
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
    bufferPages: edges !== undefined,
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
  if (edges) writeEdges(doc, edges);
  doc.end();
  return bytes;
}
