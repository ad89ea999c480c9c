import { describe, expect, test } from "vitest";
import { depositPence } from "#app/features/booking/money/payment-terms.ts";
import { matchLines } from "#tests/setup/match-lines.ts";
import { accountOf, type Moved } from "./account.ts";
import { ledgerFaults, type LedgerDocument } from "./ledger.ts";
import { creditOf, oneOf, sumLine, sumsOf, type SummedLine } from "./sums.ts";

/** Sixty bookings from their price to the bank. Every expected figure was worked out by hand: the VAT within an amount
 * at 20 per cent is a sixth of it, at 5 per cent a 21st, halves rounded up. */

type Price = { total: number; rate?: number; deposit?: number };

type State = { price: Required<Price>; documents: LedgerDocument[]; moved: Moved[]; bank: string[] };

const DAY = "2027-03-10";

function add(state: State, about: Partial<LedgerDocument>, lines: SummedLine[]) {
  const { totalPence, vatPence } = sumsOf(lines);
  state.documents.push({
    id: String(state.documents.length),
    series: "INV",
    kind: "full",
    creditsId: null,
    issuedOn: DAY,
    dueOn: DAY,
    totalPence,
    vatPence,
    lines,
    ...about,
  });
}

/** The next invoice: the deposit first where there is one, then what is not invoiced yet. */
function invoice(state: State) {
  const { total, rate, deposit } = state.price;
  const { invoicedPence, creditedPence } = accountOf(state.documents, state.moved);
  const isFirst = state.documents.length === 0;
  const pence =
    isFirst && deposit > 0 ? depositPence(total, deposit) : total - (invoicedPence - creditedPence);
  const kind = isFirst ? (deposit > 0 ? "deposit" : "full") : "further";
  add(state, { kind }, [sumLine(oneOf("Assessment", pence, rate))]);
}

/** Credits an amount of the invoice with this position, at its rates. */
function credit(state: State, pence: number, position: number) {
  const of = state.documents.filter(({ series }) => series === "INV")[position - 1]!;
  const earlier = state.documents.filter(({ creditsId }) => creditsId === of.id);
  const lines = creditOf(
    of.lines,
    earlier.flatMap((one) => one.lines),
    { pence, description: "Credit" },
  );
  add(state, { series: "CN", kind: "credit", creditsId: of.id }, lines);
}

/** A line of the bank with the booking's reference: a sure one is booked, another one waits. */
function bankLine(state: State, pence: number) {
  const { openPence } = accountOf(state.documents, state.moved);
  const payable = {
    bookingId: "b",
    reference: "MCA-3467-9ACD",
    numbers: [],
    openPence,
    buyers: [],
    byHand: [],
  };
  const line = { id: "l", day: DAY, pence, words: "FPI MCA34679ACD", doubt: "" };
  const match = matchLines([line], [payable]).get("l")!;
  state.bank.push(match.kind);
  if (match.kind === "sure") state.moved.push({ pence, on: DAY });
}

/** `invoice`, `credit 70 of 1`, `pay 595`, `refund 5`, `bank 595`, `price 700`, `rate 0`. */
function take(state: State, step: string) {
  const [what, amount = "0", , position = "1"] = step.split(" ");
  const pence = Math.round(Number(amount) * 100);
  if (what === "invoice") invoice(state);
  else if (what === "credit") credit(state, pence, Number(position));
  else if (what === "pay") state.moved.push({ pence, on: DAY });
  else if (what === "refund") state.moved.push({ pence: -pence, on: DAY });
  else if (what === "bank") bankLine(state, pence);
  else if (what === "price") state.price.total = pence;
  else if (what === "rate") state.price.rate = Number(amount);
  else throw new Error(step);
}

/** `documents`: amount and VAT of each; credit notes are as positive as invoices. All in pounds. */
type Figures = { documents: [total: string, vat: string][]; open: string; credit: string; bank?: string };

const pounds = (pence: number) => (pence / 100).toFixed(2);

type Case = [name: string, price: Price, steps: string, figures: Figures];

const NONE = { open: "0.00", credit: "0.00" };

