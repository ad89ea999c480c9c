import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Migrator, type Migration } from "kysely/migration";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "./database.server.ts";
import { migrateToLatest, pendingMigrations } from "./migrate.server.ts";

function emptyDatabase() {
  const directory = mkdtempSync(join(tmpdir(), "migrate-"));
  const db = openDatabase(join(directory, "app.db"));
  onTestFinished(async () => {
    await db.destroy();
    rmSync(directory, { recursive: true });
  });
  return db;
}

test("a new database gets every migration, once", async () => {
  const db = emptyDatabase();
  const done = await migrateToLatest(db);
  expect(done.length).toBeGreaterThan(1);
  expect(await pendingMigrations(db)).toEqual([]);
  expect(await migrateToLatest(db)).toEqual([]);
});

test("when one migration fails, none of them happened", async () => {
  const db = emptyDatabase();
  const good: Migration = {
    up: (schema) => schema.schema.createTable("first").addColumn("id", "text").execute(),
  };
  const bad: Migration = { up: () => Promise.reject(new Error("no")) };
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ "1": good, "2": bad }) } });
  const { error } = await migrator.migrateToLatest();
  expect(error).toBeDefined();
  const tables = await db.introspection.getTables();
  expect(tables.map((table) => table.name)).not.toContain("first");
});
