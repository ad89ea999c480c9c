import { expect, test } from "vitest";
import { readBankFile, type BankFile } from "./read-bank-file.server.ts";

/** The fate of each line of a bank's export: `in` may be sure, `ask` is looked at by somebody. */
type Is = "in" | "ask" | "out" | "not-come" | "foreign" | "other" | "odd";

const REVOLUT =
  "Date started (UTC),Date completed (UTC),ID,Type,State,Description,Reference,Payer,Card number,Card label,Card state,Orig currency,Orig amount,Payment currency,Amount,Total amount,Exchange rate,Fee,Fee currency,Balance,Account";
const revolut = (
  type: string,
  state: string,
  amount: string,
  { completed = "2026-11-26", currency = "GBP", words = "INV-000001" } = {},
) =>
  `2026-11-25,${completed},id,${type},${state},${words},,,,,ACTIVE,${currency},${amount},${currency},${amount},${amount},,0.00,${currency},1.00,Main`;

const MONZO =
  "Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,Local currency,Notes and #tags,Address,Receipt,Description,Category split,Money Out,Money In";
const monzo = (type: string, amount: string, currency = "GBP", local = "GBP") =>
  `tx_1,26/11/2026,10:00:00,${type},J Reeve,,Income,${amount},${currency},${amount},${local},,,,INV-000001,,,`;

const BANKS: [string, string, [string, Is][]][] = [
  [
    "Barclays",
    "Number,Date,Account,Amount,Subcategory,Memo",
    [
      [",26/11/2026,20-00-00 12345678,595.00,Counter Credit,INV-000001 BGC", "in"],
      [",26/11/2026,20-00-00 12345678,595.00,DIRECTDEP,INV-000001", "in"],
      [",26/11/2026,20-00-00 12345678,595.00,Funds Transfer,INV-000001", "in"],
      [",26/11/2026,20-00-00 12345678,595.00,Unpaid,INV-000001", "ask"],
      [",26/11/2026,20-00-00 12345678,595.00,Something new,INV-000001", "ask"],
      [",26/11/2026,20-00-00 12345678,-595.00,Direct Debit,RENT", "out"],
      [",26/11/2026,20-00-00 12345678,-595.00,Bill Payment,RENT", "out"],
    ],
  ],
  [
    "HSBC",
    "Date,Type,Description,Paid out,Paid in,Balance",
    [
      ["26 Nov 2026,CR,INV-000001,,595.00,1000.00", "in"],
      ["26 Nov 2026,BP,RENT,595.00,,405.00", "out"],
      ["26 Nov 2026,DD,INV-000001,,595.00,405.00", "ask"],
      ["26 Nov 2026,CR,INV-000001,595.00,595.00,405.00", "odd"],
      [",,BALANCE CARRIED FORWARD,,,405.00", "other"],
    ],
  ],
  [
    "Lloyds",
    "Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance",
    [
      ["26/11/2026,FPI,'30-00-00,12345678,INV-000001,,595.00,1000.00", "in"],
      ["26/11/2026,BGC,'30-00-00,12345678,INV-000001,,595.00,1000.00", "in"],
      ["26/11/2026,DEP,'30-00-00,12345678,INV-000001,,595.00,1000.00", "in"],
      ["26/11/2026,FPO,'30-00-00,12345678,RENT,595.00,,1000.00", "out"],
      ["26/11/2026,DEB,'30-00-00,12345678,INV-000001,,595.00,1000.00", "ask"],
    ],
  ],
  [
    "NatWest",
    "Date, Type, Description, Value, Balance, Account Name, Account Number",
    [
      ['26 Nov 2026,BAC,"INV-000001 , FP 26/11/26",595.00,1000.00,Practice,600000-12345678', "in"],
      ['26 Nov 2026,S/O,"RENT",-595.00,1000.00,Practice,600000-12345678', "out"],
      ['26 Nov 2026,POS,"INV-000001",595.00,1000.00,Practice,600000-12345678', "ask"],
      ['26 Nov 2026,CHG,"FEE",-2.00,1000.00,Practice,600000-12345678', "out"],
    ],
  ],
  [
    "Santander",
    "Date,Type,Merchant/Description,Debit/Credit,Balance",
    [
      ["26/11/2026,FASTER PAYMENTS RECEIPT,INV-000001,£595.00,£1000.00", "in"],
      ["26/11/2026,DIRECT DEBIT,RENT,-£595.00,£1000.00", "out"],
      ["26/11/2026,CARD PAYMENT,INV-000001,£595.00,£1000.00", "ask"],
    ],
  ],
  [
    "Nationwide",
    '"Account Name:","Business ****12345"\n"Account Balance:","£405.00"\n"Available Balance: ","£405.00"\n\n"Date","Transaction type","Description","Paid out","Paid in","Balance"',
    [
      ['"26 Nov 2026","Bank credit","INV-000001","","£595.00","£1000.00"', "in"],
      ['"26 Nov 2026","Transfer from","INV-000001","","£595.00","£1000.00"', "in"],
      ['"26 Nov 2026","Direct debit","RENT","£595.00","","£405.00"', "out"],
      ['"26 Nov 2026","Visa refund","INV-000001","","£595.00","£405.00"', "ask"],
    ],
  ],
  [
    "Starling",
    "Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP),Spending Category,Notes",
    [
      ["26/11/2026,J Reeve,INV-000001,FASTER PAYMENT,595.00,1000.00,REVENUE,", "in"],
      ["26/11/2026,J Reeve,INV-000001,DIRECT CREDIT,595.00,1000.00,REVENUE,", "in"],
      ["26/11/2026,Landlord,RENT,STANDING ORDER,-595.00,1000.00,RENT,", "out"],
      ["26/11/2026,Shop,INV-000001,CHIP & PIN,595.00,1000.00,OTHER,", "ask"],
      ["26/11/2026,Shop,INV-000001,INTERNAL TRANSFER,595.00,1000.00,SAVING,", "ask"],
    ],
  ],
  [
    "Monzo",
    MONZO,
    [
      [monzo("Faster payment", "595.00"), "in"],
      [monzo("Bacs (Direct Credit)", "595.00"), "in"],
      [monzo("Monzo-to-Monzo", "595.00"), "in"],
      [monzo("Card payment", "-595.00"), "out"],
      [monzo("Pot transfer", "595.00"), "ask"],
      [monzo("Faster payment", "595.00", "EUR", "EUR"), "foreign"],
    ],
  ],
  [
    "Revolut",
    REVOLUT,
    [
      [revolut("TOPUP", "COMPLETED", "595.00"), "in"],
      [revolut("TRANSFER", "COMPLETED", "595.00"), "in"],
      [revolut("TRANSFER", "COMPLETED", "-595.00"), "out"],
      [revolut("TRANSFER", "REVERTED", "595.00"), "not-come"],
      [revolut("TRANSFER", "DECLINED", "595.00"), "not-come"],
      [revolut("TRANSFER", "FAILED", "595.00"), "not-come"],
      [revolut("TRANSFER", "PENDING", "595.00", { completed: "" }), "not-come"],
      [revolut("TRANSFER", "UNHEARD OF", "595.00"), "ask"],
      [revolut("TRANSFER", "", "595.00"), "ask"],
      [revolut("TRANSFER", "COMPLETED", "595.00", { currency: "EUR" }), "foreign"],
      [revolut("EXCHANGE", "COMPLETED", "595.00"), "ask"],
      [revolut("CARD_REFUND", "COMPLETED", "595.00"), "ask"],
    ],
  ],
  [
    "a direction beside an amount without a sign",
    "Date,Description,Amount,Direction,Status,Currency",
    [
      ["26/11/2026,INV-000001,595.00,IN,Completed,GBP", "in"],
      ["26/11/2026,INV-000001,595.00,OUT,Completed,GBP", "out"],
      ["26/11/2026,INV-000001,595.00,SIDEWAYS,Completed,GBP", "ask"],
      ["26/11/2026,INV-000001,595.00,IN,Pending,GBP", "not-come"],
      ["26/11/2026,INV-000001,€595.00,IN,Completed,", "foreign"],
      ["26/11/2026,INV-000001,many,IN,Completed,GBP", "odd"],
      ['26/11/2026,"INV-000001,595.00,IN,Completed,GBP', "odd"],
    ],
  ],
  [
    "kinds alone that tell the direction",
    "Date,Type,Description,Amount",
    [
      ["26/11/2026,Credit,INV-000001,595.00", "in"],
      ["26/11/2026,Debit,INV-000001,595.00", "out"],
      ["26/11/2026,Direct Debit,INV-000001,595.00", "out"],
      ["26/11/2026,Faster payment,INV-000001,595.00", "ask"],
    ],
  ],
];

