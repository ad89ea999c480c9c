import { parse } from "csv-parse/sync";
import { addDays, formatShortDate, type IsoDate } from "#app/platform/dates.ts";
import { withoutUnseen } from "#app/platform/clean-line.ts";
import { BANK_FILE_TOO_LARGE, MAX_BANK_FILE_BYTES } from "./limits.ts";
import { readBankAmount, readBankDay } from "./bank-values.ts";

/** Reads the file of a bank. No word of it is evaluated, and nothing is kept here. */

const MAX_LINES = 20_000;
const MAX_COLUMNS = 60;
const MAX_CELL = 500;
/** Lines before the headings: the bank's name, the account. */
const MAX_PREAMBLE = 20;
/** Older lines are left out: their bookings were settled elsewhere. */
export const MAX_DAYS_BACK = 366;

/** Positions of columns. */
export type Columns = { date: number; amount: number; words: number[] };

/** The headings of a file by which its columns are known again, and the columns to choose from. */
export type Headings = { key: string; names: string[] };

export type BankLine = { day: IsoDate; pence: number; words: string };

export type BankFile = {
  /** Money that came in, in the order of the file. */
  lines: BankLine[];
  /** Lines with money that went out. */
  outCount: number;
  /** Lines that came in more than a year ago. */
  oldCount: number;
};

export type Unread =
  | {
      problem: "not-csv" | "spreadsheet" | "too-large" | "too-long" | "empty";
      line?: undefined;
      cell?: undefined;
    }
  | { problem: "day" | "to-come" | "amount"; line: number; cell: string }
  | { problem: "columns"; headings: Headings };

const refuse = (problem: Exclude<Unread["problem"], "day" | "to-come" | "amount" | "columns">): Unread => ({
  problem,
});

const PROBLEMS = {
  "not-csv":
    "This is not a CSV file. Please download the statement from your bank as CSV, and choose that file.",
  spreadsheet:
    "This is a spreadsheet or a PDF. Please download the statement from your bank as CSV, or save it as CSV.",
  "too-large": BANK_FILE_TOO_LARGE,
  "too-long": "The file has more than 20,000 lines. Please choose a shorter period at your bank.",
  empty: "The file has no lines. Please choose another one.",
} as const;

export function unreadWords(unread: Unread): string {
  const cell = "cell" in unread && unread.cell !== undefined ? `“${unread.cell.slice(0, 40)}”` : "";
  switch (unread.problem) {
    case "day":
      return `Line ${unread.line}: ${cell} is not a day. The day comes first, such as 26/11/2026. Nothing was read.`;
    case "to-come":
      return `Line ${unread.line}: ${cell} is still to come. The day comes before the month, such as 26/11/2026. Nothing was read.`;
    case "amount":
      return `Line ${unread.line}: ${cell} is not an amount. Pence come after a point, such as 1,200.00. Nothing was read.`;
    case "columns":
      return "We do not know the columns of this file. Please say which is which, and choose the file again.";
    default:
      return PROBLEMS[unread.problem];
  }
}

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte);

/** The text of a file in UTF-8, UTF-16 or Windows-1252. */
function decode(bytes: Uint8Array): string | Unread {
  if (bytes.length > MAX_BANK_FILE_BYTES) return refuse("too-large");
  const isSpreadsheet =
    startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) ||
    startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0) ||
    startsWith(bytes, 0x25, 0x50, 0x44, 0x46);
  if (isSpreadsheet) return refuse("spreadsheet");
  const wide = startsWith(bytes, 0xff, 0xfe) ? "utf-16le" : startsWith(bytes, 0xfe, 0xff) ? "utf-16be" : null;
  let text: string;
  try {
    text = new TextDecoder(wide ?? "utf-8", { fatal: true }).decode(bytes);
  } catch {
    text = new TextDecoder("windows-1252").decode(bytes);
  }
  if (/[\u0000-\u0008\u000e-\u001f]/.test(text)) return refuse("not-csv");
  return text.trim() === "" ? refuse("empty") : withoutUnseen(text);
}

type Row = { record: string[]; info: { lines: number } };

function rowsOf(text: string, delimiter: string, to?: number): Row[] | null {
  try {
    return parse(text, {
      ...{ delimiter, info: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true },
      ...{ trim: true, max_record_size: 20_000 },
      ...(to === undefined ? {} : { to }),
    }) as unknown as Row[];
  } catch {
    return null;
  }
}

const plain = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^a-z]+/g, " ")
    .trim();

const DATE =
  /^((transaction|posting|posted|booking|value|processed|completed|payment) )?date( completed)?( utc)?$|^created$/;
const AMOUNT = /^(amount|value|net amount|transaction amount)( gbp)?$/;
const PAID_IN = /^(paid in|money in|credit|credits|credit amount|in|deposit|deposits|received)( gbp)?$/;
const WORDS =
  /description|details|narrative|reference|memo|particulars|notes|counter ?party|payee|payer|merchant|^(text|message|name|transaction)$/;
const NO_WORDS = /account (name|number)|^transaction (id|type)$/;

