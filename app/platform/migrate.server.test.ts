import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Migrator, type Migration } from "kysely/migration";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "./database.server.ts";
import { sql } from "kysely";
import { RELEASES } from "#migrations/releases.ts";
import { systemClock } from "./clock.ts";
import { migrateToLatest, newerRelease, pendingMigrations, recordRelease } from "./migrate.server.ts";

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

async function writtenBy(version: string, former: string | null) {
  const db = emptyDatabase();
  expect(await newerRelease(db), "a new database").toBeNull();
  await migrateToLatest(db);
  await recordRelease({ db, clock: systemClock });
  await recordRelease({ db, clock: systemClock });
  expect(await newerRelease(db), "a database of this release").toBeNull();
  await db.insertInto("releases").values({ version, former, first_started_at: "2030-01-01" }).execute();
  return db;
}

test("a database that a newer release wrote is refused with a sentence that names it", async () => {
  const db = await writtenBy("99.10.0", "99.9.1");
  await sql`insert into kysely_migration values ('9999-01-01-01-later', '2030-01-01T00:00:00.000Z')`.execute(
    db,
  );
  expect(await newerRelease(db)).toBe(
    `This database was written by release 99.10.0, and this is release ${RELEASES.at(-1)}. ` +
      "Install release 99.10.0, or the one before it, 99.9.1, or restore a backup that this release took.",
  );
  expect(await newerRelease(db, ["99.9.1"]), "one release back").toBeNull();
  expect(await newerRelease(db, ["99.9.0"])).toContain("and this is release 99.9.0.");
  expect(await newerRelease(db, ["99.10.0", "99.11.0"]), "a migration is missing").toContain(
    "9999-01-01-01-later",
  );
});

test("a database with a migration that nobody knows is refused", async () => {
  const db = await writtenBy("0.9.0", null);
  await sql`insert into kysely_migration values ('9999-01-01-01-later', '2030-01-01T00:00:00.000Z')`.execute(
    db,
  );
  expect(await newerRelease(db)).toContain("does not know its migration 9999-01-01-01-later.");
});

test("the newest release is that of package.json, and the changes name each", () => {
  expect(RELEASES.at(-1)).toBe(JSON.parse(readFileSync("package.json", "utf8")).version);
  const headings = readFileSync("CHANGELOG.md", "utf8").matchAll(/^## (\d+\.\d+\.\d+)$/gm);
  expect([...headings].map(([, version]) => version).toReversed()).toEqual(RELEASES);
});
