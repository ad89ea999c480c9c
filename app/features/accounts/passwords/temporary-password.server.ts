import { randomText } from "#app/platform/random-bytes.server.ts";
import { FULL_PASSWORD_RULES, meetsAll } from "./password-rules.ts";

const ALPHABET = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** A random password such as `kT7m-Qa4x-9rWd-hPe3`: 92 bits, meets the full rule. */
export function makeTemporaryPassword(): string {
  for (;;) {
    const password = Array.from({ length: 4 }, () => randomText(ALPHABET, 4)).join("-");
    if (meetsAll(FULL_PASSWORD_RULES, password)) return password;
  }
}
