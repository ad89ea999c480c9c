import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Env } from "#app/platform/env.server.ts";

const PREFIX = ".unfinished-";

/** Runs `work` in a new folder and deletes it. Not in the system's temporary folder: it may hold the plain database. */
export async function inWorkFolder<T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(parent, PREFIX));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function removeWorkFolders(env: Env): Promise<void> {
  const parents = [env.BACKUP_DIR, dirname(env.databaseFile)].filter((parent) => existsSync(parent));
  const folders = parents.flatMap((parent) =>
    readdirSync(parent)
      .filter((name) => name.startsWith(PREFIX))
      .map((name) => join(parent, name)),
  );
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
}
