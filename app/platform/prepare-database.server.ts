import { BackupError } from "./backup/snapshot.server.ts";
import type { Clock } from "./clock.ts";
import type { Db } from "./database.server.ts";
import { recordDataKeys, requireDataKeys } from "./data-keys.server.ts";
import { EnvError, type Env } from "./env.server.ts";
import { describeError, type Logger } from "./log.server.ts";
import {
  migrateToLatest,
  migrationCount,
  newerRelease,
  pendingMigrations,
  recordRelease,
} from "./migrate.server.ts";
import { withSchemaLock } from "./schema-lock.server.ts";
import type { Secrets } from "./secrets.server.ts";

type Deps = { db: Db; env: Env; clock: Clock; log: Logger; secrets: Secrets };

/** Takes a backup first if the database is in use. Throws `EnvError` when DATA_KEY does not fit the data
 * or a newer release wrote it, and
 * `BackupError` for a mistyped recipient of backups: the nightly ones would fail unseen. */
export async function prepareDatabase(deps: Deps): Promise<void> {
  if (deps.env.BACKUP_AGE_RECIPIENT) {
    const { createBackupEncrypter } = await import("./backup/backup-key.server.ts");
    createBackupEncrypter(deps.env);
  }
  const refusal = await newerRelease(deps.db);
  if (refusal) throw new EnvError(refusal);
  const missing = await requireDataKeys(deps, deps.env.databaseFile);
  if (missing.length > 0)
    deps.log.warn("some data was written with keys that DATA_KEY no longer holds", { count: missing.length });
  await migrate(deps);
  await recordDataKeys(deps);
  await recordRelease(deps);
}

async function migrate(deps: Deps): Promise<void> {
  const pending = await pendingMigrations(deps.db);
  if (pending.length === 0) return;
  if (pending.length < migrationCount) await backUpFirst(deps);
  let begun = 0;
  const onBegin = (name: string) => {
    begun += 1;
    deps.log.info("migrating", { migration: name, count: begun, total: pending.length });
  };
  const done = await withSchemaLock(deps.env.postgres, "alone", () => migrateToLatest(deps.db, onBegin));
  deps.log.info("database migrated", { count: done.length });
}

/** A server has backups of its own, and pg_dump may not be installed here: without it the migration goes on. */
async function backUpFirst(deps: Deps): Promise<void> {
  deps.log.info("taking a backup before migrating");
  try {
    const { takeBackup } = await import("./backup/take-backup.server.ts");
    await takeBackup(deps);
    deps.log.info("backup taken before migrating");
  } catch (error) {
    if (!deps.env.postgres || !(error instanceof BackupError)) throw error;
    deps.log.warn("no backup taken before migrating", describeError(error));
  }
}
