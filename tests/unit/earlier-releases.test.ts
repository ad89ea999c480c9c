import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase, type Db } from "#app/platform/database.server.ts";
import { migrateToLatest, pendingMigrations } from "#app/platform/migrate.server.ts";
import { makeScratchDirectory } from "#tests/setup/scratch.ts";

/** Databases that earlier releases left, in SQLite's words: each with a booking and a user. Their text stays as it is;
 * a release adds its own. */
const RELEASES = join(import.meta.dirname, "releases");

type Row = Record<string, unknown>;

/** A database that this text makes, before any migration of this release. */
function databaseOf(text: string): Db {
  const directory = makeScratchDirectory("release-");
  const file = join(directory, "app.db");
  new Database(file).exec(`pragma foreign_keys = off; ${text}`).close();
  const db = openDatabase(file);
  onTestFinished(async () => {
    await db.destroy();
    rmSync(directory, { recursive: true });
  });
  return db;
}

async function schemaOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_master where sql is not null and name not like 'sqlite_%'`.execute(db);
  return rows.map((row) => row.sql.replaceAll(/\s+/g, " ")).sort();
}

const rowsOf = (db: Db, table: "bookings" | "booking_lines" | "users"): Promise<Row[]> =>
  db.selectFrom(table).selectAll().execute();

test.each(readdirSync(RELEASES))("a database of the release of %s opens with what it has", async (file) => {
  const db = databaseOf(readFileSync(join(RELEASES, file), "utf8"));
  const tables = ["bookings", "booking_lines", "users"] as const;
  const before = await Promise.all(tables.map((table) => rowsOf(db, table)));
  expect(await pendingMigrations(db)).not.toEqual([]);

  await migrateToLatest(db);

  const fresh = databaseOf("");
  await migrateToLatest(fresh);
  expect(await schemaOf(db)).toEqual(await schemaOf(fresh));
  const after = await Promise.all(tables.map((table) => rowsOf(db, table)));
  expect(after).toEqual(before.map((rows) => rows.map((row) => expect.objectContaining(row) as Row)));
  const { rows: broken } = await sql`pragma foreign_key_check`.execute(db);
  expect(broken).toEqual([]);
});