const WITHOUT_VAT: Case[] = [
  [
    "one assessment, not paid yet",
    { total: 595_00 },
    "invoice",
    { documents: [["595.00", "0.00"]], open: "595.00", credit: "0.00" },
  ],
  ["paid in full", { total: 595_00 }, "invoice, pay 595", { documents: [["595.00", "0.00"]], ...NONE }],
  [
    "paid to the bank with the reference",
    { total: 595_00 },
    "invoice, bank 595",
    { documents: [["595.00", "0.00"]], ...NONE, bank: "sure" },
  ],
  [
    "a part to the bank waits for somebody",
    { total: 595_00 },
    "invoice, bank 500",
    { documents: [["595.00", "0.00"]], open: "595.00", credit: "0.00", bank: "likely" },
  ],
  [
    "a part by hand, the rest by the bank",
    { total: 595_00 },
    "invoice, pay 95, bank 500",
    { documents: [["595.00", "0.00"]], ...NONE, bank: "sure" },
  ],
  [
    "a penny too little",
    { total: 595_00 },
    "invoice, pay 594.99",
    { documents: [["595.00", "0.00"]], open: "0.01", credit: "0.00" },
  ],
  [
    "a penny too much",
    { total: 595_00 },
    "invoice, pay 595.01",
    { documents: [["595.00", "0.00"]], open: "0.00", credit: "0.01" },
  ],
  [
    "paid twice",
    { total: 595_00 },
    "invoice, pay 595, pay 595",
    { documents: [["595.00", "0.00"]], open: "0.00", credit: "595.00" },
  ],
  [
    "paid twice, one paid back",
    { total: 595_00 },
    "invoice, pay 595, pay 595, refund 595",
    { documents: [["595.00", "0.00"]], ...NONE },
  ],
  [
    "the second line of the bank waits",
    { total: 595_00 },
    "invoice, bank 595, bank 595",
    { documents: [["595.00", "0.00"]], ...NONE, bank: "sure likely" },
  ],
  [
    "three parts",
    { total: 1000_00 },
    "invoice, pay 333.33, pay 333.33, pay 333.34",
    { documents: [["1000.00", "0.00"]], ...NONE },
  ],
  [
    "credited before it was paid",
    { total: 595_00 },
    "invoice, credit 595",
    {
      documents: [
        ["595.00", "0.00"],
        ["595.00", "0.00"],
      ],
      ...NONE,
    },
  ],
  [
    "a part credited, the rest by the bank",
    { total: 595_00 },
    "invoice, credit 70, bank 525",
    {
      documents: [
        ["595.00", "0.00"],
        ["70.00", "0.00"],
      ],
      ...NONE,
      bank: "sure",
    },
  ],
  [
    "credited after it was paid",
    { total: 595_00 },
    "invoice, pay 595, credit 595",
    {
      documents: [
        ["595.00", "0.00"],
        ["595.00", "0.00"],
      ],
      open: "0.00",
      credit: "595.00",
    },
  ],
  [
    "cancelled after it was paid, half of it back",
    { total: 595_00 },
    "invoice, pay 595, credit 297.50, refund 297.50",
    {
      documents: [
        ["595.00", "0.00"],
        ["297.50", "0.00"],
      ],
      ...NONE,
    },
  ],
  [
    "dearer after the invoice",
    { total: 595_00 },
    "invoice, price 700, invoice",
    {
      documents: [
        ["595.00", "0.00"],
        ["105.00", "0.00"],
      ],
      open: "700.00",
      credit: "0.00",
    },
  ],
  [
    "dearer after it was paid",
    { total: 595_00 },
    "invoice, pay 595, price 700, invoice, bank 105",
    {
      documents: [
        ["595.00", "0.00"],
        ["105.00", "0.00"],
      ],
      ...NONE,
      bank: "sure",
    },
  ],
  [
    "cheaper after it was paid",
    { total: 595_00 },
    "invoice, pay 595, price 500, credit 95",
    {
      documents: [
        ["595.00", "0.00"],
        ["95.00", "0.00"],
      ],
      open: "0.00",
      credit: "95.00",
    },
  ],
  [
    "cheaper, then dearer again: the credit is used",
    { total: 595_00 },
    "invoice, pay 595, credit 95, price 595, invoice",
    {
      documents: [
        ["595.00", "0.00"],
        ["95.00", "0.00"],
        ["95.00", "0.00"],
      ],
      ...NONE,
    },
  ],
  [
    "credited, and invoiced anew",
    { total: 595_00 },
    "invoice, credit 595, invoice, bank 595",
    {
      documents: [
        ["595.00", "0.00"],
        ["595.00", "0.00"],
        ["595.00", "0.00"],
      ],
      ...NONE,
      bank: "sure",
    },
  ],
  [
    "two credits of one invoice",
    { total: 600_00 },
    "invoice, credit 100, credit 200, pay 300",
    {
      documents: [
        ["600.00", "0.00"],
        ["100.00", "0.00"],
        ["200.00", "0.00"],
      ],
      ...NONE,
    },
  ],
  [
    "the second invoice credited, the first paid",
    { total: 400_00 },
    "invoice, price 500, invoice, credit 100 of 2, bank 400",
    {
      documents: [
        ["400.00", "0.00"],
        ["100.00", "0.00"],
        ["100.00", "0.00"],
      ],
      ...NONE,
      bank: "sure",
    },
  ],
  [
    "a refund of a part of the credit",
    { total: 100_00 },
    "invoice, pay 130, refund 10",
    { documents: [["100.00", "0.00"]], open: "0.00", credit: "20.00" },
  ],
  [
    "a credit that pays the next invoice in part",
    { total: 100_00 },
    "invoice, pay 130, price 150, invoice",
    {
      documents: [
        ["100.00", "0.00"],
        ["50.00", "0.00"],
      ],
      open: "20.00",
      credit: "0.00",
    },
  ],
];

