import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * Each table belongs to one feature, or to the platform, which all may use. `customer_bookings` joins accounts and
 * bookings, and is both's.
 */
const OWNERS: Record<string, string[]> = {
  accounts: [
    "account_tokens",
    "customer_bookings",
    "known_devices",
    "recovery_codes",
    "roles",
    "sessions",
    "sign_ins",
    "used_totp_steps",
    "users",
  ],
  audit: ["audit_log"],
  billing: ["invoices"],
  booking: [
    "booking_changes",
    "booking_contacts",
    "booking_lines",
    "booking_search_words",
    "booking_totals",
    "bookings",
    "customer_bookings",
    "drafts",
    "idempotency_keys",
  ],
  mail: ["reminder_opt_outs"],
  privacy: ["complaints", "privacy_cases", "privacy_marks", "tombstones"],
  referral: ["referral_forms", "referral_sections"],
};
/** `outbox` holds the jobs of mail and billing, which change rows of their own kind. */
const PLATFORM = ["outbox"];

const USE = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|innerJoin|leftJoin)\(\s*"(\w+)/g;

test("no feature reads or writes the tables of another one", () => {
  const trespasses = globSync("app/features/**/*.server.ts").flatMap((file) => {
    const feature = file.split("/")[2]!;
    const own = new Set([...(OWNERS[feature] ?? []), ...PLATFORM]);
    const used = [...readFileSync(file, "utf8").matchAll(USE)].map(([, table]) => table!);
    return used.filter((table) => !own.has(table)).map((table) => `${file}: ${table}`);
  });
  expect(trespasses).toEqual([]);
});
