import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { sql } from "kysely";
import { openPostgres, type Db } from "#app/platform/database.server.ts";
import { withoutTimeLimit } from "#app/platform/patience.server.ts";
import type { PostgresSettings } from "#app/platform/postgres-url.server.ts";
import type { Manifest } from "./manifest.ts";
import { BackupError, sha256OfFile } from "./snapshot.server.ts";

const DEBIAN = "/usr/lib/postgresql";

function program(name: "pg_dump" | "pg_restore"): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const places = [
    ...versions.map((version) => join(DEBIAN, version, "bin")),
    ...(process.env.PATH ?? "").split(":"),
  ];
  const found = places.map((place) => join(place, name)).find((path) => existsSync(path));
  if (!found) throw new BackupError(`${name} is not installed: apt-get install postgresql-client.`);
  return found;
}

function launch(name: "pg_dump" | "pg_restore", args: string[], settings?: PostgresSettings) {
  const child = spawn(program(name), args, {
    env: { PATH: process.env.PATH, ...settings?.tools },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, "close").then(([code]) => {
    if (code !== 0) throw new BackupError(`${name} failed: ${said.trim()}`);
  });
  return { output: child.stdout, ended };
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
export function dumpPostgres(
  settings: PostgresSettings,
  target: string,
): Promise<Omit<Manifest, "format" | "createdAt" | "engine">> {
  return withoutTimeLimit(async () => {
    const db = openPostgres(settings);
    try {
      const asOfNow = db.transaction().setAccessMode("read only");
      const rows = await asOfNow.execute(async (trx) => {
        const { rows: named } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(trx);
        const counts = await countRows(trx as unknown as Db);
        const options = ["-Fc", "-n", "public", "--no-owner", "--no-privileges"];
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

/** Reads a dump to its end without a server: the rows of each table, and the keys that its data was written with. */
export async function readDump(file: string): Promise<{ rows: Record<string, number>; keyIds: string[] }> {
  const { output, ended } = launch("pg_restore", ["-f", "-", file]);
  const rows: Record<string, number> = {};
  const keys: { position: number; id: string }[] = [];
  let table: string | null = null;
  let columns: string[] = [];
  for await (const line of createInterface({ input: output, crlfDelay: Infinity })) {
    if (table === null) {
      const [, name, list] = /^COPY public\.(\w+) \(([^)]*)\) FROM stdin;$/.exec(line) ?? [];
      if (name === undefined) continue;
      table = name;
      columns = list!.split(", ");
      rows[table] = 0;
    } else if (line === "\\.") {
      table = null;
    } else {
      rows[table]! += 1;
      if (table !== "data_keys") continue;
      const values = line.split("\t");
      const valueOf = (column: string) => values[columns.indexOf(column)] ?? "";
      keys.push({ position: Number(valueOf("position")), id: valueOf("key_id") });
    }
  }
  await ended;
  return { rows, keyIds: keys.sort((a, b) => a.position - b.position).map((key) => key.id) };
}

/** What the server's database holds is kept in a schema whose name is returned; null when there was nothing. Throws
 * `BackupError` when something is there and may not be replaced, or the service is running. */
export function restorePostgres(
  settings: PostgresSettings,
  dump: string,
  options: { isOverwriting: boolean; keepAs: string },
): Promise<string | null> {
  return withoutTimeLimit(async () => {
    const db = openPostgres({ ...settings, poolSize: 1 });
    const run = (text: string) => sql.raw(text).execute(db);
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
      if (others.length > 0) {
        throw new BackupError("The service is running on this database. Stop it first.");
      }
      await run(`alter schema public rename to "${options.keepAs}"`);
      try {
        await run("create schema public");
        const args = ["--exit-on-error", "--single-transaction", "--no-owner", "-n", "public"];
        const restore = launch("pg_restore", [...args, "-d", settings.connection.database, dump], settings);
        restore.output.resume();
        await restore.ended;
        await run("analyze");
      } catch (error) {
        await run("drop schema if exists public cascade");
        await run(`alter schema "${options.keepAs}" rename to public`);
        throw error;
      }
      if (isThere) return options.keepAs;
      await run(`drop schema "${options.keepAs}" cascade`);
      return null;
    } finally {
      await db.destroy();
    }
  });
}