const WITH_VAT: Case[] = [
  // 59,500 / 6 = 9,916.67
  [
    "one assessment",
    { total: 595_00, rate: 20 },
    "invoice, bank 595",
    { documents: [["595.00", "99.17"]], ...NONE, bank: "sure" },
  ],
  // 112,000 / 6 = 18,666.67
  [
    "two assessments",
    { total: 1120_00, rate: 20 },
    "invoice, pay 1120",
    { documents: [["1120.00", "186.67"]], ...NONE },
  ],
  // 49,800 / 6 = 8,300
  [
    "a price that divides",
    { total: 498_00, rate: 20 },
    "invoice",
    { documents: [["498.00", "83.00"]], open: "498.00", credit: "0.00" },
  ],
  // 100 / 6 = 16.67
  ["one pound", { total: 1_00, rate: 20 }, "invoice, pay 1", { documents: [["1.00", "0.17"]], ...NONE }],
  // 3 / 6 = 0.5
  [
    "half a penny is rounded up",
    { total: 3, rate: 20 },
    "invoice",
    { documents: [["0.03", "0.01"]], open: "0.03", credit: "0.00" },
  ],
  // 2 / 6 = 0.33
  [
    "a third of a penny is none",
    { total: 2, rate: 20 },
    "invoice",
    { documents: [["0.02", "0.00"]], open: "0.02", credit: "0.00" },
  ],
  // 10,500 / 21 = 500
  [
    "at 5 per cent",
    { total: 105_00, rate: 5 },
    "invoice, pay 105",
    { documents: [["105.00", "5.00"]], ...NONE },
  ],
  // 59,500 / 21 = 2,833.33
  [
    "at 5 per cent, rounded down",
    { total: 595_00, rate: 5 },
    "invoice",
    { documents: [["595.00", "28.33"]], open: "595.00", credit: "0.00" },
  ],
  // 11,750 × 17.5 / 117.5 = 1,750
  [
    "at the former 17.5 per cent",
    { total: 117_50, rate: 17.5 },
    "invoice",
    { documents: [["117.50", "17.50"]], open: "117.50", credit: "0.00" },
  ],
  // 7,000 / 6 = 1,166.67
  [
    "a part credited",
    { total: 595_00, rate: 20 },
    "invoice, credit 70",
    {
      documents: [
        ["595.00", "99.17"],
        ["70.00", "11.67"],
      ],
      open: "525.00",
      credit: "0.00",
    },
  ],
  [
    "all of it credited: as much VAT as was invoiced",
    { total: 595_00, rate: 20 },
    "invoice, credit 595",
    {
      documents: [
        ["595.00", "99.17"],
        ["595.00", "99.17"],
      ],
      ...NONE,
    },
  ],
  // 29,750 / 6 = 4,958.33, twice: a penny less than at once
  [
    "credited in two halves",
    { total: 595_00, rate: 20 },
    "invoice, credit 297.50, credit 297.50",
    {
      documents: [
        ["595.00", "99.17"],
        ["297.50", "49.58"],
        ["297.50", "49.59"],
      ],
      ...NONE,
    },
  ],
  // 10,500 / 6 = 1,750
  [
    "a further invoice",
    { total: 595_00, rate: 20 },
    "invoice, price 700, invoice, bank 700",
    {
      documents: [
        ["595.00", "99.17"],
        ["105.00", "17.50"],
      ],
      ...NONE,
      bank: "sure",
    },
  ],
  [
    "the rate falls before the further invoice",
    { total: 600_00, rate: 20 },
    "invoice, price 700, rate 0, invoice",
    {
      documents: [
        ["600.00", "100.00"],
        ["100.00", "0.00"],
      ],
      open: "700.00",
      credit: "0.00",
    },
  ],
  [
    "the rate falls before the credit note, which keeps its invoice’s",
    { total: 600_00, rate: 20 },
    "invoice, rate 0, credit 60",
    {
      documents: [
        ["600.00", "100.00"],
        ["60.00", "10.00"],
      ],
      open: "540.00",
      credit: "0.00",
    },
  ],
  // 60,000 / 6; 30,000 / 21 = 1,428.57
  [
    "two invoices at two rates",
    { total: 600_00, rate: 20 },
    "invoice, price 900, rate 5, invoice, pay 900",
    {
      documents: [
        ["600.00", "100.00"],
        ["300.00", "14.29"],
      ],
      ...NONE,
    },
  ],
  [
    "the credit note of the second of two rates",
    { total: 600_00, rate: 20 },
    "invoice, price 900, rate 5, invoice, credit 105 of 2",
    {
      documents: [
        ["600.00", "100.00"],
        ["300.00", "14.29"],
        ["105.00", "5.00"],
      ],
      open: "795.00",
      credit: "0.00",
    },
  ],
  [
    "paid, credited, paid back",
    { total: 120_00, rate: 20 },
    "invoice, bank 120, credit 120, refund 120",
    {
      documents: [
        ["120.00", "20.00"],
        ["120.00", "20.00"],
      ],
      ...NONE,
      bank: "sure",
    },
  ],
];

