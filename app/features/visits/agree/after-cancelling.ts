/** The two futures of a booking whose visit is cancelled. */
export const AFTER_CANCELLING = ["agree-another", "cancel-booking"] as const;

export type AfterCancelling = (typeof AFTER_CANCELLING)[number];
