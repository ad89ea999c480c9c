/** Writes the bank holidays of England and Wales, by the package `date-holidays`, to
 * `app/features/booking/fields/bank-holidays.json`. The package is not used while the server runs: loading it takes 20
 * MB and a third of a second. A test compares the two, so that an upgrade of the package that knows a new bank holiday
 * says that this is to be run: `node scripts/bank-holidays.ts`. */
import { writeFileSync } from "node:fs";
import Holidays from "date-holidays";

const FIRST_YEAR = 2025;
const LAST_YEAR = 2100;

/** Name by London day. */
export function knownBankHolidays(): Record<string, string> {
  const england = new Holidays("GB", "ENG");
  const years = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, index) => FIRST_YEAR + index);
  return Object.fromEntries(
    years
      .flatMap((year) => england.getHolidays(year))
      .filter(({ type }) => type === "public")
      .map(({ date, name }) => [date.slice(0, 10), name.replaceAll("'", "’")]),
  );
}

if (import.meta.main) {
  const file = new URL("../app/features/booking/fields/bank-holidays.json", import.meta.url);
  writeFileSync(file, `${JSON.stringify(knownBankHolidays(), null, 2)}\n`);
}
