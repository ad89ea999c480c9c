/** `npm run backup`: one encrypted, checked copy of the running service's data in BACKUP_DIR, and the old ones past
 * BACKUP_KEEP_DAYS removed. `-- --show-passphrase` prints what opens it with the `age` program. */
import { backupPassphrase } from "#app/platform/backup/backup-key.server.ts";
import { removeExpiredBackups } from "#app/platform/backup/backup-folder.server.ts";
import { takeBackup } from "#app/platform/backup/take-backup.server.ts";
import { systemClock } from "#app/platform/clock.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { runScript } from "./run-script.ts";

await runScript(async () => {
  const env = readEnv(process.env);
  if (process.argv.includes("--show-passphrase")) {
    console.log(backupPassphrase(env));
    return;
  }
  let shown = -1;
  const { file, sidecar } = await takeBackup({ env, clock: systemClock }, (done, total) => {
    const tenth = Math.floor((done / Math.max(total, 1)) * 10);
    if (tenth > shown) console.log(`Copying: ${tenth * 10} %`);
    shown = Math.max(shown, tenth);
  });
  const removed = await removeExpiredBackups({ env, clock: systemClock });
  const { bookings = 0 } = sidecar.database.rows;
  console.log(`Backup complete: ${file}`);
  console.log(
    `  ${bookings} bookings, ${(sidecar.archive.bytes / 1024 / 1024).toFixed(1)} MB, integrity checked.`,
  );
  console.log(`  SHA-256 ${sidecar.archive.sha256}`);
  if (removed > 0) console.log(`  ${removed} backups older than ${env.BACKUP_KEEP_DAYS} days removed.`);
});
