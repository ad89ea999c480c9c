import { createHash, type Hash } from "node:crypto";
import { existsSync } from "node:fs";
import SQLite from "better-sqlite3";
import { sql, type Transaction } from "kysely";
import { openPostgres, type Db } from "#app/platform/database.server.ts";
import { migrateToLatest } from "#app/platform/migrate.server.ts";
import { withoutTimeLimit } from "#app/platform/patience.server.ts";
import type { PostgresSettings } from "#app/platform/postgres-url.server.ts";
import type { Tables } from "#app/platform/tables.ts";
import { migrations } from "#migrations/index.ts";
import { BackupError } from "./snapshot.server.ts";

const ROWS_AT_ONCE = 1_000;
/** Kysely's own, filled by the migrations. */
const BOOKKEEPING = ["kysely_migration", "kysely_migration_lock"];
/** Migrations fill it with the rows that every installation has. */
const SEEDED = "roles";

type Row = Record<string, string | number | null>;
type Table = { name: string; columns: { name: string; type: "text" | "int4" }[]; key: string[] };
type MovedTable = { table: string; rows: number; sha256: string };

/** The tables of the target, those that others refer to first. */
async function tablesOf(db: Db): Promise<Table[]> {
  const { rows: columns } = await sql<{ table: string; name: string; type: "text" | "int4" }>`
    select table_name as "table", column_name as name, udt_name as type from information_schema.columns
    where table_schema = 'public' order by table_name, ordinal_position`.execute(db);
  const { rows: keys } = await sql<{ table: string; name: string }>`
    select t.relname as "table", a.attname as name from pg_constraint c
    join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
    cross join lateral unnest(c.conkey) with ordinality as k(number, place)
    join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number
    where c.contype = 'p' and n.nspname = 'public' order by t.relname, k.place`.execute(db);
  const { rows: references } = await sql<{ from: string; to: string }>`
    select f.relname as "from", t.relname as "to" from pg_constraint c
    join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
    join pg_namespace n on n.oid = f.relnamespace
    where c.contype = 'f' and n.nspname = 'public' and f.oid <> t.oid`.execute(db);
  const waiting = new Set(
    columns.map((column) => column.table).filter((name) => !BOOKKEEPING.includes(name)),
  );
  const ordered: Table[] = [];
  while (waiting.size > 0) {
    const free = [...waiting].filter(
      (name) => !references.some(({ from, to }) => from === name && waiting.has(to)),
    );
    if (free.length === 0) throw new Error("tables refer to one another in a circle");
    for (const name of free) {
      waiting.delete(name);
      ordered.push({
        name,
        columns: columns.filter((column) => column.table === name),
        key: keys.filter((key) => key.table === name).map((key) => key.name),
      });
    }
  }
  return ordered;
}

function addTo(hash: Hash, table: Table, row: Row): void {
  hash.update(JSON.stringify(table.columns.map(({ name }) => row[name] ?? null)));
}

const quoted = (names: string[]) => names.map((name) => `"${name}"`).join(", ");

function* readSource(source: SQLite.Database, table: Table): Generator<Row> {
  const names = table.columns.map((column) => column.name);
  const text = `select ${quoted(names)} from "${table.name}" order by ${quoted(table.key)}`;
  yield* source.prepare(text).iterate() as IterableIterator<Row>;
}

async function insertRows(trx: Transaction<Tables>, table: Table, rows: Row[]): Promise<void> {
  const lists = table.columns.map(
    ({ name, type }) => sql`${rows.map((row) => row[name] ?? null)}::${sql.raw(type)}[]`,
  );
  const names = table.columns.map((column) => sql.ref(column.name));
  await sql`insert into ${sql.table(table.name)} (${sql.join(names)})
    select * from unnest(${sql.join(lists)})`.execute(trx);
}

async function hashTarget(trx: Transaction<Tables>, table: Table): Promise<{ rows: number; sha256: string }> {
  const names = table.columns.map((column) => sql.ref(column.name));
  const order = table.key.map((name) => sql.ref(name));
  await sql`declare moved no scroll cursor for
    select ${sql.join(names)} from ${sql.table(table.name)} order by ${sql.join(order)}`.execute(trx);
  const hash = createHash("sha256");
  let count = 0;
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(ROWS_AT_ONCE)} from moved`.execute(trx);
    for (const row of rows) addTo(hash, table, row);
    count += rows.length;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await sql`close moved`.execute(trx);
  return { rows: count, sha256: hash.digest("hex") };
}

async function requireEmpty(trx: Transaction<Tables>, tables: Table[]): Promise<void> {
  for (const { name } of tables.filter((table) => table.name !== SEEDED)) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(trx);
    if (rows.length > 0)
      throw new BackupError(`The target is not empty: ${name} has rows. Name an empty database.`);
  }
}

function requireSameSchema(source: SQLite.Database): void {
  const had = source.prepare("select name from kysely_migration order by name").pluck().all() as string[];
  const known = Object.keys(migrations).sort();
  if (had.join() === known.join()) return;
  throw new BackupError(
    "The data is of another version. Start this version on it once, then stop it and try again.",
  );
}

/**
 * Copies an installation from SQLite's file to an empty database of a server, all of it or nothing, and compares rows and
 * hashes of every table before it commits. While it runs, the source can be read and not written. Throws `BackupError`.
 */
export function moveToPostgres(
  file: string,
  settings: PostgresSettings,
  onTable: (moved: MovedTable) => void = () => {},
): Promise<MovedTable[]> {
  if (!existsSync(file)) throw new BackupError(`There is no database at ${file}.`);
  return withoutTimeLimit(async () => {
    const source = new SQLite(file, { timeout: 5_000 });
    const db = openPostgres(settings);
    try {
      source.exec("begin immediate");
      requireSameSchema(source);
      await migrateToLatest(db);
      const tables = await tablesOf(db);
      return await db.transaction().execute(async (trx) => {
        await requireEmpty(trx, tables);
        await sql`delete from ${sql.table(SEEDED)}`.execute(trx);
        const moved: MovedTable[] = [];
        for (const table of tables) {
          const hash = createHash("sha256");
          let rows: Row[] = [];
          let count = 0;
          for (const row of readSource(source, table)) {
            addTo(hash, table, row);
            rows.push(row);
            count += 1;
            if (rows.length < ROWS_AT_ONCE) continue;
            await insertRows(trx, table, rows);
            rows = [];
          }
          if (rows.length > 0) await insertRows(trx, table, rows);
          const sent = { rows: count, sha256: hash.digest("hex") };
          const found = await hashTarget(trx, table);
          if (sent.rows !== found.rows || sent.sha256 !== found.sha256) {
            throw new BackupError(`${table.name} did not arrive as it was sent. Nothing was kept.`);
          }
          moved.push({ table: table.name, ...sent });
          onTable(moved.at(-1)!);
        }
        return moved;
      });
    } finally {
      source.close();
      await db.destroy();
    }
  });
}
