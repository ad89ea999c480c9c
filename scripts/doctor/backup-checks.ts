import { join } from "node:path";
import { createBackupEncrypter } from "#app/platform/backup/backup-key.server.ts";
import { backupTime, type Sidecar } from "#app/platform/backup/manifest.ts";
import { readSidecar } from "#app/platform/backup/restore-backup.server.ts";
import { listBackups } from "#app/platform/backup/backup-folder.server.ts";
import { sha256OfFile } from "#app/platform/backup/snapshot.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import { bad, good, warning, type Finding } from "./finding.ts";

const HOUR_MS = 3_600_000;
const TAKE_ANOTHER = "Run: npm run backup, and check the disk.";

function ageOf(newest: string): Finding {
  const hours = Math.round((Date.now() - backupTime(newest).getTime()) / HOUR_MS);
  if (hours < 0) {
    return warning(
      `The newest backup is dated ${-hours} hours ahead of the clock`,
      "Move it elsewhere if its date is wrong: it hides that newer ones are missing.",
    );
  }
  const what = `The newest backup is ${hours} hours old`;
  return hours > 26 ? warning(what, "Run: npm run backup, and see why the nightly one failed.") : good(what);
}

/** The recipient has a checksum, which only a backup would otherwise read. */
export function checkRecipient(env: Env): Finding[] {
  try {
    createBackupEncrypter(env);
    return [];
  } catch {
    return [bad("BACKUP_AGE_RECIPIENT is mistyped: no backup can be taken", "Copy all of the age1… key.")];
  }
}

export async function checkBackups(env: Env): Promise<Finding[]> {
  let names: string[];
  try {
    names = await listBackups(env);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return [
      bad(
        `The backups in ${env.BACKUP_DIR} cannot be listed (${code})`,
        "Make BACKUP_DIR a folder, and give it to the user of the service.",
      ),
    ];
  }
  const [newest] = names;
  if (!newest) return [warning("There is no backup", "Run: npm run backup")];
  const file = join(env.BACKUP_DIR, newest);
  const age = ageOf(newest);
  let sidecar: Sidecar | null;
  try {
    sidecar = readSidecar(file);
  } catch {
    return [age, bad("The note beside the newest backup is broken", TAKE_ANOTHER)];
  }
  if (!sidecar) return [age];
  const isIntact = (await sha256OfFile(file)) === sidecar.archive.sha256;
  return [
    age,
    isIntact
      ? good("The newest backup has its checksum. Try a restore now and then: docs/operations.md")
      : bad("The newest backup is not what was written", TAKE_ANOTHER),
  ];
}
