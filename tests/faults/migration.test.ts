import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#app/platform/database.server.ts";
import { migrateToLatest } from "#app/platform/migrate.server.ts";
import { scale } from "./server.ts";

const KILLS = scale(6, 100);

const MIGRATE = `
import { openDatabase } from "#app/platform/database.server.ts";
import { migrateToLatest } from "#app/platform/migrate.server.ts";
process.stdout.write("go");
await migrateToLatest(openDatabase(process.argv[1]));`;

/** The application's tables, which a migration could leave half done. */
function applicationTables(file: string): string[] {
  const sqlite = new SQLite(file);
  const tables = sqlite
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'kysely%' ORDER BY name")
    .pluck()
    .all() as string[];
  sqlite.close();
  return tables;
}

test(`${KILLS} times kill -9 during the migrations leave all of them or none`, async () => {
  const directory = mkdtempSync(join(tmpdir(), "migration-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const complete = join(directory, "complete.db");
  const db = openDatabase(complete);
  await migrateToLatest(db);
  await db.destroy();
  const all = applicationTables(complete);

  for (let kill = 0; kill < KILLS; kill += 1) {
    const file = join(directory, `${kill}.db`);
    const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", MIGRATE, file]);
    const closed = once(child, "close");
    await once(child.stdout, "data");
    await wait((kill * 7) % 40);
    child.kill("SIGKILL");
    await closed;
    expect([[], all], `kill ${kill + 1}`).toContainEqual(applicationTables(file));
  }
});
