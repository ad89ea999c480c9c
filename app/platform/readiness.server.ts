import { constants } from "node:fs";
import { access, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Clock } from "./clock.ts";
import type { Db } from "./database.server.ts";

/** With less free space the database counts as full. */
const LEAST_FREE_BYTES = 32 * 1024 * 1024;
/** Every page asks: answers are reused for this long. */
const FRESH_MS = 5_000;

async function canWork(db: Db, file: string): Promise<boolean> {
  try {
    await db.selectFrom("data_keys").select("key_id").limit(1).execute();
    await access(file, constants.R_OK | constants.W_OK);
    const disk = await statfs(dirname(file));
    return disk.bavail * disk.bsize >= LEAST_FREE_BYTES;
  } catch {
    return false;
  }
}

/** The check behind `/readyz` and the status bar: the database answers, its file can be written and the disk has room.
 * Takes no lock and never throws. */
export function createReadiness(options: { db: Db; file: string; clock: Clock }): () => Promise<boolean> {
  let checkedAt = -Infinity;
  let latest: Promise<boolean> = Promise.resolve(false);
  return () => {
    const now = options.clock.monotonicMs();
    if (now - checkedAt >= FRESH_MS) {
      checkedAt = now;
      latest = canWork(options.db, options.file);
    }
    return latest;
  };
}
