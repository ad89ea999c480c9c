import { setImmediate } from "node:timers/promises";
import { addDays, formatShortDate, type IsoDate } from "#app/platform/dates.ts";
import { cleanLine } from "#app/platform/clean-line.ts";
import { decodeText, recordsOf, startsWith, type BankRecord } from "./bank-records.ts";
import { isEmptyAmount, readBankAmount, readBankDay } from "./bank-values.ts";
import {
  isForeignAmount,
  readCurrency,
  readDirection,
  readKind,
  readState,
  type Verdict,
} from "./line-words.ts";

/** Reads the file of a bank. No word of it is evaluated, and nothing is kept here. */

export const MAX_BANK_FILE_BYTES = 3 * 1024 * 1024;
const MAX_LINES = 20_000;
const MAX_COLUMNS = 60;
const MAX_CELL = 500;
/** Lines before the headings: the bank's name, the account. */
const MAX_PREAMBLE = 20;
/** Older lines are left out: their bookings were settled elsewhere. */
export const MAX_DAYS_BACK = 366;

/** Positions of columns. Those that qualify an amount may be missing. */
export type Columns = { date: number; amount: number; words: number[] } & Partial<
  Record<"state" | "currency" | "direction" | "kind" | "out" | "declined", number>
>;

/** The headings of a file by which its columns are known again, and the columns to choose from. */
export type Headings = { key: string; names: string[] };

/** `doubt` is what the bank says of it and nobody here knows; empty without. */
export type BankLine = { day: IsoDate; pence: number; words: string; doubt: string };

/** A line that could not be read, with the others of its file read. */
export type OddLine = { line: number; why: keyof typeof ODD_WORDS };

export const ODD_WORDS = {
  day: "its day cannot be read",
  "to-come": "its day is still to come",
  amount: "its amount cannot be read",
  both: "it has money in and money out",
  shape: "its columns are not those of the headings, a quotation mark has no end, or it is too long",
} as const;

export type BankFile = {
  /** Money that came in, in the order of the file. */
  lines: BankLine[];
  /** Money that did not come, or not yet, such as what was sent back. */
  notCome: BankLine[];
  /** Lines with money that went out. */
  outCount: number;
  /** Lines that came in more than a year ago. */
  oldCount: number;
  /** Lines in another currency. */
  foreignCount: number;
  /** Lines without a day, such as a sum. */
  otherCount: number;
  /** With all of the above, these are the lines of the file. */
  odd: OddLine[];
  /** Lines below the headings. */
  count: number;
};

export type Unread =
  | { problem: Exclude<keyof typeof PROBLEMS, "columns"> }
  | { problem: keyof typeof CELL_PROBLEMS; line: number; cell: string }
  | { problem: "columns"; headings: Headings };

const PROBLEMS = {
  "not-csv":
    "This is not a CSV file. Please download the statement from your bank as CSV, and choose that file.",
  spreadsheet:
    "This is a spreadsheet or a PDF. Please download the statement from your bank as CSV, or save it as CSV.",
  "too-large": "The file is larger than 3 MB. Please choose a shorter period at your bank.",
  "too-long": "The file has more than 20,000 lines. Please choose a shorter period at your bank.",
  empty: "The file has no lines. Please choose another one.",
  columns: "We do not know the columns of this file. Please say which is which, and choose the file again.",
} as const;

const CELL_PROBLEMS = {
  day: "is not a day. The day comes first, such as 26/11/2026",
  "to-come": "is still to come. The day comes before the month, such as 26/11/2026",
  amount: "is not an amount. Pence come after a point, such as 1,200.00",
} as const;

export function unreadWords(unread: Unread): string {
  if (!("cell" in unread)) return PROBLEMS[unread.problem];
  const { line, cell, problem } = unread;
  return `Line ${line}: “${cell.slice(0, 40)}” ${CELL_PROBLEMS[problem]}. Nothing was read.`;
}

/** How XLSX, XLS and PDF begin. */
const SPREADSHEETS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
];

function decode(bytes: Uint8Array): string | Unread {
  if (bytes.length > MAX_BANK_FILE_BYTES) return { problem: "too-large" };
  if (SPREADSHEETS.some((start) => startsWith(bytes, ...start))) return { problem: "spreadsheet" };
  const text = decodeText(bytes);
  if (text === null) return { problem: "not-csv" };
  return text.trim() === "" ? { problem: "empty" } : text;
}

const plain = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^a-z]+/g, " ")
    .trim();

