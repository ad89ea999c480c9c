import { describe, expect, test } from "vitest";
import { readBankFile, unreadWords, type BankFile, type Columns } from "./read-bank-file.server.ts";

const today = "2026-11-27";
const utf8 = (text: string) => new TextEncoder().encode(text);
const read = (text: string | Uint8Array, chosen?: ReadonlyMap<string, Columns>) =>
  readBankFile(typeof text === "string" ? utf8(text) : text, { today, ...(chosen && { chosen }) });

describe("files of banks", () => {
  const line = { day: "2026-11-26", pence: 595_00 };
  test.each([
    [
      "money in and out in two columns",
      "Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance\n26/11/2026,FPI,00-00-00,12345678,INV-000001,,595.00,1000.00\n26/11/2026,DD,00-00-00,12345678,RENT,800.00,,405.00\n",
    ],
    [
      "one amount with a sign",
      "Date,Counter Party,Reference,Amount (GBP)\n26/11/2026,,INV-000001,595.00\n26/11/2026,Rent,,-800.00",
    ],
    [
      "semicolons, CR LF",
      "Date;Description;Amount\r\n26/11/2026;INV-000001;595.00\r\n26/11/2026;RENT;-800.00\r\n",
    ],
    ["tabs", "Date\tDescription\tAmount\n26/11/2026\tINV-000001\t595.00\n26/11/2026\tRENT\t-800.00"],
    [
      "lines before the headings, pounds signs, months by name",
      '"Account Name:","Business"\n"Account Balance:","£405.00"\n\n"Date","Transaction type","Description","Paid out","Paid in","Balance"\n"26 Nov 2026","Bank credit","INV-000001","","£595.00","£1,000.00"\n"26 Nov 2026","Debit","RENT","£800.00","","£405.00"\n',
    ],
    [
      "a sum below the lines",
      "Date,Description,Amount\n26/11/2026,INV-000001,595.00\n26/11/2026,RENT,-800.00\n,Total,-205.00",
    ],
  ])("%s", async (_name, text) => {
    const file = (await read(text)) as BankFile;
    expect(file).toMatchObject({
      lines: [{ ...line, words: "INV-000001", doubt: "" }],
      outCount: 1,
      odd: [],
    });
    expect(file.count - file.otherCount).toBe(2);
  });

  test("a column is read once, and several columns are its words together", async () => {
    const text = "Date,Name,Reference,Notes,Amount\n26/11/2026,J Reeve,MCA-3467-9ACD,J Reeve,1.00";
    expect(await read(text)).toMatchObject({ lines: [{ words: "J Reeve · MCA-3467-9ACD" }] });
  });

  test.each([
    ["UTF-8 with a mark", utf8("\uFEFFDate,Description,Amount\n26/11/2026,Élodie £,5.00")],
    [
      "UTF-16",
      new Uint8Array([
        0xff,
        0xfe,
        ...Buffer.from("Date,Description,Amount\n26/11/2026,Élodie £,5.00", "utf16le"),
      ]),
    ],
    [
      "Windows-1252",
      Uint8Array.from(Buffer.from("Date,Description,Amount\n26/11/2026,Élodie £,5.00", "latin1")),
    ],
  ])("letters in %s", async (_name, bytes) => {
    expect(await read(bytes)).toMatchObject({ lines: [{ words: "Élodie £" }] });
  });

  test("formulas stay text, and a stray quotation mark is a letter", async () => {
    const text = 'Date,Description,Amount\n26/11/2026,=HYPERLINK(1),5.00\n26/11/2026,5" pipe,6.00';
    expect(await read(text)).toMatchObject({ lines: [{ words: "=HYPERLINK(1)" }, { words: '5" pipe' }] });
  });

  test("lines of more than a year ago are left out", async () => {
    expect(await read("Date,Description,Amount\n25/11/2025,x,5.00\n26/11/2025,y,5.00")).toMatchObject({
      oldCount: 1,
      lines: [{ words: "y" }],
    });
  });
});

