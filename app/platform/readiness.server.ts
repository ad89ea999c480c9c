import { constants } from "node:fs";
import { access, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Clock } from "./clock.ts";
import { sql } from "kysely";
import type { Db } from "./database.server.ts";
import type { Env } from "./env.server.ts";

/** With less free space the database counts as full. */
const MIN_FREE_BYTES = 32 * 1024 * 1024;
/** Every page asks: answers are reused for this long. */
const FRESH_MS = 5_000;

type Place = Pick<Env, "postgres" | "databaseFile" | "DATA_DIR">;

async function canWork(db: Db, env: Place): Promise<boolean> {
  try {
    await db.selectFrom("data_keys").select("key_id").limit(1).execute();
    if (env.postgres) {
      const { rows } = await sql<{ standby: 0 | 1 }>`select pg_is_in_recovery() as standby`.execute(db);
      if (rows[0]?.standby !== 0) return false;
    } else {
      await access(env.databaseFile, constants.R_OK | constants.W_OK);
    }
    const disk = await statfs(env.postgres ? env.DATA_DIR : dirname(env.databaseFile));
    return disk.bavail * disk.bsize >= MIN_FREE_BYTES;
  } catch {
    return false;
  }
}

/** The check behind `/readyz` and the status bar. Takes no lock and never throws. */
export function createReadiness(options: { db: Db; env: Place; clock: Clock }): () => Promise<boolean> {
  let checkedAt = -Infinity;
  let latest: Promise<boolean> = Promise.resolve(false);
  return () => {
    const now = options.clock.monotonicMs();
    if (now - checkedAt >= FRESH_MS) {
      checkedAt = now;
      latest = canWork(options.db, options.env);
    }
    return latest;
  };
}
