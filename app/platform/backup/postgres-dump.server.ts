import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import { openPostgres, type Db } from "#app/platform/database.server.ts";
import { withoutTimeLimit } from "#app/platform/lock-timeout.server.ts";
import type { PostgresSettings } from "#app/platform/postgres-url.server.ts";
import { withSchemaLock } from "#app/platform/schema-lock.server.ts";
import { BackupError, sha256OfFile } from "./snapshot.server.ts";

const DEBIAN = "/usr/lib/postgresql";

/** A minute behind somebody who changes tables without `withSchemaLock`, as a release before it does. */
const MAX_WAIT = "--lock-wait-timeout=60000";

type Tool = "pg_dump" | "pg_restore" | "psql";

function program(name: Tool): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const places = [
    ...versions.map((version) => join(DEBIAN, version, "bin")),
    ...(process.env.PATH ?? "").split(":"),
  ];
  const found = places.map((place) => join(place, name)).find((path) => existsSync(path));
  if (!found) throw new BackupError(`${name} is not installed: apt-get install postgresql-client.`);
  return found;
}

function launch(name: Tool, args: string[], settings?: PostgresSettings) {
  const child = spawn(program(name), args, { env: { PATH: process.env.PATH, ...settings?.tools } });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, "close").then(([code]) => {
    if (code !== 0) throw new BackupError(`${name} failed: ${said.trim()}`);
  });
  // Callers await it once all is read and written. Until then a failure must not count as unhandled.
  ended.catch(() => {});
  return { input: child.stdin, output: child.stdout, ended };
}

async function countRows(db: Db): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(
      db,
    );
    counts[name] = rows[0]!.count;
  }
  return counts;
}

/** Copies a server's database into a file, as it is in one moment, while others use it. Says how many rows that are. */
export function dumpPostgres(settings: PostgresSettings, target: string) {
  return withSchemaLock(settings, "shared", async () => {
    const db = openPostgres(settings);
    try {
      const asOfNow = db.transaction().setAccessMode("read only");
      const rows = await asOfNow.execute(async (trx) => {
        const { rows: named } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(trx);
        const counts = await countRows(trx as unknown as Db);
        const options = ["-Fc", "-n", "public", "--no-owner", "--no-privileges", MAX_WAIT];
        const dump = launch("pg_dump", [...options, `--snapshot=${named[0]!.id}`, "-f", target], settings);
        dump.output.resume();
        await dump.ended;
        const { rows: last } = await sql<{ name: string | null }>`
            select max(name) as name from kysely_migration`.execute(trx);
        return { counts, schema: last[0]?.name ?? "" };
      });
      const { size } = await stat(target);
      const sha256 = await sha256OfFile(target);
      return { schema: rows.schema, database: { sha256, bytes: size, rows: rows.counts } };
    } finally {
      await db.destroy();
    }
  });
}

type Copied = { table: string; valueOf: ((column: string) => string) | null };

/** The rows in a dump, as text. A table begins with one without `valueOf`. */
async function* copiedRows(file: string, options: string[] = []): AsyncGenerator<Copied> {
  const { output, ended } = launch("pg_restore", [...options, "-f", "-", file]);
  let table: string | null = null;
  let columns: string[] = [];
  for await (const line of createInterface({ input: output, crlfDelay: Infinity })) {
    if (table === null) {
      const [, name, list] = /^COPY public\.(\w+) \(([^)]*)\) FROM stdin;$/.exec(line) ?? [];
      if (name === undefined) continue;
      table = name;
      columns = list!.split(", ");
      yield { table, valueOf: null };
    } else if (line === "\\.") {
      table = null;
    } else {
      yield { table, valueOf: (column) => line.split("\t")[columns.indexOf(column)] ?? "" };
    }
  }
  await ended;
}

/** Reads a dump to its end without a server: the rows of each table, and the keys that its data was written with. */
export async function readDump(file: string): Promise<{ rows: Record<string, number>; keyIds: string[] }> {
  const rows: Record<string, number> = {};
  const keys: { position: number; id: string }[] = [];
  for await (const { table, valueOf } of copiedRows(file)) {
    rows[table] = valueOf ? rows[table]! + 1 : 0;
    if (valueOf && table === "data_keys")
      keys.push({ position: Number(valueOf("position")), id: valueOf("key_id") });
  }
  return { rows, keyIds: keys.sort((a, b) => a.position - b.position).map((key) => key.id) };
}

/** The rows of one table in a dump. Columns come as text, for ids and hashes. */
export async function* rowsInDump(file: string, table: string): AsyncGenerator<(column: string) => string> {
  for await (const { valueOf } of copiedRows(file, ["--data-only", `--table=${table}`])) {
    if (valueOf) yield valueOf;
  }
}

/** In one transaction, which only its last line commits: whoever starts the service after a restore that was killed
 * finds what was there before. Statistics are made anew after it. */
async function replaceSchema(settings: PostgresSettings, dump: string, keepAs: string, isKept: boolean) {
  const psql = launch("psql", ["-X", "-q", "-v", "ON_ERROR_STOP=1"], settings);
  psql.output.resume();
  async function* script() {
    yield `begin; alter schema public rename to "${keepAs}"; create schema public;\n`;
    const restore = launch("pg_restore", ["--no-owner", "-n", "public", "-f", "-", dump]);
    yield* restore.output;
    await restore.ended;
    if (!isKept) yield `drop schema "${keepAs}" cascade;\n`;
    // Here and not through our connection: that would end it after DATABASE_STATEMENT_SECONDS.
    yield "commit; analyze;\n";
  }
  try {
    await pipeline(script, psql.input);
  } finally {
    await psql.ended;
  }
}

/** Moves the server's data into a schema and returns its name; null when there was none. Throws
 * `BackupError` when something is there and may not be replaced, or the service is running. */
export function restorePostgres(
  settings: PostgresSettings,
  dump: string,
  options: { isOverwriting: boolean; keepAs: string },
): Promise<string | null> {
  return withoutTimeLimit(async () => {
    const db = openPostgres({ ...settings, poolSize: 1 });
    try {
      const { rows: tables } = await sql`select 1 from pg_tables where schemaname = 'public' limit 1`.execute(
        db,
      );
      const { rows: others } = await sql`
        select 1 from pg_stat_activity where datname = current_database()
          and application_name = 'bookings' and pid <> pg_backend_pid() limit 1`.execute(db);
      const isThere = tables.length > 0;
      if (isThere && !options.isOverwriting) {
        throw new BackupError(
          "The database is not empty. Add --overwrite to replace what it holds; that will be kept in a schema of its own.",
        );
      }
      if (others.length > 0) throw new BackupError("The service is running on this database. Stop it first.");
      await replaceSchema(settings, dump, options.keepAs, isThere);
      return isThere ? options.keepAs : null;
    } finally {
      await db.destroy();
    }
  });
}
