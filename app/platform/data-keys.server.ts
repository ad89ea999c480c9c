import { sql } from "kysely";
import type { Db } from "./database.server.ts";
import { EnvError } from "./env.server.ts";
import type { Secrets } from "./secrets.server.ts";

/**
 * Whether DATA_KEY fits the data. Each key has a check value, `Secrets.keyIds`, which stands in the table `data_keys`
 * from the first start with that key on, and at the head of each value that it encrypted.
 */
export type KeyCheck =
  /** `missing`: check values of older keys that are no longer given; what they encrypted cannot be opened. */
  | { fits: true; missing: string[] }
  /** The key with which the newest data was written is not among those given. */
  | { fits: false };

type Deps = { db: Db; secrets: Secrets };

async function recordedKeys(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables();
  if (!tables.some((table) => table.name === "data_keys")) return [];
  const rows = await db.selectFrom("data_keys").select("key_id").orderBy("position").execute();
  return rows.map((row) => row.key_id);
}

/** The keys named by the encrypted values themselves. Reads whole tables: for data from before `data_keys`. */
async function keysInUse(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables();
  const found = new Set<string>();
  for (const { name: table, columns } of tables) {
    for (const { name: column } of columns.filter((one) => one.name.endsWith("_sealed"))) {
      const { rows } = await sql<{ key_id: string }>`
        select distinct substr(${sql.ref(column)}, 1, 8) as key_id from ${sql.table(table)}
        where ${sql.ref(column)} <> ''`.execute(db);
      for (const row of rows) found.add(row.key_id);
    }
  }
  return [...found];
}

/** Compares the keys given with those that wrote the data. Changes nothing; the data may be of an older version. */
export async function checkDataKeys({ db, secrets }: Deps): Promise<KeyCheck> {
  const given = new Set(secrets.keyIds);
  const recorded = await recordedKeys(db);
  const newest = recorded.at(-1);
  if (newest !== undefined) {
    return given.has(newest)
      ? { fits: true, missing: recorded.filter((id) => !given.has(id)) }
      : { fits: false };
  }
  const used = await keysInUse(db);
  return used.length === 0 || used.some((id) => given.has(id))
    ? { fits: true, missing: used.filter((id) => !given.has(id)) }
    : { fits: false };
}

/**
 * Throws `EnvError` with a sentence when the keys do not fit. Returns the check values of older keys that are no longer
 * given.
 */
export async function requireDataKeys(deps: Deps, file: string): Promise<string[]> {
  const check = await checkDataKeys(deps);
  if (check.fits) return check.missing;
  throw new EnvError(
    `DATA_KEY is not the key with which the data in ${file} was written. ` +
      "Put that key back; a fresh one may stand in front of it, separated by a comma.",
  );
}

/** Records the keys given that the data was written with so far, and the first one, which writes from now on. */
export async function recordDataKeys({ db, secrets }: Deps): Promise<void> {
  const recorded = await recordedKeys(db);
  const [newest, ...older] = secrets.keyIds;
  if (recorded.includes(newest!)) return;
  const used = recorded.length > 0 ? [] : await keysInUse(db);
  const keys = [...older.reverse().filter((id) => used.includes(id)), newest!];
  await db
    .insertInto("data_keys")
    .values(keys.map((key_id, index) => ({ position: recorded.length + index + 1, key_id })))
    .execute();
}
