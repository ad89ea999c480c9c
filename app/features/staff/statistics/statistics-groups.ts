import type { FigureRow, Statistics } from "./tally.ts";

export type StatisticsGroup = {
  caption: string;
  /** Heading of the first column. */
  first: string;
  rows: FigureRow[];
  /** False where no payment belongs to a row alone. */
  hasPaid: boolean;
};

export function groupsOf(statistics: Statistics): StatisticsGroup[] {
  const group = (caption: string, first: string, rows: FigureRow[], hasPaid = true) => ({
    caption,
    first,
    rows,
    hasPaid,
  });
  return [
    group("By month", "Month", statistics.months),
    group("By source", "Source", statistics.sources),
    group("By relationship of the referrer", "Relationship", statistics.relationships),
    group("By assessment", "Assessment", statistics.assessments, false),
    group("By region", "Region", statistics.regions),
    group("By assessor", "Assessor", statistics.assessors),
  ];
}
