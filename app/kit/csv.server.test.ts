import { expect, test } from "vitest";
import type { ListColumn } from "#app/ui/list.tsx";
import { csvFile, csvText, linesInPieces, linesOf } from "./csv.server.ts";

type Row = { name: string; pence: number | null };

const COLUMNS: ListColumn<Row>[] = [
  { name: "Name", cell: ({ name }) => name.toUpperCase(), csv: ({ name }) => name },
  { name: "Page alone", cell: () => "not in the file" },
  { name: "Paid", pence: ({ pence }) => pence },
];
const ROWS = [
  { name: 'Ellery, "Ruth"', pence: -12_50 },
  { name: "two\nlines", pence: null },
];
const TEXT = '\uFEFFName,Paid (GBP)\r\n"Ellery, ""Ruth""",-12.50\r\n"two\nlines",\r\n';

async function bytesOf(response: Response) {
  return Buffer.from(await response.arrayBuffer()).toString("utf8");
}

test("a file has the columns of its list, with amounts in pounds, at once or in pieces", async () => {
  async function* pieces() {
    for (const row of ROWS) yield [row];
  }
  const file = csvFile("paid.csv", linesOf(COLUMNS, ROWS));
  expect(Object.fromEntries(file.headers)).toEqual({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="paid.csv"',
  });
  expect(await bytesOf(file)).toBe(TEXT);
  expect(await bytesOf(csvFile("paid.csv", linesInPieces(COLUMNS, pieces())))).toBe(TEXT);
});

test.each(["=HYPERLINK(1)", "+44", "-1", "@SUM(A1)", "\tx", "\rx", "＝1", "＋1", "－1", "＠1"])(
  "a spreadsheet does not run %j as a formula",
  (text) => expect(csvText([[text]]).replaceAll('"', "")).toBe(`'${text}\r\n`),
);

test("an amount below zero stays a number", () =>
  expect(csvText([[{ pence: -1 }, -1, 0]])).toBe("-0.01,-1,0\r\n"));
