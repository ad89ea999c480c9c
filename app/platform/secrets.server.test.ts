import { expect, test } from "vitest";
import { createSecrets, sealedColumn, sealedJsonColumn } from "./secrets.server.ts";

const OLD = "old-data-key-0123456789-0123456789-abcdef";
const NEW = "new-data-key-0123456789-0123456789-abcdef";
const before = createSecrets([OLD]);
const after = createSecrets([NEW, OLD]);
const withoutOld = createSecrets([NEW]);

test("a sealed text opens only in its place, unaltered", () => {
  const sealed = before.encrypt("Mrs Reeve", "drafts.answers_sealed:1");
  expect(sealed).not.toContain("Reeve");
  expect(before.decrypt(sealed, "drafts.answers_sealed:1")).toBe("Mrs Reeve");
  expect(() => before.decrypt(sealed, "drafts.answers_sealed:2")).toThrow();
  const altered = sealed.replace(/.$/, (last) => (last === "A" ? "Q" : "A"));
  expect(() => before.decrypt(altered, "drafts.answers_sealed:1")).toThrow();
});

test("with a fresh key in front, what the old one made still opens, and the fresh one makes what is new", () => {
  expect(after.decrypt(before.encrypt("Mrs Reeve", "place"), "place")).toBe("Mrs Reeve");
  expect(after.isAccessToken(before.accessToken("booking", 1), "booking", 1)).toBe(true);
  expect(after.hashes("secret", "session")).toContain(before.hash("secret", "session"));
  expect(withoutOld.decrypt(after.encrypt("Mrs Reeve", "place"), "place")).toBe("Mrs Reeve");
  expect(withoutOld.hash("secret", "session")).toBe(after.hash("secret", "session"));
});

test("what a dropped key made is gone", () => {
  expect(() => withoutOld.decrypt(before.encrypt("Mrs Reeve", "place"), "place")).toThrow("No key decrypts");
  expect(withoutOld.isAccessToken(before.accessToken("booking", 1), "booking", 1)).toBe(false);
  expect(withoutOld.hashes("secret", "session")).not.toContain(before.hash("secret", "session"));
});

test("a token is one record's, in one version", () => {
  const token = before.accessToken("booking", 1);
  expect(before.isAccessToken(token, "booking", 2)).toBe(false);
  expect(before.isAccessToken(token, "other", 1)).toBe(false);
});

test("a value of a sealed column decrypts in its own table, column and row alone", () => {
  const secrets = createSecrets(["k".repeat(32)]);
  const details = sealedJsonColumn<{ dob: string }>("bookings", "details");
  const sealed = details.encrypt(secrets, "row-1", { dob: "1941-03-27" });
  expect(sealed).not.toContain("1941");
  expect(details.decrypt(secrets, "row-1", sealed)).toEqual({ dob: "1941-03-27" });
  expect(sealedColumn("bookings", "details").decrypt(secrets, "row-1", sealed)).toBe('{"dob":"1941-03-27"}');
  for (const [column, row] of [
    [details, "row-2"],
    [sealedJsonColumn("bookings", "other"), "row-1"],
    [sealedJsonColumn("drafts", "details"), "row-1"],
  ] as const) {
    expect(() => column.decrypt(secrets, row, sealed)).toThrow();
  }
});
