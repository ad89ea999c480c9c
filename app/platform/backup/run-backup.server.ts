import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Env } from "#app/platform/env.server.ts";
import { londonDate, type IsoDate } from "#app/platform/dates.ts";
import { backupTime } from "./manifest.ts";
import { listBackups } from "./retain-backups.server.ts";

export async function lastBackupDay(env: Pick<Env, "BACKUP_DIR">): Promise<IsoDate | null> {
  const [newest] = await listBackups(env);
  return newest ? londonDate(backupTime(newest)) : null;
}

/** Runs `npm run backup` in another process, so that visitors do not wait. Rejects when it fails. */
export function runBackupProcess(root: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, "scripts/backup.ts")], { cwd: root, stdio: "ignore" });
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`backup ended with code ${code}`)),
    );
  });
}