const read = async (headings: string, lines: readonly string[]) =>
  (await readBankFile(new TextEncoder().encode([headings, ...lines].join("\n")), {
    today: "2026-11-27",
  })) as BankFile;

const kindsOf = (file: BankFile): Record<Is, number> => ({
  in: file.lines.filter(({ doubt }) => doubt === "").length,
  ask: file.lines.filter(({ doubt }) => doubt !== "").length,
  "not-come": file.notCome.length,
  out: file.outCount,
  foreign: file.foreignCount,
  other: file.otherCount,
  odd: file.odd.length,
});

test.each(BANKS)(
  "%s: each line is what the bank says of it, and none is lost",
  async (_, headings, lines) => {
    const file = await read(
      headings,
      lines.map(([line]) => line),
    );
    const wanted = { in: 0, ask: 0, out: 0, "not-come": 0, foreign: 0, other: 0, odd: 0 };
    for (const [, is] of lines) wanted[is] += 1;
    expect(kindsOf(file)).toEqual(wanted);
    expect(file.count).toBe(lines.length);
    // Alone, a line is no more than among the others.
    for (const [line, is] of lines.filter(([, is]) => is === "not-come" || is === "foreign"))
      expect(kindsOf(await read(headings, [line])), line).toMatchObject({ [is]: 1 });
  },
);

test.each([
  ["an unescaped quotation mark", '26/11/2026,"5" of "pipe" for MCA",5.00', 4],
  ["a note of two lines", '26/11/2026,"INV-000002\nthanks",5.00', 4],
])("%s takes nothing from the lines beside it", async (_, line, count) => {
  const rest = ["26/11/2026,a,1.00", line, "26/11/2026,b,2.00", '26/11/2026,"c",3.00'];
  const file = await read("Date,Description,Amount", rest);
  expect([file.lines.length, file.odd.length]).toEqual([count, 0]);
});

test("a quotation mark without an end is named with its line, and the rest is read", async () => {
  const lines = [
    "26/11/2026,a,1.00",
    '26/11/2026,"Mum said: pay,2.00',
    '26/11/2026,"b",3.00',
    "26/11/2026,c,4.00",
  ];
  const file = await read("Date,Description,Amount", lines);
  expect(file.lines.map(({ pence }) => pence)).toEqual([1_00, 3_00, 4_00]);
  expect(file.odd).toEqual([{ line: 3, why: "shape" }]);
  const shifted = 'a",thanks",800.00,,405.00';
  const columns = "Date,Description,Paid out,Paid in,Balance";
  expect(await read(columns, ["26/11/2026,x,,1.00,2.00", `26/11/2026,"${shifted}`])).toMatchObject({
    lines: [{ pence: 1_00 }],
    odd: [{ line: 3, why: "shape" }],
  });
});