const WITH_DEPOSIT: Case[] = [
  [
    "half of it, not paid",
    { total: 595_00, deposit: 50 },
    "invoice",
    { documents: [["297.50", "0.00"]], open: "297.50", credit: "0.00" },
  ],
  [
    "half, then the balance",
    { total: 595_00, deposit: 50 },
    "invoice, bank 297.50, invoice, bank 297.50",
    {
      documents: [
        ["297.50", "0.00"],
        ["297.50", "0.00"],
      ],
      ...NONE,
      bank: "sure sure",
    },
  ],
  [
    "paid in one sum after both",
    { total: 595_00, deposit: 50 },
    "invoice, invoice, bank 595",
    {
      documents: [
        ["297.50", "0.00"],
        ["297.50", "0.00"],
      ],
      ...NONE,
      bank: "sure",
    },
  ],
  [
    "all of it paid with the deposit: the balance uses the credit",
    { total: 595_00, deposit: 50 },
    "invoice, pay 595, invoice",
    {
      documents: [
        ["297.50", "0.00"],
        ["297.50", "0.00"],
      ],
      ...NONE,
    },
  ],
  [
    "all of it paid with the deposit, before the balance",
    { total: 595_00, deposit: 50 },
    "invoice, pay 595",
    { documents: [["297.50", "0.00"]], open: "0.00", credit: "297.50" },
  ],
  // 59,501 × 50 % = 29,750.5
  [
    "half of an odd sum, and the rest of it",
    { total: 595_01, deposit: 50 },
    "invoice, invoice, pay 595.01",
    {
      documents: [
        ["297.51", "0.00"],
        ["297.50", "0.00"],
      ],
      ...NONE,
    },
  ],
  // 59,500 × 30 % = 17,850
  [
    "thirty per cent",
    { total: 595_00, deposit: 30 },
    "invoice, pay 178.50, invoice",
    {
      documents: [
        ["178.50", "0.00"],
        ["416.50", "0.00"],
      ],
      open: "416.50",
      credit: "0.00",
    },
  ],
  // 17,850 / 6 = 2,975; 41,650 / 6 = 6,941.67
  [
    "thirty per cent with VAT",
    { total: 595_00, rate: 20, deposit: 30 },
    "invoice, invoice",
    {
      documents: [
        ["178.50", "29.75"],
        ["416.50", "69.42"],
      ],
      open: "595.00",
      credit: "0.00",
    },
  ],
  // 29,750 / 6 = 4,958.33
  [
    "half with VAT",
    { total: 595_00, rate: 20, deposit: 50 },
    "invoice, bank 297.50, invoice",
    {
      documents: [
        ["297.50", "49.58"],
        ["297.50", "49.58"],
      ],
      open: "297.50",
      credit: "0.00",
      bank: "sure",
    },
  ],
  [
    "cancelled after the deposit, which stays",
    { total: 595_00, deposit: 50 },
    "invoice, pay 297.50",
    { documents: [["297.50", "0.00"]], ...NONE },
  ],
  [
    "cancelled after the deposit, which is paid back",
    { total: 595_00, deposit: 50 },
    "invoice, pay 297.50, credit 297.50, refund 297.50",
    {
      documents: [
        ["297.50", "0.00"],
        ["297.50", "0.00"],
      ],
      ...NONE,
    },
  ],
  [
    "dearer between deposit and balance",
    { total: 595_00, deposit: 50 },
    "invoice, pay 297.50, price 700, invoice, bank 402.50",
    {
      documents: [
        ["297.50", "0.00"],
        ["402.50", "0.00"],
      ],
      ...NONE,
      bank: "sure",
    },
  ],
  [
    "cheaper than its deposit",
    { total: 600_00, deposit: 50 },
    "invoice, pay 300, price 200, credit 100",
    {
      documents: [
        ["300.00", "0.00"],
        ["100.00", "0.00"],
      ],
      open: "0.00",
      credit: "100.00",
    },
  ],
  [
    "a part of the deposit",
    { total: 600_00, deposit: 50 },
    "invoice, pay 100, invoice, bank 500",
    {
      documents: [
        ["300.00", "0.00"],
        ["300.00", "0.00"],
      ],
      ...NONE,
      bank: "sure",
    },
  ],
  [
    "the whole price as a deposit",
    { total: 600_00, deposit: 100 },
    "invoice, bank 600",
    { documents: [["600.00", "0.00"]], ...NONE, bank: "sure" },
  ],
  // 33,333 × 33 % = 10,999.89
  [
    "a third of an odd sum",
    { total: 333_33, deposit: 33 },
    "invoice, invoice, pay 333.33",
    {
      documents: [
        ["110.00", "0.00"],
        ["223.33", "0.00"],
      ],
      ...NONE,
    },
  ],
  [
    "balance credited, deposit kept",
    { total: 595_00, deposit: 50 },
    "invoice, pay 297.50, invoice, credit 297.50 of 2",
    {
      documents: [
        ["297.50", "0.00"],
        ["297.50", "0.00"],
        ["297.50", "0.00"],
      ],
      ...NONE,
    },
  ],
  [
    "five per cent with VAT",
    { total: 1000_00, rate: 20, deposit: 5 },
    "invoice, invoice, pay 1000",
    {
      documents: [
        ["50.00", "8.33"],
        ["950.00", "158.33"],
      ],
      ...NONE,
    },
  ],
];

