import { sql } from "kysely";
import { openPostgres } from "./database.server.ts";
import { withoutTimeLimit } from "./lock-timeout.server.ts";
import { pastPooler, type PostgresSettings } from "./postgres-url.server.ts";

/** The advisory lock between backups and migrations of all copies. */
const SCHEMA_LOCK = 4_011_002;

/** Runs `work` while nobody changes tables (`shared`, a backup), or while nobody copies them (`alone`, a migration).
 * Without it the two may wait for each other for ever: a migration for a backup's transaction, which waits for
 * `pg_dump`, which waits for the migration. PostgreSQL sees no circle there. SQLite needs no such lock. */
export async function withSchemaLock<Result>(
  postgres: PostgresSettings | null,
  kind: "shared" | "alone",
  work: () => Promise<Result>,
): Promise<Result> {
  if (!postgres) return work();
  const db = openPostgres({ ...pastPooler(postgres), poolSize: 1 });
  const lock = sql.raw(`select pg_advisory_xact_lock${kind === "shared" ? "_shared" : ""}(${SCHEMA_LOCK})`);
  try {
    // Reading alone: a transaction that writes would keep all writers waiting.
    return await withoutTimeLimit(() =>
      db
        .transaction()
        .setAccessMode("read only")
        .execute(async (trx) => {
          await lock.execute(trx);
          return work();
        }),
    );
  } finally {
    await db.destroy();
  }
}
