import { givingWay } from "#app/kit/pieces.server.ts";
import { MAX_COLUMNS, MAX_LIST_BYTES } from "./limits.ts";
import { makeZip, openZip, TooLargeInside } from "./zip.server.ts";

/** The first sheet of an XLSX file as texts (ECMA-376, part 1, chapter 18), and a sheet of texts as such a file. */

/** Bytes of all parts that are read: a list of 200 rows has some 100 KB. */
const MAX_INSIDE = 3 * 1024 * 1024;
/** Excel's own limit of a number format. */
const MAX_FORMAT = 255;

/** `row` is its number in the sheet. */
export type SheetRow = { row: number; cells: string[] };

const ENTITIES = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);
const SIGNS = new Map([...ENTITIES].map(([name, sign]) => [sign, `&${name};`]));

const plain = (text: string) =>
  text.replaceAll(/&(?:#(x?)([\da-f]{1,6})|([a-z]+));/gi, (whole, hex, code, name) => {
    if (name) return ENTITIES.get(name as string) ?? whole;
    const point = Number.parseInt(code as string, hex ? 16 : 10);
    return point <= 0x10_ffff ? String.fromCodePoint(point) : "";
  });

type Piece = { tag: string; isEnd: boolean; isEmpty: boolean; head: string; text: string };

/** The tags of an XML text, each with the text after it; the parts of one text, never nested. */
function* pieces(xml: string): Generator<Piece> {
  for (let at = xml.indexOf("<"); at >= 0;) {
    const end = xml.indexOf(">", at);
    if (end < 0) return;
    const next = xml.indexOf("<", end);
    const head = xml.slice(at + 1, end);
    const [, slash, tag = ""] = /^(\/?)(?:[\w.-]+:)?([\w.-]+)/.exec(head) ?? [];
    const text = plain(xml.slice(end + 1, next < 0 ? undefined : next));
    yield { tag, head, text, isEnd: slash === "/", isEmpty: head.endsWith("/") };
    at = next;
  }
}

const attribute = (head: string, name: string) =>
  plain(new RegExp(`\\s(?:[\\w.-]+:)?${name}\\s*=\\s*["']([^"']*)["']`).exec(head)?.[1] ?? "");

type GiveWay = ReturnType<typeof givingWay>;

/** Texts that cells share by their place. Readings above Japanese words are left out. */
async function sharedTexts(xml: string, giveWay: GiveWay): Promise<string[]> {
  const texts: string[] = [];
  let isReading = false;
  for (const { tag, isEnd, text } of pieces(xml)) {
    await giveWay();
    if (tag === "si" && !isEnd) texts.push("");
    if (tag === "rPh") isReading = !isEnd;
    if (tag === "t" && !isEnd && !isReading && texts.length > 0) texts[texts.length - 1] += text;
  }
  return texts;
}

const isDateFormat = (id: number) => (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36);

/** Signs of a number format, without its texts, colours and conditions. */
const signsOfFormat = (code: string) => code.slice(0, MAX_FORMAT).replaceAll(/"[^"]*"|\[[^[\]]*\]|\\./g, "");

/** Whether a style shows a number as a day, by its place. */
async function dateStyles(xml: string, giveWay: GiveWay): Promise<boolean[]> {
  const own = new Map<number, boolean>();
  const styles: boolean[] = [];
  let isOfCells = false;
  for (const { tag, head, isEnd } of pieces(xml)) {
    await giveWay();
    const format = Number(attribute(head, "numFmtId"));
    if (tag === "numFmt") own.set(format, /[dy]/i.test(signsOfFormat(attribute(head, "formatCode"))));
    if (tag === "cellXfs") isOfCells = !isEnd;
    if (isOfCells && tag === "xf" && !isEnd) styles.push(own.get(format) ?? isDateFormat(format));
  }
  return styles;
}

/** Days are counted from 1900 with a 29 February that it did not have, or from 1904 in old files of a Mac. */
function dayOf(serial: number, is1904: boolean): string {
  const start = Date.UTC(is1904 ? 1904 : 1899, is1904 ? 0 : 11, is1904 ? 1 : 30);
  const day = new Date(start + Math.floor(serial) * 86_400_000);
  return Number.isNaN(day.getTime()) ? String(serial) : day.toISOString().slice(0, 10);
}

/** `BC12` has the index 54; -1 without letters. */
const columnOf = (place: string) =>
  [.../^[A-Z]{0,3}/i.exec(place)![0].toUpperCase()].reduce(
    (sum, one) => sum * 26 + one.charCodeAt(0) - 64,
    0,
  ) - 1;

const MAX_ROW = 1_048_576;

/** The number that a row says of itself, where it can be true. */
const rowAfter = (last: number, said: number) =>
  Number.isInteger(said) && said > last && said <= MAX_ROW ? said : last + 1;

