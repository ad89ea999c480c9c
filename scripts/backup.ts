/** `npm run backup`: one encrypted, checked copy of the running service's data in BACKUP_DIR, new documents beside it,
 * and what is past BACKUP_KEEP_DAYS removed. `-- --show-passphrase` prints what opens it with the `age` program;
 * `-- --pressed` is the button of `/admin/settings/backups`. */
import { backupPassphrase } from "#app/platform/backup/backup-key.server.ts";
import { removeExpiredBackups } from "#app/platform/backup/backup-folder.server.ts";
import { makePressed } from "#app/platform/backup/pressed-backup.server.ts";
import { BackupError } from "#app/platform/backup/snapshot.server.ts";
import { takeBackup } from "#app/platform/backup/take-backup.server.ts";
import { createDeps } from "#app/deps.server.ts";
import { backUpDocuments, verifyWithDocuments } from "#app/features/documents/document-files.server.ts";
import { systemClock } from "#app/platform/clock.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { runScript } from "./run-script.ts";

await runScript(async () => {
  const env = readEnv(process.env);
  if (process.argv.includes("--show-passphrase")) {
    console.log(backupPassphrase(env));
    return;
  }
  const copyDocuments = async () => {
    const deps = createDeps(env);
    return backUpDocuments(deps).finally(() => deps.close());
  };
  if (process.argv.includes("--pressed")) {
    await makePressed(
      { env, clock: systemClock },
      {
        async copyDocuments() {
          const { missing, damaged } = await copyDocuments();
          const lost = [...missing, ...damaged];
          if (lost.length > 0)
            throw new BackupError(`The files of ${lost.length} documents are missing or altered.`);
          await removeExpiredBackups({ env, clock: systemClock });
        },
        verify: async (file) => (await verifyWithDocuments(env, file)).words,
      },
    );
    return;
  }
  let shown = -1;
  const { file, sidecar } = await takeBackup({ env, clock: systemClock }, (done, total) => {
    const tenth = Math.floor((done / Math.max(total, 1)) * 10);
    if (tenth > shown) console.log(`Copying: ${tenth * 10} %`);
    shown = Math.max(shown, tenth);
  });
  const documents = await copyDocuments();
  const removed = await removeExpiredBackups({ env, clock: systemClock });
  const { bookings = 0 } = sidecar.database.rows;
  console.log(`Backup complete: ${file}`);
  console.log(
    `  ${bookings} bookings, ${(sidecar.archive.bytes / 1024 / 1024).toFixed(1)} MB, integrity checked.`,
  );
  console.log(`  SHA-256 ${sidecar.archive.sha256}`);
  console.log(`  ${documents.copied} new documents copied to ${env.BACKUP_DIR}/documents.`);
  const lost = [...documents.missing, ...documents.damaged];
  if (lost.length > 0) {
    console.error(`  NOT COPIED, because their files are missing or altered: ${lost.join(", ")}`);
    process.exitCode = 1;
  }
  if (removed > 0) console.log(`  ${removed} backups older than ${env.BACKUP_KEEP_DAYS} days removed.`);
});
