import { stringify } from "csv-stringify/sync";
import { toPounds } from "#app/platform/money.ts";
import { groupsOf } from "./statistics-groups.ts";
import type { Statistics } from "./tally.ts";

const inPounds = (pence: number) => toPounds(pence).toFixed(2);

/** The groups one below the other (UTF-8 with a byte-order mark); text that a spreadsheet would run
 * is made harmless. */
export function statisticsCsv(statistics: Statistics): string {
  const rows = groupsOf(statistics).flatMap(({ first, rows }) =>
    rows.map((row) => [
      first,
      row.name,
      row.bookings,
      row.cancelled,
      inPounds(row.valuePence),
      inPounds(row.paidPence),
    ]),
  );
  return stringify([["Group", "Name", "Bookings", "Cancelled", "Value (GBP)", "Paid (GBP)"], ...rows], {
    bom: true,
    escape_formulas: true,
    record_delimiter: "windows",
  });
}
