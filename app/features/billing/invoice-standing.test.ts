import { expect, test } from "vitest";
import { changesThere, openPence, standingOf, standingWords, type InvoiceFacts } from "./invoice-standing.ts";

const INVOICE: InvoiceFacts = {
  amountPence: 59_500,
  dueOn: "2027-04-01",
  vendorStatus: "authorised",
  vendorTotalPence: null,
  vendorDueOn: null,
  paidPence: null,
  creditedPence: null,
  paidOn: null,
};
const READ = {
  ...INVOICE,
  vendorTotalPence: 59_500,
  vendorDueOn: "2027-04-01",
  paidPence: 0,
  creditedPence: 0,
};

test.each<[string, Partial<InvoiceFacts>, string, string, number]>([
  ["never read", INVOICE, "due", "Due by 1 April 2027", 59_500],
  ["read, nothing paid", {}, "due", "Due by 1 April 2027", 59_500],
  ["part paid", { paidPence: 20_000 }, "due", "Due by 1 April 2027, £200.00 of £595.00 paid", 39_500],
  ["due yesterday", { vendorDueOn: "2027-03-31" }, "overdue", "Overdue since 31 March 2027", 59_500],
  ["given more time there", { dueOn: "2027-03-01" }, "due", "Due by 1 April 2027", 59_500],
  [
    "paid",
    { vendorStatus: "paid", paidPence: 59_500, paidOn: "2027-03-12" },
    "paid",
    "Paid on 12 March 2027",
    0,
  ],
  ["paid, no day", { vendorStatus: "paid", paidPence: 59_500 }, "paid", "Paid", 0],
  ["credited in full", { vendorStatus: "paid", creditedPence: 59_500 }, "credited", "Credited", 0],
  ["voided", { vendorStatus: "voided" }, "void", "Void", 0],
  ["deleted", { vendorStatus: "deleted" }, "void", "Void", 0],
  ["taken back to draft", { vendorStatus: "draft" }, "on-hold", "Taken back to draft", 59_500],
  ["made dearer there", { vendorTotalPence: 70_000 }, "due", "Due by 1 April 2027", 70_000],
])("an invoice %s", (_name, facts, standing, words, open) => {
  const invoice = { ...READ, ...facts };
  expect(standingOf(invoice, "2027-04-01")).toBe(standing);
  expect(standingWords(invoice, "2027-04-01")).toBe(words);
  expect(openPence(invoice)).toBe(open);
});

test("an invoice is due on its day and overdue on the next", () => {
  expect(["2027-04-01", "2027-04-02"].map((today) => standingOf(READ, today))).toEqual(["due", "overdue"]);
});

test("staff read what was changed by hand", () => {
  expect(changesThere(INVOICE)).toEqual([]);
  expect(changesThere(READ)).toEqual([]);
  expect(changesThere({ ...READ, vendorTotalPence: 40_000, vendorDueOn: "2027-05-01" })).toEqual([
    "It was made for £595.00, and is for £400.00 now.",
    "It was due on 01/04/2027, and is due on 01/05/2027 now.",
  ]);
  expect(changesThere({ ...READ, vendorStatus: "voided" })).toEqual(["It was voided."]);
});
