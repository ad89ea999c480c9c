import { createHash, type Hash } from "node:crypto";
import { existsSync } from "node:fs";
import SQLite from "better-sqlite3";
import { sql, type Transaction } from "kysely";
import { transact, openPostgres } from "#app/platform/database.server.ts";
import { migrateToLatest } from "#app/platform/migrate.server.ts";
import { withoutTimeLimit } from "#app/platform/lock-timeout.server.ts";
import type { PostgresSettings } from "#app/platform/postgres-url.server.ts";
import type { Tables } from "#app/platform/tables.ts";
import { migrations } from "#migrations/index.ts";
import { BackupError } from "./snapshot.server.ts";

const ROWS_AT_ONCE = 500;
/** Migrations fill these with rows that every installation has; those of the source take their place. */
const SEEDED = ["roles", "quality_days"];

type Row = Record<string, string | number | null>;
type Table = { name: string; columns: string[]; key: string[] };
type MovedTable = { table: string; rows: number; sha256: string };

/** The tables of the source but Kysely's own, which the migrations fill; those that others refer to come first. */
function tablesOf(source: SQLite.Database): Table[] {
  const names = source
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name")
    .pluck()
    .all() as string[];
  const ordered = new Set<string>();
  const add = (name: string) => {
    const references = source.pragma(`foreign_key_list("${name}")`) as { table: string }[];
    for (const { table } of references) if (table !== name) add(table);
    ordered.add(name);
  };
  names.filter((name) => !name.startsWith("kysely_migration")).forEach(add);
  return [...ordered].map((name) => {
    const columns = source.pragma(`table_info("${name}")`) as { name: string; pk: number }[];
    const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
    return { name, columns: columns.map((column) => column.name), key: key.map((column) => column.name) };
  });
}

function addTo(hash: Hash, { columns }: Table, row: Row): void {
  hash.update(JSON.stringify(columns.map((name) => row[name] ?? null)));
}

const quoted = (names: string[]) => names.map((name) => `"${name}"`).join(", ");

function* readSource(source: SQLite.Database, { name, columns, key }: Table): Generator<Row[]> {
  const text = `select ${quoted(columns)} from "${name}" order by ${quoted(key)}`;
  let rows: Row[] = [];
  for (const row of source.prepare(text).iterate()) {
    rows.push(row as Row);
    if (rows.length < ROWS_AT_ONCE) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

async function hashTarget(trx: Transaction<Tables>, table: Table): Promise<{ rows: number; sha256: string }> {
  const names = table.columns.map((name) => sql.ref(name));
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
  for (const { name } of tables.filter((table) => !SEEDED.includes(table.name))) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(trx);
    if (rows.length > 0)
      throw new BackupError(`The target is not empty: ${name} has rows. Name an empty database.`);
  }
}

function requireSameSchema(source: SQLite.Database): void {
  const isMigrated = source.prepare("select 1 from sqlite_schema where name = 'kysely_migration'").get();
  const had = isMigrated
    ? source.prepare("select name from kysely_migration order by name").pluck().all()
    : [];
  const known = Object.keys(migrations).sort();
  if (had.join() === known.join()) return;
  throw new BackupError(
    "The data is of another version. Start this version on it once, then stop it and try again.",
  );
}

/** Copies all or nothing from SQLite's file to an empty database of a server, and compares hashes of every table. The
 * source can be read during the move, and not written. Throws `BackupError`. */
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
      const tables = tablesOf(source);
      return await transact({ db }, async ({ db: trx }) => {
        await requireEmpty(trx, tables);
        for (const name of SEEDED) await sql`delete from ${sql.table(name)}`.execute(trx);
        const moved: MovedTable[] = [];
        for (const table of tables) {
          const hash = createHash("sha256");
          let count = 0;
          for (const rows of readSource(source, table)) {
            for (const row of rows) addTo(hash, table, row);
            await trx
              .insertInto(table.name as keyof Tables)
              .values(rows as never)
              .execute();
            count += rows.length;
          }
          const sent = { rows: count, sha256: hash.digest("hex") };
          const found = await hashTarget(trx, table);
          if (sent.rows !== found.rows || sent.sha256 !== found.sha256)
            throw new BackupError(`${table.name} did not arrive as it was sent. Nothing was kept.`);
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
