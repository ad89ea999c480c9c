import { expect, test } from "vitest";
import { atRealPasswordCost } from "#tests/setup/cheap-passwords.ts";
import { isCommonPassword, makeTemporaryPassword } from "./new-password.server.ts";
import { hashPassword, verifyPassword } from "./password-hash.server.ts";
import { FULL_PASSWORD_RULES, meetsAll } from "./password-rules.ts";

test.each([
  ["Str0ng!pass", []],
  ["Sh0r!t", ["length"]],
  ["str0ng!pass", ["uppercase"]],
  ["STR0NG!PASS", ["lowercase"]],
  ["Strong!pass", ["number"]],
  ["Str0ngpass", ["symbol"]],
  ["Str0ng pass", []],
  ["Éclair12£", []],
  ["", ["length", "uppercase", "lowercase", "number", "symbol"]],
])("%j breaks %j", (password, broken) => {
  expect(FULL_PASSWORD_RULES.filter((rule) => !rule.isMet(password)).map((rule) => rule.id)).toEqual(broken);
});

test("common passwords are known in any capitals, uncommon ones are not", () => {
  expect(isCommonPassword("password123")).toBe(true);
  expect(isCommonPassword("P@ssw0rd")).toBe(true);
  expect(isCommonPassword("kettle-orbit-19")).toBe(false);
});

test("temporary passwords meet the full rule", () => {
  for (let i = 0; i < 100; i++) expect(meetsAll(FULL_PASSWORD_RULES, makeTemporaryPassword())).toBe(true);
});

test("a hash is argon2id in PHC form and opens for its own password alone", async () => {
  atRealPasswordCost();
  const hash = await hashPassword("Str0ng!pass");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=2,p=1\$[^$]{22}\$[^$]{43}$/);
  expect(await verifyPassword(hash, "Str0ng!pass")).toBe(true);
  expect(await verifyPassword(hash, "Str0ng!pasS")).toBe(false);
  expect(await verifyPassword(null, "Str0ng!pass")).toBe(false);
});

test("a password is hashed with 46 MiB and two passes: a hash from before opens", async () => {
  atRealPasswordCost();
  const hash =
    "$argon2id$v=19$m=47104,t=2,p=1$c2l4dGVlbiBieXRlcyBvaw$j9/t+pZuOsG1qPiEdiGKVy/BfK7HDDIGXEgtRQwjYBM";
  expect(await verifyPassword(hash, "Str0ng!pass")).toBe(true);
  expect(await verifyPassword(hash.replace("m=47104", "m=8"), "Str0ng!pass")).toBe(false);
});
