import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { isStorageError } from "./storage-error.ts";

test("a transaction that the full disk ended says so, and the next one works", async () => {
  const { db } = createTestDeps();
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  await sql`pragma max_page_count = ${sql.lit(rows[0]!.page_count)}`.execute(db);
  const fill = () =>
    db.transaction().execute(async (trx) => {
      await trx
        .insertInto("roles")
        .values({ id: "big", name: "big", description: "x".repeat(1_000_000) })
        .execute();
    });
  const refusal = await fill().then(
    () => null,
    (error: unknown) => error,
  );
  expect(isStorageError(refusal)).toBe(true);
  await sql`pragma max_page_count = 1000000`.execute(db);
  await fill();
});
