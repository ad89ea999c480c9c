import { describe, expect, test } from "vitest";
import { makeZip } from "./zip.server.ts";
import {
  cellsOf,
  readList,
  unreadHeadings,
  writeTemplate,
  writeWithProblems,
  type ReadList,
} from "./read-list.server.ts";

const csv = (text: string) => readList(Buffer.from(text));
const rowsOf = (list: ReadList | string) => (list as ReadList).rows?.map(({ cells }) => cells);

type Book = { sheet: string; more?: Record<string, string>; relations?: string };
const HEAD = `<row r="1"><c r="A1" t="inlineStr"><is><t>Assessments</t></is></c><c r="B1" t="inlineStr"><is><t>Date of birth</t></is></c></row>`;

/** A workbook with this XML in its first sheet. */
const book = ({ sheet, more = {} }: Book) =>
  makeZip({
    "[Content_Types].xml": "<Types/>",
    "xl/workbook.xml": `<x:workbook xmlns:x="m" xmlns:r="o"><x:sheets><x:sheet name="Ours" sheetId="7" r:id="rId9"/><x:sheet name="Other" sheetId="1" r:id="rId1"/></x:sheets></x:workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId9" Target="/xl/worksheets/sheet7.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData><row r="1"><c><v>1</v></c></row></sheetData></worksheet>`,
    "xl/worksheets/sheet7.xml": `<worksheet><sheetData>${HEAD}${sheet}</worksheet>`,
    ...more,
  });

function damaged(bytes: Buffer): Buffer {
  const at = bytes.indexOf("xl/worksheets/sheet7.xml") + 24;
  return bytes.fill(0xff, at, at + 20);
}

describe("XLSX", () => {
  test("the first sheet of several, stored values of formulas, days, rich texts, empty cells", async () => {
    const sheet = `<row r="4"><c r="A4" t="s"><v>0</v></c><c r="B4" s="1"><f>DATE(1942,3,27)</f><v>15427</v></c></row>
      <row r="9"><c r="B9" s="2"><v>15427</v></c></row><row r="11"><c r="A11"><f>A1</f></c></row></sheetData>`;
    const more = {
      "xl/sharedStrings.xml":
        "<sst><si><r><t>Capacity &amp; </t></r><r><t>Will&#233;</t></r><rPh><t>no</t></rPh></si></sst>",
      "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd\\/mm\\/yyyy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>`,
    };
    expect(((await readList(book({ sheet, more }))) as ReadList).rows).toEqual([
      { row: 4, cells: ["Capacity & Willé", "1942-03-27"] },
      { row: 9, cells: ["", "1942-03-27"] },
      { row: 11, cells: ["#VALUE!"] },
    ]);
  });

  const one = `<row r="2"><c r="A2" t="inlineStr"><is><t>Other</t></is></c></row></sheetData>`;
  test.each<[string, Buffer, RegExp]>([
    [
      "merged cells",
      book({ sheet: `${one}<mergeCells><mergeCell ref="A2:B2"/></mergeCells>` }),
      /merged cells \(A2:B2\)/,
    ],
    ["macros", book({ sheet: one, more: { "xl/vbaProject.bin": "x" } }), /contains macros/],
    [
      "a document",
      makeZip({ "[Content_Types].xml": "x", "word/document.xml": "x" }),
      /must be a CSV or XLSX/,
    ],
    ["a bomb", book({ sheet: one + " ".repeat(40_000_000) }), /far larger inside/],
    [
      "one long text in 12,000 cells",
      book({
        sheet: `${'<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>'.repeat(6000)}</sheetData>`,
        more: { "xl/sharedStrings.xml": `<sst><si><t>${"a".repeat(5000)}</t></si></sst>` },
      }),
      /far larger inside/,
    ],
    [
      "many cells of spaces",
      book({
        sheet: `${'<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>'.repeat(6000)}</sheetData>`,
        more: { "xl/sharedStrings.xml": `<sst><si><t>${" ".repeat(2_000_000)}</t></si></sst>` },
      }),
      /far larger inside/,
    ],
    ["no sheet", makeZip({ "[Content_Types].xml": "x", "xl/workbook.xml": "x" }), /must be a CSV or XLSX/],
    ["a part that is cut", damaged(book({ sheet: one })), /must be a CSV or XLSX/],
    [
      "a password",
      Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.from("EncryptedPackage", "utf16le")]),
      /password protected/,
    ],
    [
      "old Excel",
      Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)]),
      /must be a CSV or XLSX/,
    ],
    ["a PDF", Buffer.from("%PDF-1.7\n"), /must be a CSV or XLSX/],
    ["nothing", Buffer.alloc(0), /is empty/],
    ["more than 1 MB", Buffer.alloc(1024 * 1024 + 1, "a"), /smaller than 1MB/],
  ])("refuses %s", async (_name, bytes, words) => {
    expect(await readList(bytes)).toMatch(words);
  });

  test("a long text arrives whole", async () => {
    const sheet = `<row><c t="inlineStr"><is><t>${"a".repeat(32_000)}</t></is></c></row></sheetData>`;
    expect(rowsOf(await readList(book({ sheet })))![0]![0]).toHaveLength(32_000);
  });

  test("a number format of two million brackets is read at once", async () => {
    const more = {
      "xl/styles.xml": `<styleSheet><numFmt numFmtId="170" formatCode="${"[".repeat(2_000_000)}"/></styleSheet>`,
    };
    expect((await readList(book({ sheet: one, more }))) as ReadList).toMatchObject({ rows: [{ row: 2 }] });
  });

  test("numbers of rows that cannot be true are counted on, and no word is a sign", async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const rows = ["2", "2", "-1", "1e9", "7", "0.5"].map(
      (number) => `<row r="${number}">${cell("&constructor;")}</row>`,
    );
    const list = (await readList(book({ sheet: `${rows.join("")}</sheetData>` }))) as ReadList;
    expect(list.rows.map(({ row }) => row)).toEqual([2, 3, 4, 5, 7, 8]);
    expect(list.rows[0]!.cells).toEqual(["&constructor;"]);
  });

  test("a cell at the end of the world costs nothing", async () => {
    const far = `<row r="1048576"><c r="XFD1048576"><v>1</v></c><c r="A1048576"><v>2</v></c></row></sheetData>`;
    expect(((await readList(book({ sheet: far }))) as ReadList).rows).toEqual([
      { row: 1048576, cells: ["2"] },
    ]);
  });
});

