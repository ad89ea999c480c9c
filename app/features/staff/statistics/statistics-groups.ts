import { formatPounds } from "#app/platform/money.ts";
import type { ListColumn } from "#app/ui/list.tsx";
import type { FigureRow, Statistics } from "./tally.ts";

/** Columns of the page and of the CSV; the page has the last one where payments are known. */
export const FIGURE_COLUMNS: ListColumn<FigureRow>[] = [
  { name: "Bookings", place: "number", cell: (row) => row.bookings, csv: (row) => row.bookings },
  { name: "Cancelled", place: "number", cell: (row) => row.cancelled, csv: (row) => row.cancelled },
  { name: "Value", cell: (row) => formatPounds(row.valuePence), pence: (row) => row.valuePence },
  { name: "Paid", cell: (row) => formatPounds(row.paidPence), pence: (row) => row.paidPence },
];

export function groupsOf(statistics: Statistics) {
  /** `first`: heading of the first column. */
  const group = (caption: string, first: string, rows: FigureRow[]) => ({ caption, first, rows });
  return [
    group("By month", "Month", statistics.months),
    group("By source", "Source", statistics.sources),
    group("By relationship of the referrer", "Relationship", statistics.relationships),
    group("By assessment", "Assessment", statistics.assessments),
    group("By region", "Region", statistics.regions),
    group("By assessor", "Assessor", statistics.assessors),
  ];
}

/** The groups one below the other. */
export const CSV_COLUMNS: ListColumn<FigureRow & { first: string }>[] = [
  { name: "Group", csv: ({ first }) => first },
  { name: "Name", csv: ({ name }) => name },
  ...FIGURE_COLUMNS,
];