const DATE =
  /^((transaction|posting|posted|post|booking|value|processed|completed|payment|entry) )?date( completed)?( utc)?$|^created$/;
const COMPLETED = /^(completed date|date completed)( utc)?$/;
const AMOUNT = /^(amount|value|net amount|transaction amount)( gbp)?$/;
const PAID_IN = /^(paid in|money in|credit|credits|credit amount|in|deposit|deposits|received)( gbp)?$/;
const PAID_OUT = /^(paid out|money out|debit|debits|debit amount|out|withdrawals?|sent)( gbp)?$/;
const WORDS =
  /description|details|narrative|reference|memo|particulars|notes|counter ?party|payee|payer|merchant|^(text|message|name|transaction)$/;
const NO_WORDS = /account (name|number)|^transaction (id|type)$/;
const STATE = /^((transaction|payment) )?(state|status)$/;
const CURRENCY = /^((payment|account|transaction|amount) )?currency( code)?$/;
const KIND = /^((transaction|trn|payment) )?(type|kind|code)$|^subcategory$/;
const DIRECTION =
  /^((transaction|payment|money) )?direction$|^(debit( or)? credit|credit( or)? debit|cr dr|dr cr|d c|c d|in( or)? out)( indicator| flag| mark)?$|^(cdt dbt|credit debit|debit credit) ind(icator)?$/;
const DECLINED = /^declin/;
/** An amount whose heading names its currency. */
const IN_CURRENCY = / (?!gbp)[a-z]{3}$/;

/** The columns by their headings; null where a day, an amount or the words are missing. */
function columnsOf(headings: readonly string[], below: readonly BankRecord[]): Columns | null {
  const names = headings.map(plain);
  const find = (pattern: RegExp) => names.findIndex((name) => pattern.test(name));
  const date = [COMPLETED, DATE].map(find).find((index) => index >= 0) ?? -1;
  // Some banks head the signed amount with both directions.
  const filled = (index: number) => below.map(({ cells }) => cells[index] ?? "").filter(Boolean);
  const isOfAmounts = (index: number) =>
    filled(index).length > 0 && filled(index).every((cell) => readBankAmount(cell) !== null);
  const both = names.findIndex((name, index) => DIRECTION.test(name) && isOfAmounts(index));
  const amount = [find(AMOUNT), find(PAID_IN), both].find((index) => index >= 0) ?? -1;
  const words = names.flatMap((name, index) =>
    WORDS.test(name) && !NO_WORDS.test(name) && !DECLINED.test(name) ? [index] : [],
  );
  return date < 0 || amount < 0 || words.length === 0
    ? null
    : { date, amount, words, ...qualifiersOf(names, amount) };
}

/** The columns that qualify an amount. */
function qualifiersOf(names: readonly string[], amount: number): Partial<Columns> {
  const patterns = { state: STATE, currency: CURRENCY, kind: KIND, direction: DIRECTION, declined: DECLINED };
  const found = Object.entries(patterns).map(([role, pattern]) => [
    role,
    names.findIndex((name, index) => index !== amount && pattern.test(name)),
  ]);
  const out = PAID_IN.test(names[amount] ?? "") ? names.findIndex((name) => PAID_OUT.test(name)) : -1;
  return Object.fromEntries([...found, ["out", out]].filter(([, index]) => (index as number) >= 0));
}

const keyOf = (cells: readonly string[]) => cells.map(plain).join("|").slice(0, 500);

const isLine = (cells: readonly string[]) =>
  cells.some((cell) => readBankDay(cell) !== null) && cells.some((cell) => readBankAmount(cell) !== null);

type Found = { columns: Columns; first: number; headings: readonly string[] };

/** The first line and the columns: those that somebody chose before come first. */
function findColumns(rows: readonly BankRecord[], chosen: ReadonlyMap<string, Columns>): Found | null {
  for (const [index, { cells }] of rows.slice(0, MAX_PREAMBLE).entries()) {
    const own = chosen.get(keyOf(cells));
    const columns = own
      ? { ...qualifiersOf(cells.map(plain), own.amount), ...own }
      : columnsOf(cells, rows.slice(index + 1));
    if (columns) return { columns, first: index + 1, headings: cells };
  }
  const [first] = rows;
  const columns = first && isLine(first.cells) ? chosen.get(keyWithout(first.cells)) : undefined;
  return columns ? { columns, first: 0, headings: first!.cells.map(() => "") } : null;
}

/** A file without headings is known by the number of its columns. */
const keyWithout = (record: readonly string[]) => `(none) ${record.length}`;

