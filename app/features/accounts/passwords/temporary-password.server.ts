import { randomInt } from "node:crypto";
import { FULL_PASSWORD_RULES, meetsAll } from "./password-rules.ts";

const ALPHABET = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const GROUPS = 4;
const GROUP_LENGTH = 4;

const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/** A random password such as `kT7m-Qa4x-9rWd-hPe3`: 92 bits, meets the full rule. */
export function makeTemporaryPassword(): string {
  for (;;) {
    const password = Array.from({ length: GROUPS }, group).join("-");
    if (meetsAll(FULL_PASSWORD_RULES, password)) return password;
  }
}
