import { decodeText, eachRecord, recordsOf } from "#app/features/billing/bank/bank-records.ts";
import { problemInWords } from "#app/features/documents/file-problems.ts";
import { createInspector } from "#app/features/documents/inspect-file.ts";
import { isZip } from "#app/features/documents/zip-entries.ts";
import { CSV_MARK, CSV_TYPE, csvText } from "#app/kit/csv.server.ts";
import { givingWay } from "#app/kit/pieces.server.ts";
import { withoutUnseen } from "#app/platform/clean-line.ts";
import { columnOf, COLUMNS, isOfTemplate, isProblems, PROBLEMS } from "./columns.ts";
import { MAX_COLUMNS, MAX_LIST_BYTES, MAX_LIST_ROWS } from "./limits.ts";
import { readSheet, writeSheet, type SheetRow } from "./spreadsheet.server.ts";
import { TooLargeInside } from "./zip.server.ts";

/** Rows with words that are read: one too many, the headings, and the two of the template. */
const MAX_READ = MAX_LIST_ROWS + 4;

/** How a list came, to give it back alike. */
export type Shape = { kind: "xlsx" | "csv"; delimiter: string; headings: string[] };

export type ReadList = Shape & { rows: SheetRow[] };

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const SPREADSHEET = "The selected file must be a CSV or XLSX";
const NO_COLUMNS = `We do not know the columns of this list. Its first row must have the headings of our template, such as “Assessments” and “Last name”.`;

/** A sign that our own files put before text that a program for tables would run. */
const unescaped = (cell: string) =>
  withoutUnseen(cell)
    .replace(/^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/, "")
    .trim();

async function readRows(bytes: Buffer): Promise<Omit<ReadList, "headings"> | string> {
  const inspector = createInspector();
  const early = await inspector.see(bytes);
  if (!isZip(bytes)) {
    const verdict = early ?? (await inspector.end());
    if (verdict === "password" || verdict === "macros" || verdict === "empty")
      return problemInWords(verdict, MAX_LIST_BYTES);
    const text = typeof verdict === "object" ? null : decodeText(bytes);
    if (text === null || text.trim() === "") return SPREADSHEET;
    const widths = [",", ";", "\t"].map((delimiter) => {
      const [head] = recordsOf(text, delimiter, () => true, 1);
      const cells = head!.cells.slice(0, MAX_COLUMNS);
      return { delimiter, width: head!.cells.length, known: cells.filter(columnOf).length };
    });
    const { delimiter, width } = widths.toSorted((a, b) => b.known - a.known)[0]!;
    const isRecord = (cells: readonly string[]) => cells.length >= width;
    const rows: SheetRow[] = [];
    const giveWay = givingWay();
    let extra = 0;
    for (const { line, lines, cells, isOdd } of eachRecord(text, delimiter, isRecord)) {
      await giveWay();
      const row = line - extra;
      // Programs for tables number a cell of several lines as one row.
      extra += lines - 1;
      if (isOdd)
        return `Row ${row}: a quotation mark has no end, or the row is too long. Please correct it, and choose the file again.`;
      if (cells.some(Boolean)) rows.push({ row, cells: cells.map(unescaped) });
      if (rows.length >= MAX_READ) break;
    }
    return { kind: "csv", delimiter, rows };
  }
  const verdict = early ?? (await inspector.end());
  if (verdict === "password" || verdict === "macros") return problemInWords(verdict, MAX_LIST_BYTES);
  if (typeof verdict === "string" || verdict.mediaType !== XLSX) return SPREADSHEET;
  try {
    const sheet = await readSheet(bytes, MAX_READ);
    if (sheet === null) return SPREADSHEET;
    if ("merged" in sheet)
      return `The first sheet has merged cells (${sheet.merged.slice(0, 20)}). Please unmerge them, and choose the file again.`;
    return {
      kind: "xlsx",
      delimiter: ",",
      rows: sheet.map(({ row, cells }) => ({ row, cells: cells.map(unescaped) })),
    };
  } catch (error) {
    if (error instanceof TooLargeInside)
      return "The selected file is far larger inside than it looks. Please copy the list into a new file";
    return SPREADSHEET;
  }
}

