import { readFileSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "zod";
import type { Clock } from "#app/platform/clock.ts";
import type { Env } from "#app/platform/env.server.ts";

/** A file beside the backups, because a backup can be verified without the database. */
const NAME = "last-verified.json";

const Verified = z.object({ name: z.string(), verifiedAt: z.iso.datetime() });
type Verified = z.infer<typeof Verified>;

/** Notes that a backup was found whole and readable. */
export async function noteVerified(
  { env, clock }: { env: Pick<Env, "BACKUP_DIR">; clock: Clock },
  file: string,
): Promise<void> {
  const verified: Verified = { name: basename(file), verifiedAt: clock.now().toISOString() };
  const target = join(env.BACKUP_DIR, NAME);
  await mkdir(env.BACKUP_DIR, { recursive: true, mode: 0o700 });
  await writeFile(`${target}.part`, JSON.stringify(verified), { mode: 0o600 });
  await rename(`${target}.part`, target);
}

/** The backup that was verified last; null before the first, and when the note cannot be read. */
export function lastVerified(env: Pick<Env, "BACKUP_DIR">): Verified | null {
  try {
    return Verified.parse(JSON.parse(readFileSync(join(env.BACKUP_DIR, NAME), "utf8")));
  } catch {
    return null;
  }
}