describe("each line is counted as what it is", () => {
  const columns = "Date,Description,Paid out,Paid in\n";
  test.each<[string, string, object]>([
    [
      "dashes in place of nothing",
      "26/11/2026,x,-,7.00\n26/11/2026,y,9.00,–",
      { lines: [{ pence: 700 }], outCount: 1 },
    ],
    [
      "a line that was cut off",
      "26/11/2026,x\n26/11/2026,y,,5.00",
      { odd: [{ line: 2, why: "shape" }], outCount: 0 },
    ],
    [
      "money out without the last, empty column",
      "26/11/2026,x,5.00\n26/11/2026,y,,5.00",
      { odd: [], outCount: 1 },
    ],
    ["a line below the last", "26/11/2026,y,,5.00\nEnd of statement", { odd: [], otherCount: 1 }],
    [
      "a note of 100 KB",
      `26/11/2026,${"x".repeat(100_000)},,5.00\n26/11/2026,y,,6.00`,
      { odd: [{ line: 2 }], lines: [{ pence: 600 }] },
    ],
    [
      "letters that turn a line around",
      "26/11/2026,\u202eאב INV-000001\u202c,,5.00",
      { lines: [{ words: "אב INV-000001" }] },
    ],
    ["in and out alone", "26/11/2026,x,5.00,5.00", { odd: [{ line: 2, why: "both" }], lines: [] }],
  ])("%s", async (_name, lines, expected) => {
    expect(await read(columns + lines)).toMatchObject(expected);
  });

  test("a file whose one line is still to come says so", async () => {
    const unread = await read("Date,Description,Amount\n29/02/2028,x,5.00");
    expect("problem" in unread && unreadWords(unread)).toMatch(/^Line 2: “29\/02\/2028” is still to come/);
  });
});

describe("what cannot be read is refused whole, with a sentence", () => {
  const heads = "Date,Description,Amount\n";
  const rest = `${heads}26/11/2026,x,5.00\n`;
  test.each<[string, string | Uint8Array, RegExp]>([
    ["commas for pence", `${heads}26/11/2026,y,"1.200,00"`, /^Line 2: “1\.200,00” is not an amount/],
    ["the month first", `${heads}11/26/2026,y,5.00`, /^Line 2: “11\/26\/2026” is not a day/],
    [
      "the month first, as a day to come",
      `${heads}12/11/2026,y,5.00\n01/12/2026,z,5`,
      /^Line 3: “01\/12\/2026” is still to come/,
    ],
    ["a day that does not exist", `${heads}31/02/2026,y,5.00`, /is not a day/],
    ["a spreadsheet", new Uint8Array([0x50, 0x4b, 3, 4, 1, 2]), /spreadsheet or a PDF/],
    ["a PDF", utf8("%PDF-1.7"), /spreadsheet or a PDF/],
    ["bytes", new Uint8Array([1, 0, 2, 0, 3]), /not a CSV file/],
    ["a letter", "Dear all,\nplease pay.", /do not know the columns|not a CSV/],
    ["one word", "hello", /not a CSV file/],
    ["nothing", "  \n", /no lines/],
    ["headings alone", "Date,Description,Amount\n", /no lines/],
    ["too many lines", rest + "26/11/2026,x,5.00\n".repeat(20_000), /more than 20,000 lines/],
    ["too many bytes", new Uint8Array(3 * 1024 * 1024 + 1), /larger than 3 MB/],
    ["lines without an end", `${heads}26/11/2026,"${"x".repeat(30_000)}`, /not a CSV file/],
    ["unknown columns", "Wann,Was,Wieviel\n26/11/2026,x,5.00", /do not know the columns/],
  ])("%s", async (_name, given, words) => {
    const unread = await read(given);
    expect("problem" in unread && unreadWords(unread)).toMatch(words);
  });
});

test("columns that staff chose are known again, also without headings", async () => {
  const german = "Wann,Was,Wieviel\n26/11/2026,x,5.00";
  const asked = await read(german);
  if (!("problem" in asked) || asked.problem !== "columns") throw new Error("It was read");
  expect(asked.headings.names).toEqual(["Wann", "Was", "Wieviel"]);
  const chosen = new Map([[asked.headings.key, { date: 0, amount: 2, words: [1] }]]);
  expect(await read(german, chosen)).toMatchObject({ lines: [{ words: "x", pence: 500 }] });

  const bare = "26/11/2026,INV-000001,595.00\n25/11/2026,Rent,-800.00";
  const bareAsked = await read(bare);
  if (!("problem" in bareAsked) || bareAsked.problem !== "columns") throw new Error("It was read");
  expect(bareAsked.headings.names[1]).toBe("Column 2: INV-000001");
  const bareChosen = new Map([[bareAsked.headings.key, { date: 0, amount: 2, words: [1] }]]);
  expect(await read(bare, bareChosen)).toMatchObject({ lines: [{ words: "INV-000001" }], outCount: 1 });
});