async function firstSheet(archive: NonNullable<ReturnType<typeof openZip>>, giveWay: GiveWay) {
  let [sheet, properties, target] = ["", "", ""];
  for (const { tag, head } of pieces(archive.read(/^xl\/workbook\d*\.xml$/i))) {
    await giveWay();
    if (tag === "sheet") sheet ||= head;
    if (tag === "workbookPr") properties ||= head;
  }
  const id = attribute(sheet, "id");
  for (const { tag, head } of pieces(archive.read(/^xl\/_rels\/workbook\d*\.xml\.rels$/i))) {
    await giveWay();
    if (tag === "Relationship" && attribute(head, "Id") === id) target ||= head;
  }
  const path = attribute(target, "Target") || "worksheets/sheet1.xml";
  return {
    xml: archive.read(path.startsWith("/") ? path.slice(1) : `xl/${path}`),
    is1904: /^(1|true)$/.test(attribute(properties, "date1904")),
  };
}

/** The filled rows of the first sheet, or the place of merged cells; null for what cannot be read. Formulas give the
 * value that was stored with them. Throws `TooLargeInside`, also where cells that share a text have too much of it
 * together. */
export async function readSheet(bytes: Buffer, maxRows: number) {
  const giveWay = givingWay();
  const archive = openZip(bytes, MAX_INSIDE);
  const sheet = archive && (await firstSheet(archive, giveWay));
  if (!sheet || sheet.xml === "") return null;
  const shared = await sharedTexts(archive.read(/^xl\/sharedStrings\.xml$/i), giveWay);
  const isDate = await dateStyles(archive.read(/^xl\/styles\.xml$/i), giveWay);
  const rows: SheetRow[] = [];
  let current: SheetRow = { row: 0, cells: [] };
  let characters = 0;
  let cell = { column: -1, type: "", style: 0, hasFormula: false, value: "" };
  const store = () => {
    const { type, value, style, hasFormula } = cell;
    const given = type === "s" ? (shared[Number(value)] ?? "") : value;
    const isNumber = (type === "" || type === "n") && value !== "";
    const text = isNumber
      ? isDate[style]
        ? dayOf(Number(value), sheet.is1904)
        : String(Number(value))
      : given;
    const shown = hasFormula && text === "" ? "#VALUE!" : type === "b" ? (text === "1" ? "yes" : "no") : text;
    if (cell.column >= MAX_COLUMNS) return;
    if ((characters += shown.length) > MAX_LIST_BYTES) throw new TooLargeInside();
    current.cells[cell.column] = shown.trim();
  };
  for (const { tag, head, text, isEnd, isEmpty } of pieces(sheet.xml)) {
    await giveWay();
    if (tag === "mergeCell" && !isEnd) return { merged: attribute(head, "ref") };
    if (tag === "row" && !isEnd)
      current = { row: rowAfter(current.row, Number(attribute(head, "r"))), cells: [] };
    if (tag === "row" && (isEnd || isEmpty) && current.cells.some(Boolean) && rows.length <= maxRows)
      rows.push({ row: current.row, cells: Array.from(current.cells, (one) => one ?? "") });
    if (tag === "c" && !isEnd) {
      const column = columnOf(attribute(head, "r"));
      const [type, style] = [attribute(head, "t"), Number(attribute(head, "s"))];
      const place = column < 0 ? current.cells.length : column;
      cell = { column: place, type, style, hasFormula: false, value: "" };
    }
    if (tag === "f" && !isEnd) cell.hasFormula = true;
    if ((tag === "v" || tag === "t") && !isEnd) cell.value += text;
    if (tag === "c" && isEnd) store();
  }
  return rows;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => SIGNS.get(sign)!);

const nameOf = (column: number): string =>
  (column >= 26 ? nameOf(Math.floor(column / 26) - 1) : "") + String.fromCharCode(65 + (column % 26));

const relation = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`;

/** A file with one sheet. Every cell is text, also when somebody types into it: a program for tables changes no phone
 * number, no day and no formula there. */
export function writeSheet(rows: readonly SheetRow[]): Buffer {
  const cells = ({ row, cells: texts }: SheetRow) =>
    texts
      .map(
        (text, column) =>
          `<c r="${nameOf(column)}${row}" s="1" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`,
      )
      .join("");
  const sheet = rows.map((one) => `<row r="${one.row}">${cells(one)}</row>`).join("");
  return makeZip({
    "[Content_Types].xml": `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
    "_rels/.rels": `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relation("a", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    "xl/workbook.xml": `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Referrals" sheetId="1" r:id="a"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relation("a", "worksheet", "worksheets/sheet1.xml")}${relation("b", "styles", "styles.xml")}</Relationships>`,
    "xl/styles.xml": `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${MAX_COLUMNS}" width="24" style="1" customWidth="1"/></cols><sheetData>${sheet}</sheetData></worksheet>`,
  });
}
