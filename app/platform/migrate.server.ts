import { Migrator } from "kysely/migration";
import { migrations } from "#migrations/index.ts";
import type { Db } from "./database.server.ts";
import { withoutTimeLimit } from "./lock-timeout.server.ts";

const migrator = (db: Db) =>
  new Migrator({ db, provider: { getMigrations: async () => migrations }, allowUnorderedMigrations: false });

/** With this many pending, a database is new. */
export const migrationCount = Object.keys(migrations).length;

/** Names of the migrations that this database has not run, in their order. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const all = await migrator(db).getMigrations();
  return all.filter((migration) => !migration.executedAt).map((migration) => migration.name);
}

/** Migrates all or nothing. Returns the names of what ran; throws what went wrong. */
export async function migrateToLatest(db: Db): Promise<string[]> {
  const { error, results } = await withoutTimeLimit(() => migrator(db).migrateToLatest());
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}
