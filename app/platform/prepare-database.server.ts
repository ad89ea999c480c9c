import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { backUpDatabase, type Db } from "./database.server.ts";
import type { Clock } from "./clock.ts";
import type { Env } from "./env.server.ts";
import type { Logger } from "./log.server.ts";
import { migrateToLatest, pendingMigrations } from "./migrate.server.ts";

/**
 * Brings the database up to date before anything serves from it. A database that holds data already is copied to
 * `DATA_DIR/backups` first.
 */
export async function prepareDatabase(deps: { db: Db; env: Env; clock: Clock; log: Logger }): Promise<void> {
  const pending = await pendingMigrations(deps.db);
  if (pending.length === 0) return;
  const tables = await deps.db.introspection.getTables();
  if (tables.some((table) => table.name === "bookings")) {
    const directory = join(deps.env.DATA_DIR, "backups");
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const stamp = deps.clock.now().toISOString().replace(/[:.]/g, "-");
    await backUpDatabase(deps.env.databaseFile, join(directory, `before-migration-${stamp}.db`));
  }
  const done = await migrateToLatest(deps.db);
  deps.log.info("database migrated", { count: done.length });
}
