import type { FigureRow, Statistics } from "./tally.ts";

export type StatisticsGroup = {
  caption: string;
  /** Heading of the first column. */
  first: string;
  rows: FigureRow[];
};

export function groupsOf(statistics: Statistics): StatisticsGroup[] {
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
