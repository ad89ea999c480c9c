import { describe, expect, test } from "vitest";
import { accountOf, creditSince, numberWords, type Issued } from "./account.ts";

const invoice = (id: string, totalPence: number, more: Partial<Issued> = {}): Issued => ({
  id,
  series: "INV",
  kind: "full",
  creditsId: null,
  totalPence,
  issuedOn: "2027-03-01",
  dueOn: "2027-04-01",
  ...more,
});
const credit = (creditsId: string, totalPence: number, issuedOn = "2027-03-05"): Issued => ({
  id: `cn-${creditsId}-${totalPence}`,
  series: "CN",
  kind: "credit",
  creditsId,
  totalPence,
  issuedOn,
  dueOn: issuedOn,
});
const paid = (pence: number, on = "2027-03-10") => ({ pence, on });

describe("what is open, and what is too much", () => {
  test.each([
    ["nothing yet", [], [], { openPence: 0, creditPence: 0, dueOn: null, paidOn: null }],
    ["an invoice", [invoice("a", 595_00)], [], { openPence: 595_00, dueOn: "2027-04-01", paidOn: null }],
    ["paid", [invoice("a", 595_00)], [paid(595_00)], { openPence: 0, creditPence: 0, paidOn: "2027-03-10" }],
    ["part paid", [invoice("a", 595_00)], [paid(100_00)], { openPence: 495_00, creditPence: 0 }],
    ["overpaid", [invoice("a", 595_00)], [paid(600_00)], { openPence: 0, creditPence: 5_00 }],
    [
      "deposit and balance: the oldest is paid first",
      [invoice("a", 297_50, { kind: "deposit" }), invoice("b", 297_50, { dueOn: "2027-05-01" })],
      [paid(297_50)],
      { openPence: 297_50, dueOn: "2027-05-01" },
    ],
    ["credited in part", [invoice("a", 595_00), credit("a", 70_00)], [], { openPence: 525_00 }],
    [
      "paid, then credited: to be refunded",
      [invoice("a", 595_00), credit("a", 595_00, "2027-03-20")],
      [paid(595_00)],
      { openPence: 0, creditPence: 595_00 },
    ],
    [
      "refunded",
      [invoice("a", 595_00), credit("a", 595_00)],
      [paid(595_00), paid(-595_00, "2027-03-25")],
      { openPence: 0, creditPence: 0, receivedPence: 595_00, refundedPence: 595_00 },
    ],
    [
      "what is too much on one invoice pays the next",
      [invoice("a", 100_00), invoice("b", 50_00)],
      [paid(120_00)],
      { openPence: 30_00, creditPence: 0 },
    ],
  ])("%s", (_name, documents, moved, expected) => {
    expect(accountOf(documents, moved)).toMatchObject(expected);
  });
});

test("a credit that was used up and came again counts from the second time", () => {
  const documents = [invoice("a", 100_00), invoice("b", 20_00, { issuedOn: "2027-03-12" })];
  const moved = [paid(120_00), paid(10_00, "2027-03-15")];
  expect(creditSince(documents, moved, null)).toBe("2027-03-15");
});

test("the invoices' open amounts add up to the account's", () => {
  const account = accountOf(
    [invoice("a", 100_00), invoice("b", 50_00), credit("a", 30_00)],
    [paid(80_00), paid(-5_00)],
  );
  expect(account.invoices.map(({ openPence }) => openPence)).toEqual([0, 45_00]);
  expect(account.openPence).toBe(45_00);
});

test("numbers have six digits", () => expect(numberWords("CN", 42)).toBe("CN-000042"));
