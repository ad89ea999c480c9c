import type { IsoDate } from "#app/platform/dates.ts";

/** When a practice can be booked, what it promises, and what it may charge besides. Days are London days. */
export type BookingRules = {
  /** Days from today to the first that can be asked for. */
  noticeDays: number;
  hasWeekends: boolean;
  /** Days from today to the last that can be asked for; 0 for no end. */
  furthestDays: number;
  /** Can be asked for all the same: the page says that another day may be suggested. */
  closedDays: readonly IsoDate[];
  promiseHours: number;
  /** Days after a booking on which the referral forms are asked for. */
  reminderDays: readonly number[];
  /** Said where fees are mentioned, and never added to a price; empty for none. */
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
  urgentFee: "",
  travelFee: "",
};
