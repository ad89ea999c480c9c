import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The features that read or write each table, its owner first. */
const TABLES: Record<string, string[]> = {
  account_tokens: ["accounts"],
  audit_log: ["audit"],
  booking_changes: ["booking", "staff"],
  booking_contacts: ["booking", "staff"],
  booking_lines: ["booking", "staff"],
  booking_search_words: ["booking", "staff"],
  booking_totals: ["booking", "staff"],
  bookings: ["booking", "staff", "customer", "wizard"],
  complaints: ["privacy"],
  customer_bookings: ["customer", "accounts", "booking"],
  drafts: ["wizard"],
  idempotency_keys: ["booking"],
  invoices: ["billing"],
  known_devices: ["accounts"],
  outbox: ["outbox", "mail-queue", "mail", "billing"],
  privacy_cases: ["privacy"],
  privacy_marks: ["data-protection", "privacy"],
  recovery_codes: ["accounts"],
  referral_forms: ["referral"],
  referral_sections: ["referral"],
  reminder_opt_outs: ["mail"],
  roles: ["accounts"],
  sessions: ["accounts"],
  sign_ins: ["accounts"],
  tombstones: ["privacy"],
  used_totp_steps: ["accounts"],
  users: ["accounts", "customer"],
};

const USE = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|innerJoin|leftJoin)\(\s*"(\w+)/g;

test("no feature reads or writes a table that is not its own", () => {
  const trespasses = globSync("app/features/**/*.server.ts").flatMap((file) => {
    const feature = file.split("/")[2]!;
    const used = [...readFileSync(file, "utf8").matchAll(USE)].map(([, table]) => table!);
    return used.filter((table) => !TABLES[table]?.includes(feature)).map((table) => `${file}: ${table}`);
  });
  expect(trespasses).toEqual([]);
});
