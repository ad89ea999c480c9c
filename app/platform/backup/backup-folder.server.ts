import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "zod";
import type { Clock } from "#app/platform/clock.ts";
import { londonDate, type IsoDate } from "#app/platform/dates.ts";
import type { Env } from "#app/platform/env.server.ts";
import { readJson, writeJson } from "#app/platform/files.server.ts";
import { BACKUP_NAME, backupTime } from "./manifest.ts";

/** However old, in case the clock went wrong or the service stood still. */
const ALWAYS_KEPT = 3;
const DAY_MS = 86_400_000;

/** File names, newest first. */
export async function listBackups(env: Pick<Env, "BACKUP_DIR">): Promise<string[]> {
  if (!existsSync(env.BACKUP_DIR)) return [];
  const names = await readdir(env.BACKUP_DIR);
  return names
    .filter((name) => BACKUP_NAME.test(name))
    .sort()
    .reverse();
}

/** Names, newest first, that are older than `keepDays`; the newest three are never among them. */
export function expiredBackups(names: string[], keepDays: number, now: Date): string[] {
  const oldest = now.getTime() - keepDays * DAY_MS;
  return names.slice(ALWAYS_KEPT).filter((name) => backupTime(name).getTime() < oldest);
}

/** Deletes expired backups and returns how many. */
export async function removeExpiredBackups(deps: { env: Env; clock: Clock }): Promise<number> {
  const { env, clock } = deps;
  const expired = expiredBackups(await listBackups(env), env.BACKUP_KEEP_DAYS, clock.now());
  for (const name of expired) {
    await rm(join(env.BACKUP_DIR, name), { force: true });
    await rm(join(env.BACKUP_DIR, `${name}.json`), { force: true });
  }
  return expired.length;
}

/** London day of the newest backup; null for none. */
export async function lastBackupDay(env: Pick<Env, "BACKUP_DIR">): Promise<IsoDate | null> {
  const [newest] = await listBackups(env);
  return newest ? londonDate(backupTime(newest)) : null;
}

/** Runs `npm run backup` in another process, so that visitors do not wait. Rejects when it fails. */
export function runBackupProcess(root: string, ...options: "--pressed"[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, "scripts/backup.ts"), ...options], {
      cwd: root,
      stdio: "ignore",
    });
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`backup ended with code ${code}`)),
    );
  });
}

/** A file beside the backups, because a backup can be verified without the database. */
const VERIFIED_NAME = "last-verified.json";

const Verified = z.object({ name: z.string(), verifiedAt: z.iso.datetime() });

/** Records that a backup was verified now, for `/admin/setup`. */
export async function recordVerified(
  { env, clock }: { env: Pick<Env, "BACKUP_DIR">; clock: Clock },
  file: string,
): Promise<void> {
  const verified = { name: basename(file), verifiedAt: clock.now().toISOString() };
  await writeJson(join(env.BACKUP_DIR, VERIFIED_NAME), verified satisfies z.infer<typeof Verified>);
}

/** The last verified backup and its instant; null for none. */
export const lastVerified = (env: Pick<Env, "BACKUP_DIR">) =>
  readJson(join(env.BACKUP_DIR, VERIFIED_NAME), Verified);
