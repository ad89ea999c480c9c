import { sql } from "kysely";
import type { Db } from "#app/platform/database.server.ts";
import type { PostgresSettings } from "#app/platform/postgres-url.server.ts";
import { bad, good, note, warning, type Finding } from "./finding.ts";

const OLDEST_VERSION = 13;

type Server = {
  version: number;
  encoding: string;
  standby: 0 | 1;
  fsync: string;
  most: number;
  used: number;
};

/** Checks a PostgreSQL server: whether it can be reached and written, and whether a commit is safe there. */
export async function checkServer(db: Db, settings: PostgresSettings): Promise<Finding[]> {
  const place = `${settings.connection.host}:${settings.connection.port}`;
  let server: Server;
  try {
    const { rows } = await sql<Server>`select current_setting('server_version_num')::int / 10000 as version,
      current_setting('server_encoding') as encoding, pg_is_in_recovery() as standby, current_setting('fsync') as fsync,
      current_setting('max_connections')::int as most, (select count(*) from pg_stat_activity) as used`.execute(
      db,
    );
    server = rows[0]!;
  } catch (error) {
    const { message } = ((error as Error).cause ?? error) as Error;
    return [
      bad(`The database at ${place} cannot be reached: ${message}`, "Check DATABASE_URL and the server."),
    ];
  }
  const findings = [good(`PostgreSQL ${server.version} answers at ${place}`)];
  if (server.version < OLDEST_VERSION)
    findings.push(bad(`PostgreSQL ${server.version} is too old`, `Use ${OLDEST_VERSION} or newer.`));
  if (server.encoding !== "UTF8")
    findings.push(bad(`The database's encoding is ${server.encoding}`, "Make it with: encoding 'UTF8'."));
  if (server.standby === 1)
    findings.push(bad("The server takes no writes: it is a standby", "Name the primary in DATABASE_URL."));
  if (server.fsync !== "on")
    findings.push(bad("fsync is off: a loss of power loses bookings", "Set fsync = on on the server."));
  if (server.most - server.used < settings.poolSize)
    findings.push(
      warning(
        `${server.used} of the server's ${server.most} connections are in use`,
        "Lower DATABASE_POOL, or use PgBouncer.",
      ),
    );
  return [...findings, ...(await keptByRestores(db))];
}

/** Restores keep what was there before, and nothing deletes it. */
async function keptByRestores(db: Db): Promise<Finding[]> {
  const { rows } = await sql<{ name: string }>`select nspname as name from pg_namespace
    where nspname like 'before_restore_%' order by 1`.execute(db);
  return rows.map(({ name }) =>
    note(
      `The schema ${name} keeps what was there before a restore`,
      `When you are sure, with psql: drop schema ${name} cascade;`,
    ),
  );
}
