import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "#app/platform/clock.ts";
import type { Env } from "#app/platform/env.server.ts";
import { BACKUP_NAME, backupTime } from "./manifest.ts";

/** However old, in case the clock went wrong or the service stood still. */
const ALWAYS_KEPT = 3;
const DAY_MS = 86_400_000;

/** Newest first. */
export async function listBackups(env: Pick<Env, "BACKUP_DIR">): Promise<string[]> {
  if (!existsSync(env.BACKUP_DIR)) return [];
  const names = await readdir(env.BACKUP_DIR);
  return names
    .filter((name) => BACKUP_NAME.test(name))
    .sort()
    .reverse();
}

export function expiredBackups(names: string[], keepDays: number, now: Date): string[] {
  const oldest = now.getTime() - keepDays * DAY_MS;
  return names.slice(ALWAYS_KEPT).filter((name) => backupTime(name).getTime() < oldest);
}

export async function removeExpiredBackups(deps: { env: Env; clock: Clock }): Promise<number> {
  const { env, clock } = deps;
  const expired = expiredBackups(await listBackups(env), env.BACKUP_KEEP_DAYS, clock.now());
  for (const name of expired) {
    await rm(join(env.BACKUP_DIR, name), { force: true });
    await rm(join(env.BACKUP_DIR, `${name}.json`), { force: true });
  }
  return expired.length;
}
