import { stringify, type Options } from "csv-stringify/sync";
import { inPieces } from "#app/platform/in-pieces.server.ts";
import { toPounds } from "#app/platform/money.ts";
import type { CsvCell, ListColumn } from "#app/ui/list.tsx";

/** Every CSV that leaves is made here; lint forbids another way. Whoever sends one has audited it before. */

export const CSV_TYPE = "text/csv; charset=utf-8";

type Line = readonly CsvCell[];

/** A spreadsheet would run text that begins so. Amounts may begin with a minus. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

function textOf(cell: CsvCell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "string") return cell.replace(FORMULA, "'$&");
  return typeof cell === "number" ? String(cell) : toPounds(cell.pence).toFixed(2);
}

/** Spreadsheets know UTF-8 by this mark. */
export const CSV_MARK = "\uFEFF";

/** Lines as CSV, without the mark. */
export const csvText = (lines: readonly Line[], format?: Pick<Options, "delimiter" | "record_delimiter">) =>
  stringify(
    lines.map((line) => line.map(textOf)),
    { record_delimiter: "windows", quoted_match: /[\r\n]/, ...format },
  );

async function* written(pieces: AsyncIterable<readonly Line[]>): AsyncGenerator<string> {
  yield CSV_MARK;
  for await (const lines of pieces) yield csvText(lines);
}

/** Columns of a list that its CSV has. */
function ofFile<Row>(columns: readonly ListColumn<Row>[]) {
  return columns.flatMap(({ name, csv, pence }): { name: string; cell: (row: Row) => CsvCell }[] => {
    if (csv) return [{ name, cell: csv }];
    const cell = (row: Row) => {
      const amount = pence!(row);
      return amount === null ? "" : { pence: amount };
    };
    return pence ? [{ name: `${name} (GBP)`, cell }] : [];
  });
}

/** The headings of a list’s CSV, and a line for each row. */
export function linesOf<Row>(columns: readonly ListColumn<Row>[], rows: readonly Row[]): CsvCell[][] {
  const shown = ofFile(columns);
  return [shown.map(({ name }) => name), ...rows.map((row) => shown.map(({ cell }) => cell(row)))];
}

/** The same, for rows that are read in pieces while they are sent. */
export async function* linesInPieces<Row>(
  columns: readonly ListColumn<Row>[],
  pieces: AsyncIterable<readonly Row[]>,
): AsyncGenerator<CsvCell[][]> {
  yield linesOf(columns, []);
  for await (const rows of pieces) yield linesOf(columns, rows).slice(1);
}

/** The answer: a file of this name to download. Lines that come in pieces are made while they are sent. */
export function csvFile(
  name: string,
  lines: readonly Line[] | AsyncIterable<readonly Line[]>,
  mark = CSV_MARK,
): Response {
  const body = Symbol.asyncIterator in lines ? inPieces(written(lines)) : mark + csvText(lines);
  const headers = { "Content-Type": CSV_TYPE, "Content-Disposition": `attachment; filename="${name}"` };
  return new Response(body, { headers });
}
