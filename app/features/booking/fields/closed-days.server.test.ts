import { expect, test } from "vitest";
import { SEED_RULES } from "#app/features/catalogue/booking-rules.ts";
import { knownBankHolidays } from "#scripts/bank-holidays.ts";
import { BANK_HOLIDAYS, bankHolidaysAhead, isClosedDay } from "./closed-days.server.ts";

test("the bank holidays are those that date-holidays knows", () => {
  expect(BANK_HOLIDAYS, "run node scripts/bank-holidays.ts").toEqual(knownBankHolidays());
});

// gov.uk publishes these days for England and Wales.
test.each(
  "2026-12-25 2026-12-28 2027-01-01 2027-03-26 2027-03-29 2027-05-03 2027-05-31 2027-08-30 2027-12-27 2027-12-28".split(
    " ",
  ),
)("%s is a closed day", (day) => expect(isClosedDay(day, SEED_RULES)).toBe(true));

test("a day that the practice closes is closed, the day after is not", () => {
  const rules = { ...SEED_RULES, closedDays: ["2027-06-14"] };
  expect([isClosedDay("2027-06-14", rules), isClosedDay("2027-06-15", rules)]).toEqual([true, false]);
});

test("the calendar is given the bank holidays of the next two years alone", () => {
  const days = Object.keys(bankHolidaysAhead("2027-03-27"));
  expect([days[0], days.at(-1)]).toEqual(["2027-03-29", "2029-04-02"]);
});
