import type { IsoDate } from "#app/platform/dates.ts";

/** Days are London days. */
export type BookingRules = {
  /** From today to the first that may be asked for. */
  noticeDays: number;
  hasWeekends: boolean;
  /** From today to the last that may be asked for; 0 for no end. */
  furthestDays: number;
  /** May be asked for: the page says that another day may be suggested. */
  closedDays: readonly IsoDate[];
  promiseHours: number;
  /** Days after a booking on which the referral forms are asked for. */
  reminderDays: readonly number[];
  /** Part of the price that a booking paid later is asked for before the assessment. A booking keeps the share of its day. */
  depositPercent: number;
  /** Shown where fees are mentioned, never added to a price; may be empty. */
  urgentFee: string;
  travelFee: string;
};

export const SEED_RULES: BookingRules = {
  noticeDays: 7,
  hasWeekends: true,
  furthestDays: 0,
  closedDays: [],
  promiseHours: 24,
  reminderDays: [3, 7],
  depositPercent: 50,
  urgentFee: "",
  travelFee: "",
};
