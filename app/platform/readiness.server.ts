import { constants } from "node:fs";
import { access, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { sql } from "kysely";
import type { Clock } from "./clock.ts";
import { unwritableFolders } from "./data-folder.server.ts";
import type { Db } from "./database.server.ts";
import type { Env } from "./env.server.ts";

/** With less free space the database counts as full. */
const MIN_FREE_BYTES = 32 * 1024 * 1024;
/** Every page asks: answers are reused for this long. */
const FRESH_MS = 5_000;

type Place = Pick<Env, "postgres" | "databaseFile"> & Parameters<typeof unwritableFolders>[0];

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

/** Asks at most every five seconds. */
function recently(clock: Clock, check: () => Promise<boolean>): () => Promise<boolean> {
  let checkedAt = -Infinity;
  let latest: Promise<boolean> = Promise.resolve(false);
  return () => {
    const now = clock.monotonicMs();
    if (now - checkedAt >= FRESH_MS) {
      checkedAt = now;
      latest = check();
    }
    return latest;
  };
}

/** `isOperational` is behind the status bar: bookings can be stored. `isReady` is behind `/readyz`: documents and
 * mails, too. Both take no lock and never throw. */
export function createReadiness({ db, env, clock }: { db: Db; env: Place; clock: Clock }) {
  const isOperational = recently(clock, () => canWork(db, env));
  const hasFolders = recently(clock, async () => (await unwritableFolders(env)).length === 0);
  return { isOperational, isReady: async () => (await isOperational()) && (await hasFolders()) };
}
