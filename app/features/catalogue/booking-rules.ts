import type { IsoDate } from "#app/platform/dates.ts";

/** Days are London days. */
export type BookingRules = {
  /** Days from today to the first day that can be requested. */
  noticeDays: number;
  hasWeekends: boolean;
  /** Days from today to the last day that can be requested; 0 for two years. */
  furthestDays: number;
  /** Days on which the practice is closed. They can be requested: the page says that another day may be suggested. */
  closedDays: readonly IsoDate[];
  /** True: bank holidays cannot be requested. */
  closesBankHolidays: boolean;
  promiseHours: number;
  /** Days after a booking on which a mail reminds of the referral forms. */
  reminderDays: readonly number[];
  /** Days after its due day on which an unpaid invoice is reminded of by mail. */
  invoiceReminderDays: readonly number[];
  /** Deposit of pay-later bookings, per cent; in an offer 0 where none is invoiced. Each booking keeps the rate of the
   * day it was made. */
  depositPercent: number;
  /** Shown where fees are mentioned, never added to a price; may be empty. */
  urgentFee: string;
  travelFee: string;
  cancelFee: string;
};

export const SEED_RULES: BookingRules = {
  noticeDays: 7,
  hasWeekends: true,
  furthestDays: 0,
  closedDays: [],
  closesBankHolidays: false,
  promiseHours: 24,
  reminderDays: [3, 7],
  invoiceReminderDays: [1, 7, 14],
  depositPercent: 50,
  urgentFee: "",
  travelFee: "",
  cancelFee: "",
};
