/** The numbers and shapes that the sign-in use cases share (DESIGN decisions 18 to 21). */

export const CODE_MINUTES = 10;
export const MOST_CODE_TRIES = 5;
/** For choosing a password once the second factor was given. */
export const TEMPORARY_TOKEN_MINUTES = 30;
export const KNOWN_DEVICE_DAYS = 90;
export const STAFF_SESSION_HOURS = 12;
export const CUSTOMER_SESSION_HOURS = 7 * 24;
export const PASSWORD_RESET_MINUTES = 60;
export const CONFIRM_EMAIL_DAYS = 7;

/** Who asks, apart from what they typed. `clientAddress` is only ever used hashed. */
export type Caller = {
  clientAddress: string;
  /** What the device cookie carries; null in a browser that has none. */
  deviceSecret: string | null;
  /** Browser and system in words. */
  deviceLabel: string;
  /** The browser's fingerprint: a hint, never proof. */
  fingerprint: string | null;
  requestId: string;
};

/** A session that was just opened. The secrets exist here and in the caller's browser alone. */
export type SignedIn = {
  kind: "signed-in";
  /** The access token: session cookie or bearer. */
  sessionSecret: string;
  expiresAt: string;
  deviceSecret: string;
  user: { id: string; email: string; firstName: string | null; roleId: string; roleName: string };
};

export type Refused = { kind: "refused" };
export type Limited = { kind: "limited"; retryAfterSeconds: number };
/** The second factor was given; a temporary password must be replaced with this temporary token. */
export type NeedsPassword = { kind: "needs-password"; token: string };

const SPACES = /\s+/g;

/** E-mail addresses are told apart without their capitals. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

/** A code as people paste it, `123 456`, without its spaces. */
export function withoutSpaces(code: string): string {
  return code.replace(SPACES, "");
}

/** An instant from now, UTC. */
export function later(now: Date, minutes: number): string {
  return new Date(now.getTime() + minutes * 60_000).toISOString();
}

/** Where a person lands after signing in (SPEC section 4). */
export function homeOf(roleName: string): string {
  return roleName.toLowerCase() === "customer" ? "/customer/dashboard" : "/admin/dashboard";
}
