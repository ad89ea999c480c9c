import { sql } from "kysely";
import type { Db } from "./database.server.ts";
import { EnvError } from "./env.server.ts";
import type { Secrets } from "./secrets.server.ts";

/** Whether DATA_KEY fits the data: `data_keys` and each encrypted value hold the check value of their key. */

type Deps = { db: Db; secrets: Secrets };

async function recordedKeys(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables();
  if (!tables.some((table) => table.name === "data_keys")) return [];
  const rows = await db.selectFrom("data_keys").select("key_id").orderBy("position").execute();
  return rows.map((row) => row.key_id);
}

/** The keys named by encrypted values. Reads whole tables: for data older than `data_keys`. */
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

/** Compares the configured keys with those that wrote the data. Null when they do not fit, else the check values of
 * older keys that are no longer configured, whose data cannot be decrypted. Changes nothing;
 * works before migrations. */
export async function missingKeys({ db, secrets }: Deps): Promise<string[] | null> {
  const given = new Set(secrets.keyIds);
  const recorded = await recordedKeys(db);
  const used = recorded.length > 0 ? recorded : await keysInUse(db);
  // The newest recorded key is needed, or one of those found in older data.
  const needed = recorded.length > 0 ? recorded.slice(-1) : used;
  const fits = used.length === 0 || needed.some((id) => given.has(id));
  return fits ? used.filter((id) => !given.has(id)) : null;
}

/** Like `missingKeys`, but throws `EnvError` when the keys do not fit. */
export async function requireDataKeys(deps: Deps, file: string): Promise<string[]> {
  const missing = await missingKeys(deps);
  if (missing) return missing;
  throw new EnvError(
    `DATA_KEY is not the key with which the data in ${file} was written. ` +
      "Put that key back; a new one may come before it, separated by a comma.",
  );
}

/** Records the ids of the keys in use, newest last, so that a start notices a missing one. Never the keys. */
export async function recordDataKeys({ db, secrets }: Deps): Promise<void> {
  const recorded = await recordedKeys(db);
  const [newest, ...older] = secrets.keyIds;
  if (recorded.includes(newest!)) return;
  const used = recorded.length > 0 ? [] : await keysInUse(db);
  const keys = [...older.reverse().filter((id) => used.includes(id)), newest!];
  await db
    .insertInto("data_keys")
    .values(keys.map((key_id, index) => ({ position: recorded.length + index + 1, key_id })))
    // Another copy of the server may start in the same moment, with the same keys.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