describe("CSV", () => {
  test.each([
    ["semicolons of a Mac, CR alone", "Assessments;Surname\rOther;B\r"],
    ["tabs", "Assessments\tLast name\nOther\tB"],
    ["a mark, CR LF, quotes", '\uFEFF"Assessments","LAST NAME"\r\n"Other","B"\r\n,,\r\n'],
  ])("%s", async (_name, text) => {
    expect(rowsOf(await csv(text))).toEqual([["Other", "B"]]);
  });

  test("cells that begin like a formula are text, without the sign that our files put before", async () => {
    const text = "Assessments,Last name,Phone\nOther,=1+1,'+44 20 7946 0123\nOther,@B,-";
    expect(rowsOf(await csv(text))).toEqual([
      ["Other", "=1+1", "+44 20 7946 0123"],
      ["Other", "@B", "-"],
    ]);
  });

  test("headings and cells with the words of a program are texts", async () => {
    const list = (await csv("Assessments,constructor,__proto__\nOther,toString,valueOf")) as ReadList;
    expect(unreadHeadings(list.headings)).toEqual(["constructor", "__proto__"]);
    expect(cellsOf(list.headings, list.rows[0]!.cells)).toEqual({ selectedAssessments: "Other" });
  });

  test.each(["csv", "xlsx"] as const)("rows keep their numbers in the %s that comes back", async (kind) => {
    const list = (await csv('Assessments,Notes\n,\nOther,"two\nlines"\n\nOther,x')) as ReadList;
    expect(list.rows.map(({ row }) => row)).toEqual([3, 5]);
    const back = writeWithProblems(
      { ...list, kind },
      list.rows.map((row) => ({ ...row, problems: "p" })),
    );
    expect(((await readList(back.bytes)) as ReadList).rows.map(({ row }) => row)).toEqual([3, 5]);
  });

  test("empty rows are left out, and none is lost behind them", async () => {
    const text = `Assessments,Phone\n${",\n".repeat(300)}Other,1`;
    expect(((await csv(text)) as ReadList).rows).toEqual([{ row: 302, cells: ["Other", "1"] }]);
  });

  test.each<[string, string, RegExp]>([
    ["other headings", "Wann,Was\n1,2", /do not know the columns/],
    ["headings alone", "Assessments,Phone\n", /no rows below/],
    ["201 rows", `Assessments\n${"Other\n".repeat(201)}`, /more than 200 rows/],
    ["201 rows before an odd one", `Assessments\n${"Other\n".repeat(204)}"x`, /more than 200 rows/],
    ["a column twice", "Assessments,Phone,Telephone\nOther,1,2", /Two columns are called “Phone”/],
    ["a quotation mark without an end", 'Assessments,Notes\nOther,"x', /Row 2: a quotation mark/],
  ])("refuses %s", async (_name, text, words) => {
    expect(await csv(text)).toMatch(words);
  });
});

test.each(["csv", "xlsx"] as const)("the %s template has no row of its own", async (kind) => {
  expect(await readList(writeTemplate(kind).bytes)).toMatch(/no rows below/);
});