/** The rows of a list, or the sentence why it cannot be read at all. */
export async function readList(bytes: Buffer): Promise<ReadList | string> {
  if (bytes.length === 0) return problemInWords("empty", MAX_LIST_BYTES);
  if (bytes.length > MAX_LIST_BYTES) return problemInWords("too-large", MAX_LIST_BYTES);
  const read = await readRows(bytes);
  if (typeof read === "string") return read;
  const [head, ...below] = read.rows.filter(({ cells }) => cells.some(Boolean));
  const headings = head?.cells ?? [];
  const columns = headings.map(columnOf);
  if (headings.length > MAX_COLUMNS || !columns.some((column) => column?.field === "selectedAssessments"))
    return NO_COLUMNS;
  const twice = columns.find((column, index) => column && columns.indexOf(column) !== index);
  if (twice) return `Two columns are called “${twice.name}”. Please remove one, and choose the file again.`;
  const rows = below.filter(({ cells }) => !isOfTemplate(cells, columns));
  if (rows.length === 0) return "The list has no rows below its headings";
  if (rows.length > MAX_LIST_ROWS)
    return `The list has more than ${MAX_LIST_ROWS} rows. Please divide it into several`;
  return { ...read, headings, rows };
}

/** Texts of a row, by the field of their column. */
export type Cells = Readonly<Record<string, string>>;

/** The cells of a row by what they mean. */
export const cellsOf = (headings: readonly string[], cells: readonly string[]): Cells =>
  Object.fromEntries(
    headings.flatMap((heading, index) => {
      const column = columnOf(heading);
      return column ? [[column.field, cells[index] ?? ""]] : [];
    }),
  );

/** Headings of columns that are not read. */
export const unreadHeadings = (headings: readonly string[]) =>
  headings.filter((heading) => heading !== "" && !columnOf(heading) && !isProblems(heading));

export type ListFile = { bytes: Buffer; mediaType: string; extension: string };

/** A list as a file of its kind; each row keeps its number. Text that a program for tables would run as a formula is
 * made harmless. */
export function writeList({ kind, delimiter, headings }: Shape, rows: readonly SheetRow[]): ListFile {
  const all = [{ row: 1, cells: headings }, ...rows];
  if (kind === "xlsx") return { bytes: writeSheet(all), mediaType: XLSX, extension: "xlsx" };
  const lines: (readonly string[])[] = [];
  for (const { row, cells } of all) {
    while (lines.length < row - 1) lines.push([]);
    lines.push(cells);
  }
  const csv = CSV_MARK + csvText(lines, { delimiter });
  return { bytes: Buffer.from(csv), mediaType: CSV_TYPE, extension: "csv" };
}

export const writeTemplate = (kind: Shape["kind"]) =>
  writeList({ kind, delimiter: ",", headings: COLUMNS.map(({ name }) => name) }, [
    { row: 2, cells: COLUMNS.map(({ meaning }) => meaning) },
    { row: 3, cells: COLUMNS.map(({ example }) => example) },
  ]);

/** The list as it came, with a last column that says what is wrong in each row. */
export function writeWithProblems(
  shape: Shape,
  rows: readonly (SheetRow & { problems: string })[],
): ListFile {
  const kept = shape.headings.flatMap((heading, index) => (isProblems(heading) ? [] : [index]));
  const headings = [...kept.map((index) => shape.headings[index]!), PROBLEMS];
  const withProblems = rows.map(({ row, cells, problems }) => ({
    row,
    cells: [...kept.map((index) => cells[index] ?? ""), problems],
  }));
  return writeList({ ...shape, headings }, withProblems);
}
