import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import SQLite from "better-sqlite3";
import type { Env } from "#app/platform/env.server.ts";
import { isBusyError } from "#app/platform/storage-error.ts";

const PREFIX = ".unfinished-";

/** The system ends the lock with its process, however that ends. Throws SQLITE_BUSY while another has it. */
export function lockFolder(folder: string) {
  const lock = new SQLite(join(folder, "lock"), { timeout: 0 });
  try {
    return lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** Runs `work` in a new folder and deletes it. Not in the system's temporary folder: it may hold the plain database. */
export async function inWorkFolder<T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(parent, PREFIX));
  const lock = lockFolder(folder);
  try {
    return await work(folder);
  } finally {
    lock.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Another process, or this one, has its lock. */
export function isInUse(folder: string): boolean {
  try {
    lockFolder(folder).close();
    return false;
  } catch (error) {
    return isBusyError(error);
  }
}

/** Removes what a killed backup or restore left, not what another process works in. */
export async function removeWorkFolders(env: Env): Promise<void> {
  const parents = [env.BACKUP_DIR, dirname(env.databaseFile)].filter((parent) => existsSync(parent));
  const folders = parents.flatMap((parent) =>
    readdirSync(parent)
      .filter((name) => name.startsWith(PREFIX))
      .map((name) => join(parent, name)),
  );
  const left = folders.filter((folder) => !isInUse(folder));
  await Promise.all(left.map((folder) => rm(folder, { recursive: true, force: true })));
}
