import { withoutUnseen } from "#app/platform/clean-line.ts";

/** The records of a file with separated columns, as banks write them: a quotation mark that is not escaped spoils its
 * own line alone. */

export type BankRecord = {
  cells: string[];
  /** The number of its (first) line in the file. */
  line: number;
  /** How many lines it takes. */
  lines: number;
  /** A quotation mark on it has no end. */
  isOdd: boolean;
};

/** Lines of one cell, such as a note of several lines. */
const MAX_LINES_OF_CELL = 20;
const MAX_LENGTH = 20_000;

/** The cells of one line; null where a quotation mark has no end. Marks within a cell are letters of it. */
function cellsOf(line: string, delimiter: string): string[] | null {
  if (!line.includes('"')) return line.split(delimiter).map((cell) => cell.trim());
  const cells: string[] = [];
  let at = 0;
  while (at <= line.length) {
    const start = at + /^ */.exec(line.slice(at))![0].length;
    if (line[start] !== '"') {
      const end = line.indexOf(delimiter, at);
      cells.push(line.slice(at, end < 0 ? undefined : end).trim());
      if (end < 0) return cells;
      at = end + 1;
      continue;
    }
    let cell = "";
    let index = start + 1;
    for (;;) {
      const mark = line.indexOf('"', index);
      if (mark < 0) return null;
      cell += line.slice(index, mark);
      const after = /^[^\S\t]*/.exec(line.slice(mark + 1))![0].length + mark + 1;
      if (after === line.length || line[after] === delimiter) {
        cells.push(cell.trim());
        if (after === line.length) return cells;
        at = after + 1;
        break;
      }
      cell += '"';
      index = mark + (line[mark + 1] === '"' ? 2 : 1);
    }
  }
  return cells;
}

/** Whether a line is part of a cell that began on an earlier line, and not a record that it would swallow. */
type IsRecord = (cells: readonly string[]) => boolean;

function joined(lines: readonly string[], first: number, delimiter: string, isRecord: IsRecord) {
  let text = lines[first]!;
  const last = Math.min(lines.length, first + MAX_LINES_OF_CELL);
  for (let index = first + 1; index < last; index += 1) {
    const own = cellsOf(lines[index]!, delimiter) ?? lines[index]!.split(delimiter);
    if (isRecord(own.map((cell) => cell.replaceAll('"', "").trim()))) return null;
    text += `\n${lines[index]!}`;
    if (text.length > MAX_LENGTH) return null;
    const cells = cellsOf(text, delimiter);
    if (cells) return { cells, next: index + 1 };
  }
  return null;
}

/** The records of a text, one by one, without its empty lines. */
export function* eachRecord(text: string, delimiter: string, isRecord: IsRecord): Generator<BankRecord> {
  const lines = text.split(/\r\n|\n|\r/);
  for (let index = 0; index < lines.length;) {
    const line = index + 1;
    const text = lines[index]!;
    if (text.trim() === "") {
      index += 1;
      continue;
    }
    const cells = text.length > MAX_LENGTH ? null : cellsOf(text, delimiter);
    const whole = cells ? { cells, next: line } : joined(lines, index, delimiter, isRecord);
    yield {
      cells: whole?.cells ?? text.slice(0, MAX_LENGTH).split(delimiter),
      line,
      lines: (whole?.next ?? line) - index,
      isOdd: whole === null,
    };
    index = whole?.next ?? line;
  }
}

/** The first records of a text, `max` at most. */
export function recordsOf(text: string, delimiter: string, isRecord: IsRecord, max: number): BankRecord[] {
  const records: BankRecord[] = [];
  for (const record of eachRecord(text, delimiter, isRecord)) {
    records.push(record);
    if (records.length >= max) break;
  }
  return records;
}

export const startsWith = (bytes: Uint8Array, ...start: number[]) =>
  start.every((byte, at) => bytes[at] === byte);

/** The text of a file in UTF-8, UTF-16 or Windows-1252; null for what is no text. */
export function decodeText(bytes: Uint8Array): string | null {
  const wide = startsWith(bytes, 0xff, 0xfe) ? "utf-16le" : startsWith(bytes, 0xfe, 0xff) ? "utf-16be" : null;
  let text: string;
  try {
    text = new TextDecoder(wide ?? "utf-8", { fatal: true }).decode(bytes);
  } catch {
    text = new TextDecoder("windows-1252").decode(bytes);
  }
  return /[\u0000-\u0008\u000e-\u001f]/.test(text) ? null : withoutUnseen(text);
}
