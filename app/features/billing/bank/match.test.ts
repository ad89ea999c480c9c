import { expect, test } from "vitest";
import { matchLines } from "#tests/setup/match-lines.ts";
import type { Match, Payable } from "./match.ts";

const payable = (index: number, more: Partial<Payable> = {}): Payable => ({
  bookingId: `b${index}`,
  reference: `MCA-AAAA-000${index}`,
  numbers: [`INV-00000${index}`],
  openPence: 595_00,
  buyers: ["Joanna Reeve", "Harbour Legal LLP"],
  byHand: [],
  ...more,
});

const OTHER = payable(2, { openPence: 300_00, buyers: ["Tom Ash"] });

const line = (words: string, pence = 595_00, id = "l1") => ({
  id,
  day: "2026-11-26",
  pence,
  words,
  doubt: "",
});

const matchOf = (words: string, pence = 595_00, payables = [payable(1), OTHER]): Match =>
  matchLines([line(words, pence)], payables).get("l1")!;

test.each([
  ["the reference", "MCA-AAAA-0001"],
  ["the reference as a bank prints it", "REEVE J    MCAAAAA0001  FP"],
  ["the reference with spaces", "mca aaaa 0001"],
  ["the invoice's number", "INV-000001"],
  ["the number without noughts", "inv 1"],
  ["both names of one booking", "INV-000001 MCA-AAAA-0001"],
])("sure: %s and the exact rest", (_name, words) => {
  expect(matchOf(words)).toMatchObject({ kind: "sure", of: { bookingId: "b1" } });
});

test.each<[string, string, number, object]>([
  ["a part", "INV-000001", 100_00, { why: "amount-differs", restPence: 595_00 }],
  ["too much", "INV-000001", 600_00, { why: "amount-differs" }],
  ["name and amount", "MRS J REEVE", 595_00, { why: "name-and-amount" }],
  ["the organisation and the amount", "HARBOUR LEGAL CLIENT ACC", 595_00, { why: "name-and-amount" }],
  ["an amount that one booking has", "PAYMENT", 300_00, { why: "amount", of: OTHER }],
  ["a name that one booking has", "T ASH", 12_00, { why: "name", of: OTHER }],
])("likely: %s", (_name, words, pence, match) => {
  expect(matchOf(words, pence)).toMatchObject({ kind: "likely", ...match });
});

test.each<[string, string, number, Payable[], object]>([
  ["nothing", "RENT", 12_00, [payable(1), OTHER], { why: "nothing" }],
  ["an unknown reference", "MCA-XXXX-9999", 12_00, [payable(1)], { why: "nothing" }],
  ["a number that goes on", "INV-0000011", 12_00, [payable(1)], { why: "nothing" }],
  ["a surname of somebody else", "K REEVE", 12_00, [payable(1)], { why: "nothing" }],
  ["a word within a word", "REEVESON J", 12_00, [payable(1)], { why: "nothing" }],
  ["two references", "INV-000001 INV-000002", 895_00, [payable(1), OTHER], { why: "several-named" }],
  [
    "one name, two bookings",
    "J REEVE",
    595_00,
    [payable(1), payable(3)],
    { why: "several-fit", named: ["MCA-AAAA-0001", "MCA-AAAA-0003"] },
  ],
  [
    "what was recorded by hand",
    "INV-000001",
    595_00,
    [payable(1, { openPence: 0, byHand: [{ pence: 595_00, on: "2026-11-24" }] })],
    { why: "by-hand", on: "2026-11-24" },
  ],
])("unknown: %s", (_name, words, pence, payables, match) => {
  expect(matchOf(words, pence, payables)).toMatchObject({ kind: "unknown", ...match });
});

test("a booking that is paid already gets no name and no amount", () => {
  expect(matchOf("J REEVE", 0, [payable(1, { openPence: 0 })])).toMatchObject({ why: "nothing" });
  expect(matchOf("INV-000001", 595_00, [payable(1, { openPence: 0 })])).toMatchObject({
    kind: "likely",
    why: "amount-differs",
    restPence: 0,
  });
});

test("of two lines with one reference the first is sure, and the second has nothing left to pay", () => {
  const lines = [line("INV-000001", 595_00, "l2"), { ...line("INV-000001"), day: "2026-11-25" }];
  const matches = matchLines(lines, [payable(1)]);
  expect(matches.get("l1")).toMatchObject({ kind: "sure" });
  expect(matches.get("l2")).toMatchObject({ kind: "likely", restPence: 0 });
});