const ALL = [...WITHOUT_VAT, ...WITH_VAT, ...WITH_DEPOSIT];

test("there are sixty cases", () => expect(ALL).toHaveLength(60));

function run([, { total, rate = 0, deposit = 0 }, steps]: Case): Figures {
  const state: State = { price: { total, rate, deposit }, documents: [], moved: [], bank: [] };
  for (const step of steps.split(", ")) {
    take(state, step);
    const account = accountOf(state.documents, state.moved);
    const shown = {
      totalPence: account.invoicedPence,
      creditedPence: account.creditedPence,
      paidPence: account.receivedPence - account.refundedPence,
      isSettled: account.openPence === 0,
    };
    expect(ledgerFaults(state.documents, state.moved, shown), step).toEqual([]);
  }
  const account = accountOf(state.documents, state.moved);
  return {
    documents: state.documents.map(({ totalPence, vatPence }) => [pounds(totalPence), pounds(vatPence)]),
    open: pounds(account.openPence),
    credit: pounds(account.creditPence),
    ...(state.bank.length > 0 && { bank: state.bank.join(" ") }),
  };
}

describe.each([
  ["without VAT", WITHOUT_VAT],
  ["with VAT", WITH_VAT],
  ["with a deposit", WITH_DEPOSIT],
])("%s", (_name, cases) => {
  test.each(cases)("%s", (...given) => expect(run(given)).toEqual(given[3]));
});
