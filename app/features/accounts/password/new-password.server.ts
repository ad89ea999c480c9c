import LINES from "./common-passwords.json" with { type: "json" };
import { PASSWORD_MESSAGES, REGISTRATION_MESSAGES } from "#app/features/accounts/record/messages.ts";
import { FULL_PASSWORD_RULES, meetsAll, MAX_PASSWORD_CHARACTERS } from "./password-rules.ts";
import { randomText } from "#app/platform/random-bytes.server.ts";

/** The 10,000 commonest passwords of at least 8 characters, from @zxcvbn-ts/language-common 4.1.3 (MIT). */
const COMMON_PASSWORDS = new Set(LINES.flatMap((line) => line.split(" ")));

/** True for one of the 10,000 commonest passwords, in any case. */
export function isCommonPassword(password: string): boolean {
  return COMMON_PASSWORDS.has(password.toLowerCase());
}

export type PasswordProblem = { field: "password" | "confirmPassword"; message: string; code?: "too-short" };

export type InvalidPassword = { kind: "invalid-password"; problem: PasswordProblem };

export const UNCHANGED_PASSWORD: InvalidPassword = {
  kind: "invalid-password",
  problem: { field: "password", message: PASSWORD_MESSAGES.unchanged },
};

/**
 * The first broken rule of a new password, null if it is good. Rules: the specification's section 5, 128
 * characters at most, no common one.
 */
export function findPasswordProblem(
  rule: "full" | "customer",
  password: string,
  confirmPassword: string,
): PasswordProblem | null {
  if ([...password].length > MAX_PASSWORD_CHARACTERS) {
    return { field: "password", message: PASSWORD_MESSAGES.tooLong };
  }
  if (rule === "full" && !meetsAll(FULL_PASSWORD_RULES, password)) {
    return { field: "password", message: PASSWORD_MESSAGES.fullRule };
  }
  if (password !== confirmPassword) {
    const message = rule === "full" ? PASSWORD_MESSAGES.mismatch : REGISTRATION_MESSAGES.mismatch;
    return { field: "confirmPassword", message };
  }
  if ([...password].length < 8)
    return { field: "password", message: REGISTRATION_MESSAGES.tooShort, code: "too-short" };
  if (isCommonPassword(password)) return { field: "password", message: PASSWORD_MESSAGES.common };
  return null;
}

const ALPHABET = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** A random password such as `kT7m-Qa4x-9rWd-hPe3`: 92 bits, meets the full rule. */
export function makeTemporaryPassword(): string {
  for (;;) {
    const password = Array.from({ length: 4 }, () => randomText(ALPHABET, 4)).join("-");
    if (meetsAll(FULL_PASSWORD_RULES, password)) return password;
  }
}