/** The columns by their headings; null where a day, an amount or the words are missing. */
function columnsOf(headings: readonly string[]): Columns | null {
  const names = headings.map(plain);
  const date = names.findIndex((name) => DATE.test(name));
  const whole = names.findIndex((name) => AMOUNT.test(name));
  const amount = whole >= 0 ? whole : names.findIndex((name) => PAID_IN.test(name));
  const words = names.flatMap((name, index) => (WORDS.test(name) && !NO_WORDS.test(name) ? [index] : []));
  return date < 0 || amount < 0 || words.length === 0 ? null : { date, amount, words };
}

const keyOf = (cells: readonly string[]) => cells.map(plain).join("|").slice(0, 500);

const isLine = (cells: readonly string[]) =>
  cells.some((cell) => readBankDay(cell) !== null) && cells.some((cell) => readBankAmount(cell) !== null);

type Found = { columns: Columns; first: number };

/** The first line and the columns: those that somebody chose before come first. */
function findColumns(rows: readonly Row[], chosen: ReadonlyMap<string, Columns>): Found | null {
  for (const [index, { record }] of rows.slice(0, MAX_PREAMBLE).entries()) {
    const columns = chosen.get(keyOf(record)) ?? columnsOf(record);
    if (columns) return { columns, first: index + 1 };
  }
  const [first] = rows;
  const columns = first && isLine(first.record) ? chosen.get(keyWithout(first.record)) : undefined;
  return columns ? { columns, first: 0 } : null;
}

/** A file without headings is known by the number of its columns. */
const keyWithout = (record: readonly string[]) => `(none) ${record.length}`;

/** The headings to choose the columns from. */
function headingsOf(rows: readonly Row[]): Headings {
  const [first] = rows;
  if (first && isLine(first.record)) {
    const names = first.record.map((cell, index) => `Column ${index + 1}: ${cell.slice(0, 30)}`);
    return { key: keyWithout(first.record), names };
  }
  const width = Math.max(...rows.map(({ record }) => record.length));
  const head = rows.find(({ record }) => record.length === width) ?? first!;
  return {
    key: keyOf(head.record),
    names: head.record.map((cell, index) => cell.slice(0, 60) || `Column ${index + 1}`),
  };
}

/** The money that came in, or why the file cannot be read: then not one line of it is. `chosen` has the columns that
 * staff chose, by the headings. `today` is the day in London. */
export function readBankFile(
  bytes: Uint8Array,
  { today, chosen = new Map() }: { today: IsoDate; chosen?: ReadonlyMap<string, Columns> },
): BankFile | Unread {
  const text = decode(bytes);
  if (typeof text !== "string") return text;
  const samples = [",", ";", "\t"].flatMap((delimiter) => {
    const rows = rowsOf(text, delimiter, MAX_PREAMBLE);
    return rows && rows.length > 0 ? [{ delimiter, rows, found: findColumns(rows, chosen) }] : [];
  });
  const widthOf = ({ rows }: (typeof samples)[number]) =>
    Math.max(...rows.map(({ record }) => record.length));
  const sample =
    samples.find(({ found }) => found !== null) ?? samples.toSorted((a, b) => widthOf(b) - widthOf(a))[0];
  if (!sample || widthOf(sample) < 2 || widthOf(sample) > MAX_COLUMNS) return refuse("not-csv");
  if (!sample.found) return { problem: "columns", headings: headingsOf(sample.rows) };
  const rows = rowsOf(text, sample.delimiter);
  if (!rows) return refuse("not-csv");
  return readLines(rows.slice(sample.found.first), sample.found.columns, today);
}

function readLines(rows: readonly Row[], columns: Columns, today: IsoDate): BankFile | Unread {
  if (rows.length === 0) return refuse("empty");
  if (rows.length > MAX_LINES) return refuse("too-long");
  const file: BankFile = { lines: [], outCount: 0, oldCount: 0 };
  const oldest = addDays(today, -MAX_DAYS_BACK);
  for (const { record, info } of rows) {
    const [dayCell, amountCell] = [record[columns.date] ?? "", record[columns.amount] ?? ""];
    // A sum below the lines, or money out where it has a column of its own.
    if (dayCell === "" || amountCell === "") {
      file.outCount += dayCell === "" ? 0 : 1;
      continue;
    }
    const pence = readBankAmount(amountCell);
    if (pence === null) return { problem: "amount", line: info.lines, cell: amountCell };
    const day = readBankDay(dayCell);
    if (day === null) return { problem: "day", line: info.lines, cell: dayCell };
    if (day > today) return { problem: "to-come", line: info.lines, cell: formatShortDate(day) };
    if (pence <= 0) file.outCount += 1;
    else if (day < oldest) file.oldCount += 1;
    else {
      const words = [...new Set(columns.words.map((index) => (record[index] ?? "").replace(/\s+/g, " ")))];
      file.lines.push({ day, pence, words: words.filter(Boolean).join(" · ").slice(0, MAX_CELL) });
    }
  }
  return file;
}
