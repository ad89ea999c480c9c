import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "#app/platform/clock.ts";
import type { Env } from "#app/platform/env.server.ts";
import { BACKUP_NAME, backupTime } from "./manifest.ts";

/** However old: with a clock that went wrong, or a service that stood still, these many stay. */
const ALWAYS_KEPT = 3;
const DAY_MS = 86_400_000;

/** The names of the backups, newest first. */
export async function listBackups(env: Pick<Env, "BACKUP_DIR">): Promise<string[]> {
  if (!existsSync(env.BACKUP_DIR)) return [];
  const names = await readdir(env.BACKUP_DIR);
  return names
    .filter((name) => BACKUP_NAME.test(name))
    .sort()
    .reverse();
}

/** The backups past their days, of a list that is newest first. */
export function expiredBackups(names: string[], keepDays: number, now: Date): string[] {
  const oldest = now.getTime() - keepDays * DAY_MS;
  return names.slice(ALWAYS_KEPT).filter((name) => backupTime(name).getTime() < oldest);
}

/** Deletes backups older than `BACKUP_KEEP_DAYS`; returns how many. */
export async function removeExpiredBackups(deps: { env: Env; clock: Clock }): Promise<number> {
  const { env, clock } = deps;
  const expired = expiredBackups(await listBackups(env), env.BACKUP_KEEP_DAYS, clock.now());
  for (const name of expired) {
    await rm(join(env.BACKUP_DIR, name), { force: true });
    await rm(join(env.BACKUP_DIR, `${name}.json`), { force: true });
  }
  return expired.length;
}
