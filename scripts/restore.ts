/** `npm run restore -- FILE [--overwrite] [--identity AGE-KEY-FILE] [--verify]`: replaces the database by a backup;
 * with `--verify` only checks the backup. Stop the service first. */
import { readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createDeps } from "#app/deps.server.ts";
import { restoreDocuments, verifyWithDocuments } from "#app/features/documents/document-files.server.ts";
import { reapplyErasures } from "#app/features/privacy/erase-person.server.ts";
import { recordRestore } from "#app/features/settings/restored.server.ts";
import { recordVerified } from "#app/platform/backup/backup-folder.server.ts";
import { restoreBackup } from "#app/platform/backup/restore-backup.server.ts";
import { BackupError } from "#app/platform/backup/snapshot.server.ts";
import { systemClock } from "#app/platform/clock.ts";
import { readEnv, type Env } from "#app/platform/env.server.ts";
import { migrateToLatest } from "#app/platform/migrate.server.ts";
import { runScript } from "./run-script.ts";

/** Migrates the restored data, erases again who was erased since, and brings the files of documents back. */
async function bringUpToDate(env: Env, backupAt: string, folder: string) {
  const deps = createDeps(env);
  try {
    await migrateToLatest(deps.db);
    await recordRestore(deps, backupAt);
    const erased = await reapplyErasures(deps);
    return { erased, documents: await restoreDocuments(deps, folder) };
  } finally {
    await deps.close();
  }
}

await runScript(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      overwrite: { type: "boolean", default: false },
      verify: { type: "boolean", default: false },
      identity: { type: "string" },
    },
  });
  const [name] = positionals;
  if (!name) throw new BackupError("Which backup? npm run restore -- data/backups/backup-….tar.gz.age");
  const file = resolve(name);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new BackupError(`There is no file ${file}.`);
  const env = readEnv(process.env);
  const identity = values.identity
    ? /AGE-SECRET-KEY-[A-Z0-9-]+/.exec(readFileSync(values.identity, "utf8"))?.[0]
    : undefined;

  if (values.verify) {
    const { createdAt, words } = await verifyWithDocuments(env, file, identity);
    console.log(`The backup of ${createdAt} is whole: ${words}.`);
    await recordVerified({ env, clock: systemClock }, file).catch(() => {
      console.warn(`This could not be noted in ${env.BACKUP_DIR}; the first steps will not show it.`);
    });
    return;
  }
  const { manifest, replaced } = await restoreBackup(
    { env, clock: systemClock },
    { file, isOverwriting: values.overwrite, identity },
  );
  const { erased, documents } = await bringUpToDate(env, manifest.createdAt, dirname(file));
  console.log(
    `Restored the backup of ${manifest.createdAt} to ${env.postgres ? env.postgres.connection.host : env.databaseFile}.`,
  );
  for (const [table, rows] of Object.entries(manifest.database.rows)) console.log(`  ${table}: ${rows}`);
  if (erased > 0) console.log(`${erased} records that were erased since then were erased again.`);
  console.log(`Documents: ${documents.whole} whole, ${documents.copied} brought back.`);
  const lost = [...documents.missing, ...documents.damaged];
  if (lost.length > 0) {
    console.error(`NOT BROUGHT BACK, because no whole copy was found: ${lost.join(", ")}`);
    process.exitCode = 1;
  }
  if (!replaced) return;
  console.log(`What was there before is kept as ${replaced}. Delete it when you no longer need it.`);
  if (env.postgres) console.log(`  With psql: drop ${replaced} cascade;`);
});