/** The headings to choose the columns from. */
function headingsOf(rows: readonly BankRecord[]): Headings {
  const [first] = rows;
  if (first && isLine(first.cells)) {
    const names = first.cells.map((cell, index) => `Column ${index + 1}: ${cell.slice(0, 30)}`);
    return { key: keyWithout(first.cells), names };
  }
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const head = rows.find(({ cells }) => cells.length === width) ?? first!;
  return {
    key: keyOf(head.cells),
    names: head.cells.map((cell, index) => cell.slice(0, 60) || `Column ${index + 1}`),
  };
}

/** The lines of a file, or why it cannot be read at all: then not one line of it is. An odd line is named, and the
 * others are read. `chosen` has the columns that staff chose, by the headings. `today` is the day in London. */
export async function readBankFile(
  bytes: Uint8Array,
  { today, chosen = new Map() }: { today: IsoDate; chosen?: ReadonlyMap<string, Columns> },
): Promise<BankFile | Unread> {
  const text = decode(bytes);
  if (typeof text !== "string") return text;
  const samples = [",", ";", "\t"].flatMap((delimiter) => {
    const rows = recordsOf(text, delimiter, isLine, MAX_PREAMBLE);
    return rows.length > 0 ? [{ delimiter, rows, found: findColumns(rows, chosen) }] : [];
  });
  const widthOf = ({ rows }: (typeof samples)[number]) => Math.max(...rows.map(({ cells }) => cells.length));
  const sample =
    samples.find(({ found }) => found !== null) ?? samples.toSorted((a, b) => widthOf(b) - widthOf(a))[0];
  if (!sample || widthOf(sample) < 2 || widthOf(sample) > MAX_COLUMNS) return { problem: "not-csv" };
  if (!sample.found) return { problem: "columns", headings: headingsOf(sample.rows) };
  await setImmediate();
  const rows = recordsOf(text, sample.delimiter, isLine, MAX_LINES + MAX_PREAMBLE + 1);
  return readLines(rows.slice(sample.found.first), sample.found, today);
}

const AT_ONCE = 1000;
const FIRST_NUMBERS = /^(\d{1,2})[-/. ](\d{1,2})[-/. ]\d/;

/** How a file writes: whether days come first for certain, or months do; whether a sign tells money out; whether pence
 * come after a comma. */
function habitsOf(rows: readonly BankRecord[], { date, amount, out, direction, kind }: Columns) {
  const days = rows.map(
    ({ cells }) =>
      FIRST_NUMBERS.exec(cells[date] ?? "")
        ?.slice(1)
        .map(Number) ?? [],
  );
  const amounts = rows.map(({ cells }) => cells[amount] ?? "");
  const isUnsigned =
    out === undefined && direction === undefined && !amounts.some((cell) => (readBankAmount(cell) ?? 0) < 0);
  const kinds = rows.map(({ cells }) => (kind === undefined ? "" : (cells[kind] ?? "")));
  return {
    isDayFirst: days.some(([first = 0, second = 99]) => first > 12 && second <= 12),
    monthFirst: rows.findIndex((_, index) => {
      const [first = 99, second = 0] = days[index]!;
      return first <= 12 && second > 12 && second <= 31;
    }),
    hasCommas: amounts.some((cell) => /,\d{1,2}$|\.\d{3},/.test(cell)),
    // Kinds alone tell the direction, and some of them tell that money went out.
    isByKind: isUnsigned && kinds.some((cell) => readKind(cell) === "out"),
  };
}

type Habits = ReturnType<typeof habitsOf>;

const SURELY_IN = /CREDIT|\b(FPI|BGC|IN)$|DEPOSIT|RECEIPT|RECEIVED|INWARD|INCOMING|TOP[ _-]?UP|^C\/?R$/i;

/** The verdict of the columns beside an amount; the words that nobody here knows. */
function qualify(
  cells: readonly string[],
  { columns, headings, habits, isIn }: Found & { habits: Habits; isIn: boolean },
): { verdict: Verdict; doubt: string } {
  const readers = { state: readState, currency: readCurrency, direction: readDirection, kind: readKind };
  let doubt = "";
  if (columns.declined !== undefined && (cells[columns.declined] ?? "") !== "")
    return { verdict: "not-come", doubt };
  for (const [role, read] of Object.entries(readers)) {
    const index = columns[role as keyof typeof readers];
    if (index === undefined) continue;
    const cell = cells[index] ?? "";
    let verdict = read(cell);
    if (role === "kind" && isIn) {
      if (habits.isByKind && verdict === "in" && cell !== "" && !SURELY_IN.test(cell)) verdict = "ask";
      // A sign or a column says that money came in: then this kind of it is odd, and no customer’s payment.
      if (!habits.isByKind && verdict === "out") verdict = "ask";
    }
    if (verdict === "ask" && doubt === "")
      doubt = `${headings[index] || "The column that you chose"}: ${cell === "" ? "(empty)" : cell.slice(0, 60)}`;
    if (verdict !== "in" && verdict !== "ask") return { verdict, doubt: "" };
  }
  return { verdict: doubt === "" ? "in" : "ask", doubt };
}

