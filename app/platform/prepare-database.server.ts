import { takeBackup } from "./backup/take-backup.server.ts";
import type { Clock } from "./clock.ts";
import type { Db } from "./database.server.ts";
import type { Env } from "./env.server.ts";
import type { Logger } from "./log.server.ts";
import { migrateToLatest, pendingMigrations } from "./migrate.server.ts";

/**
 * Brings the database up to date before anything serves from it. Of a database that is in use already a backup is
 * taken first.
 */
export async function prepareDatabase(deps: { db: Db; env: Env; clock: Clock; log: Logger }): Promise<void> {
  const pending = await pendingMigrations(deps.db);
  if (pending.length === 0) return;
  const tables = await deps.db.introspection.getTables();
  if (tables.some((table) => table.name === "bookings")) {
    await takeBackup(deps);
    deps.log.info("backup taken before migrating");
  }
  const done = await migrateToLatest(deps.db);
  deps.log.info("database migrated", { count: done.length });
}
