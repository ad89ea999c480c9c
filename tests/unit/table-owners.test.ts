import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The features that read or write a table of another one: `tables.ts` beside the owner declares it. */
const GUESTS: Record<string, string[]> = {
  booking_changes: ["staff"],
  booking_contacts: ["staff"],
  booking_lines: ["staff", "dashboard"],
  booking_search_words: ["dashboard"],
  booking_totals: ["dashboard"],
  bookings: ["staff", "dashboard", "customer", "wizard"],
  customer_bookings: ["accounts", "booking"],
  outbox: ["mail-queue", "mail", "billing"],
  privacy_marks: ["privacy"],
  recovery_codes: ["account-security"],
  roles: ["users"],
  users: ["users", "account-security", "customer"],
};

const featureOf = (file: string) => file.split("/")[2]!;

/** Table to owner, from the declarations. */
function owners(): Map<string, string> {
  const declared = globSync("app/features/*/tables.ts").flatMap((file) => {
    const [, tables = ""] = /interface Tables \{([^}]*)\}/.exec(readFileSync(file, "utf8")) ?? [];
    return [...tables.matchAll(/(\w+):/g)].map(([, table]) => [table!, featureOf(file)] as const);
  });
  return new Map(declared);
}

/** A table's name, or a query in the place of one; anything else hides which table it is. */
const USE =
  /\.(?:selectFrom|insertInto|replaceInto|mergeInto|updateTable|deleteFrom|using|(?:inner|left|right|full|cross)Join)\(\s*(?:"(\w+)|(\w+)(?=[),]))/g;

test("no feature reads or writes a table that is not its own", () => {
  const owner = owners();
  expect(owner.size).toBeGreaterThan(25);
  const trespasses = globSync("app/features/**/*.ts", { exclude: ["**/*.test.ts"] }).flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(USE)]
      .filter(([, table]) => {
        const users = table === undefined ? [] : [owner.get(table), ...(GUESTS[table] ?? [])];
        return !users.includes(featureOf(file));
      })
      .map(([use]) => `${file}: ${use}`),
  );
  expect(trespasses).toEqual([]);
});
