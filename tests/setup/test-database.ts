import { sql } from "kysely";
import { threadId } from "node:worker_threads";
import { openPostgres, type Db } from "#app/platform/database.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import { readPostgresUrl, type PostgresSettings } from "#app/platform/postgres-url.server.ts";

/** The migrated database that each test copies. */
export const TEMPLATE = "migrated";

/** How tests reach a server. */
export function settingsOf(url: string): PostgresSettings {
  return {
    ...readPostgresUrl(url),
    direct: null,
    poolSize: 10,
    statementMs: 15_000,
  };
}

/** The variables by which another process opens the database of a test. */
export function addressOf(env: Pick<Env, "postgres">): Record<string, string> {
  if (!env.postgres) return {};
  const { user, host, port, database } = env.postgres.connection;
  return { DATABASE_URL: `postgres://${user}@${host}:${port}/${database}` };
}

let admin: { url: string; db: Db } | undefined;
let count = 0;

function adminOf(url: string): Db {
  if (admin?.url !== url) admin = { url, db: openPostgres({ ...settingsOf(url), poolSize: 2 }) };
  return admin.db;
}

/** The address of a database for one test; `make` copies the template, `drop` deletes the copy. */
export function copyOfTemplate(serverUrl: string, template = TEMPLATE) {
  count += 1;
  const name = `test_${process.pid}_${threadId}_${count}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const db = adminOf(serverUrl);
  return {
    url: url.href,
    // Copied file by file: through the write-ahead log it takes four times the work.
    make: () =>
      sql`create database ${sql.ref(name)} template ${sql.ref(template)} strategy file_copy`.execute(db),
    drop: () => sql`drop database if exists ${sql.ref(name)} with (force)`.execute(db),
  };
}
