import { Migrator, type Migration } from "kysely/migration";
import { sql } from "kysely";
import { migrations } from "#migrations/index.ts";
import { RELEASES } from "#migrations/releases.ts";
import type { Clock } from "./clock.ts";
import type { Db } from "./database.server.ts";
import { withoutTimeLimit } from "./lock-timeout.server.ts";

const migrator = (db: Db, all: Record<string, Migration> = migrations) =>
  new Migrator({ db, provider: { getMigrations: async () => all }, allowUnorderedMigrations: false });

/** With this many pending, a database is new. */
export const migrationCount = Object.keys(migrations).length;

/** Names of the migrations that this database has not run, in their order. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const all = await migrator(db).getMigrations();
  return all.filter((migration) => !migration.executedAt).map((migration) => migration.name);
}

/** Migrates all or nothing. `onBegin` hears of each migration before it runs. Returns the names of what ran; throws
 * what went wrong. */
export async function migrateToLatest(db: Db, onBegin: (name: string) => void = () => {}): Promise<string[]> {
  const told = Object.fromEntries(
    Object.entries(migrations).map(([name, { up }]) => {
      const upTold: Migration["up"] = (schema) => {
        onBegin(name);
        return up(schema);
      };
      return [name, { up: upTold }];
    }),
  );
  const { error, results } = await withoutTimeLimit(() => migrator(db, told).migrateToLatest());
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

/** Negative for an older version than the other one. */
function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split(".").map(Number));
  const at = [0, 1, 2].find((index) => (a![index] ?? 0) !== (b![index] ?? 0));
  return at === undefined ? 0 : (a![at] ?? 0) - (b![at] ?? 0);
}

async function hasTable(db: Db, name: string): Promise<boolean> {
  return (await db.introspection.getTables({ withInternalKyselyTables: true })).some(
    (table) => table.name === name,
  );
}

/** Why this release may not open a database that a newer one wrote; null where it may. The release before the newest
 * one may. */
export async function newerRelease(db: Db, known: readonly string[] = RELEASES): Promise<string | null> {
  if (!(await hasTable(db, "kysely_migration"))) return null;
  const version = known.at(-1)!;
  const written = (await hasTable(db, "releases"))
    ? await db.selectFrom("releases").selectAll().execute()
    : [];
  const [newest] = written.toSorted((one, other) => compareVersions(other.version, one.version));
  if (newest && compareVersions(newest.version, version) > 0) {
    if (newest.former === version) return null;
    const back = newest.former === null ? "" : `, or the one before it, ${newest.former}`;
    return `This database was written by release ${newest.version}, and this is release ${version}. Install release ${newest.version}${back}, or restore a backup that this release took.`;
  }
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const [unknown] = rows.filter(({ name }) => !Object.hasOwn(migrations, name));
  if (!unknown) return null;
  return `This database was written by a newer release than ${version}, which does not know its migration ${unknown.name}. Install the newer release, or restore a backup that this release took.`;
}

/** Notes that this release writes to the database. */
export async function recordRelease({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const [version, former = null] = RELEASES.toReversed();
  await db
    .insertInto("releases")
    .values({ version: version!, former, first_started_at: clock.now().toISOString() })
    .onConflict((conflict) => conflict.column("version").doNothing())
    .execute();
}
