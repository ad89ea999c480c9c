import { writeFileSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "#app/platform/database.server.ts";
import { migrateToLatest } from "#app/platform/migrate.server.ts";
import { missingKeys, recordDataKeys } from "#app/platform/data-keys.server.ts";
import { sealedColumn } from "#app/platform/secrets.server.ts";
import { exportPersonalData } from "#app/features/privacy/personal-data.server.ts";
import { findCase } from "#app/features/privacy/subject.server.ts";
import { readTables } from "#tests/setup/canary.ts";
import { createFullPerson } from "#tests/setup/full-person.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { moveToPostgres } from "./move-database.server.ts";

const otherDetails = sealedColumn("bookings", "other_details_sealed");

/** An installation on SQLite with bookings, and an empty database of a server. */
async function installation(bookings: number) {
  const target = createTestDeps();
  await target.db.selectFrom("roles").select("id").execute();
  const file = join(target.env.DATA_DIR, "app.db");
  const db = openDatabase(file);
  await migrateToLatest(db);
  const source = { ...target, db };
  await recordDataKeys(source);
  for (let n = 0; n < bookings; n += 1) {
    await createBooking(source, {
      client_last_name: n % 2 ? "Öztürk\n'\\" : null,
    });
  }
  for (const { id } of await db.selectFrom("bookings").select("id").execute()) {
    const other_details_sealed = otherDetails.encrypt(source.secrets, id, "A secret of Edith's.");
    await db
      .insertInto("other_party_words")
      .values({ word: `hash of ${id}`, booking_id: id })
      .execute();
    await db.updateTable("bookings").set({ other_details_sealed }).where("id", "=", id).execute();
  }
  return { target, source, file };
}

test("every row arrives as it was, and the keys still open it", async () => {
  const { target, source, file } = await installation(30);
  const moved = await moveToPostgres(file, target.env.postgres!);
  expect(moved.find(({ table }) => table === "bookings")!.rows).toBe(30);
  for (const table of [
    "bookings",
    "booking_search_words",
    "other_party_words",
    "audit_log",
    "booking_totals",
    "roles",
  ] as const) {
    const of = (db: typeof source.db) => sql`select * from ${sql.table(table)} order by 1, 2`.execute(db);
    expect((await of(target.db)).rows, table).toEqual((await of(source.db)).rows);
  }
  expect(await missingKeys(target)).toEqual([]);
  const { id, other_details_sealed: sealed } = await target.db
    .selectFrom("bookings")
    .select(["id", "other_details_sealed"])
    .where("other_details_sealed", "is not", null)
    .executeTakeFirstOrThrow();
  expect(otherDetails.decrypt(target.secrets, id, sealed!)).toBe("A secret of Edith's.");
  await source.db.destroy();
});

test("of a full person every table and the whole export are the same after the move", async () => {
  const { target, source, file } = await installation(0);
  const { caseOf, by } = await createFullPerson(source);
  await moveToPostgres(file, target.env.postgres!);
  const moved = await readTables(target.db);
  const sorted = (rows: object[] = []) =>
    rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
  for (const [table, rows] of await readTables(source.db)) {
    if (!table.startsWith("kysely")) expect(sorted(moved.get(table)), table).toEqual(sorted(rows));
  }
  // Rows lie in another order, as after changes: of each table, the last comes first.
  for (const [table, rows] of moved) {
    const column = sql.ref(Object.keys(rows[0] ?? { ctid: 0 })[0]!);
    const last = sql`(select max(ctid) from ${sql.table(table)})`;
    if (rows.length > 1)
      await sql`update ${sql.table(table)} set ${column} = ${column} where ctid <> ${last}`.execute(
        target.db,
      );
  }
  const exported = async (deps: typeof target) =>
    exportPersonalData(deps, (await findCase(deps, caseOf.person))!, by);
  expect(await exported(target)).toEqual(await exported(source));
  await source.db.destroy();
});

test("a target that has rows is refused, and a move that was cut off can be made again", async () => {
  const { target, source, file } = await installation(2);
  const other = new SQLite(file);
  other.prepare("update bookings set subtotal_pence = 99999999999").run();
  await expect(moveToPostgres(file, target.env.postgres!)).rejects.toThrow();
  expect(await target.db.selectFrom("bookings").select("id").execute()).toEqual([]);
  other.prepare("update bookings set subtotal_pence = 1").run();
  other.close();
  await moveToPostgres(file, target.env.postgres!);
  await expect(moveToPostgres(file, target.env.postgres!)).rejects.toThrow("not empty");
  await source.db.destroy();
});

test("while the data is moved it can be read, and nothing can be written that would be left behind", async () => {
  const { target, source, file } = await installation(3);
  const other = new SQLite(file, { timeout: 0 });
  let tries = 0;
  await moveToPostgres(file, target.env.postgres!, () => {
    tries += 1;
    expect(other.prepare("select count(*) from bookings").pluck().get()).toBe(3);
    expect(() => other.prepare("delete from bookings").run()).toThrow("locked");
  });
  expect(tries).toBeGreaterThan(20);
  other.close();
  await source.db.destroy();
});

test("data of another version is refused", async () => {
  const { target, source, file } = await installation(0);
  await sql`delete from kysely_migration where name like '2026-11-22%'`.execute(source.db);
  await expect(moveToPostgres(file, target.env.postgres!)).rejects.toThrow("another version");
  await source.db.destroy();
  const neverStarted = join(target.env.DATA_DIR, "empty.db");
  writeFileSync(neverStarted, "");
  await expect(moveToPostgres(neverStarted, target.env.postgres!)).rejects.toThrow("another version");
});