/** The words of a cell, without letters that turn the others around. */
function readable(cell: string): string {
  const text = cell.replace(/\s+/g, " ");
  return /^[ -~]*$/.test(text) ? text : cleanLine(text);
}

async function readLines(
  rows: readonly BankRecord[],
  found: Found,
  today: IsoDate,
): Promise<BankFile | Unread> {
  const { columns, headings } = found;
  if (rows.length === 0) return { problem: "empty" };
  if (rows.length > MAX_LINES) return { problem: "too-long" };
  const habits = habitsOf(rows, columns);
  const dayOf = (row: BankRecord) => row.cells[columns.date] ?? "";
  if (habits.monthFirst >= 0 && !habits.isDayFirst) {
    const row = rows[habits.monthFirst]!;
    return { problem: "day", line: row.line, cell: dayOf(row) };
  }
  const file: BankFile = {
    lines: [],
    notCome: [],
    outCount: 0,
    oldCount: 0,
    foreignCount: 0,
    otherCount: 0,
    odd: [],
    count: rows.length,
  };
  const oldest = addDays(today, -MAX_DAYS_BACK);
  const isAllForeign = IN_CURRENCY.test(plain(headings[columns.amount] ?? ""));
  for (const [index, row] of rows.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await setImmediate();
    const { cells, line } = row;
    const isOdd = (why: OddLine["why"]) => file.odd.push({ line, why });
    const amountOf = (column: number) => (isEmptyAmount(cells[column] ?? "") ? "" : cells[column]!);
    const [dayCell, amountCell] = [dayOf(row), amountOf(columns.amount)];
    if (row.isOdd || cells.slice(headings.length).some((cell) => cell !== "")) {
      isOdd("shape");
      continue;
    }
    const outCell = columns.out === undefined ? "" : amountOf(columns.out);
    const outPence = outCell === "" ? 0 : (readBankAmount(outCell) ?? 1);
    const pence = habits.hasCommas && /\.\d{3}$/.test(amountCell) ? null : readBankAmount(amountCell);
    const isIn = pence !== null && pence > 0;
    const { verdict, doubt } = qualify(cells, { ...found, habits, isIn });
    const day = readBankDay(dayCell);
    const isForeign = isAllForeign || verdict === "foreign" || isForeignAmount(amountCell);
    const words = [...new Set(columns.words.map((at) => readable(cells[at] ?? "")))];
    const said = words.filter(Boolean).join(" · ").slice(0, MAX_CELL);
    if (pence !== null && pence > 0 && verdict === "not-come") {
      // Without a day it never was among the lines of an earlier file.
      file.notCome.push({ day: day ?? "", pence, words: said, doubt });
    } else if (dayCell === "" && (amountCell === "" || pence !== null)) file.otherCount += 1;
    else if (day === null && amountCell === "" && outCell === "") file.otherCount += 1;
    else if (cells.length <= columns.amount && outCell === "") isOdd("shape");
    else if (amountCell === "" || (pence !== null && pence <= 0)) file.outCount += 1;
    else if (isForeign) file.foreignCount += 1;
    else if (pence === null) isOdd("amount");
    else if (outPence !== 0) isOdd("both");
    else if (verdict === "out") file.outCount += 1;
    else if (day === null) isOdd("day");
    else if (day > today) {
      if (!habits.isDayFirst && FIRST_NUMBERS.test(dayCell))
        return { problem: "to-come", line, cell: formatShortDate(day) };
      isOdd("to-come");
    } else if (day < oldest) file.oldCount += 1;
    else file.lines.push({ day, pence, words: said, doubt });
  }
  const [first] = file.odd;
  if (!first || file.odd.length < rows.length) return file;
  const { cells } = rows.find(({ line }) => line === first.line)!;
  const { why: problem } = first;
  if (problem === "shape") return { problem: "not-csv" };
  if (problem === "both") return file;
  return {
    problem,
    line: first.line,
    cell: cells[problem === "amount" ? columns.amount : columns.date] ?? "",
  };
}
