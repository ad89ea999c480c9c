import type { IsoDate } from "#app/platform/dates.ts";

/** Counts that outlive the bookings that they count, and no id of one: of bookings that were erased, by the month in
 * which they were made; and of outcomes, by the last day of what was counted together. */
export type QualityDayRow = {
  day: IsoDate;
  /** Empty for none, as the next: both are of the key. */
  organisation_id: string;
  assessor_id: string;
  /** `CountKey`, `outcome:{assessment}:{conclusion}`, or `definition:{what}` with the day on which it began. */
  key: string;
  count: number;
  /** Quarters that were counted together, for outcomes; else 0. */
  sum: number;
};

declare module "#app/platform/tables.ts" {
  interface Tables {
    quality_days: QualityDayRow;
  }
}
