import LINES from "./common-passwords.json" with { type: "json" };

/** The 10,000 commonest passwords of at least 8 characters, from @zxcvbn-ts/language-common 4.1.3 (MIT). */
const commonPasswords = new Set(LINES.flatMap((line) => line.split(" ")));

export function isCommonPassword(password: string): boolean {
  return commonPasswords.has(password.toLowerCase());
}
