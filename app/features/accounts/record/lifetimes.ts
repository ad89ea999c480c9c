export const CODE_MINUTES = 10;
export const MAX_CODE_ATTEMPTS = 5;
/** For choosing a password after the second factor. */
export const TEMPORARY_TOKEN_MINUTES = 30;
export const KNOWN_DEVICE_DAYS = 90;
export const STAFF_SESSION_HOURS = 12;
export const CUSTOMER_SESSION_HOURS = 7 * 24;
export const PASSWORD_RESET_MINUTES = 60;
export const CONFIRM_EMAIL_DAYS = 7;

export function later(now: Date, minutes: number): string {
  return new Date(now.getTime() + minutes * 60_000).toISOString();
}
