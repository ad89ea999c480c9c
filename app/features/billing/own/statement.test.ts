import { expect, test } from "vitest";
import { statementOf, type Entry } from "./statement.ts";

const entry = (on: string, pence: number): Entry => ({ on, pence, what: "x", reference: "MCA" });

const ENTRIES = [
  entry("2027-03-10", 595_00),
  entry("2027-03-01", 300_00),
  entry("2027-03-15", -300_00),
  entry("2027-04-02", -100_00),
  entry("2027-04-02", 50_00),
];

test.each([
  ["all of it", "2027-01-01", "2027-12-31", 0, [300_00, 895_00, 595_00, 495_00, 545_00], 545_00],
  ["from a day on", "2027-03-10", "2027-12-31", 300_00, [895_00, 595_00, 495_00, 545_00], 545_00],
  ["until a day", "2027-03-10", "2027-03-15", 300_00, [895_00, 595_00], 595_00],
  ["days without anything", "2027-03-16", "2027-04-01", 595_00, [], 595_00],
  ["after everything", "2028-01-01", "2028-12-31", 545_00, [], 545_00],
])("%s", (_name, from, until, openingPence, balances, closingPence) => {
  const statement = statementOf(ENTRIES, from, until);
  expect(statement).toMatchObject({ openingPence, closingPence });
  expect(statement.lines.map((line) => line.balancePence)).toEqual(balances);
});
