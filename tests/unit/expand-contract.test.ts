import { join } from "node:path";
import { rmSync } from "node:fs";
import { sql, type CreateTableBuilder, type Kysely } from "kysely";
import { Migrator, type Migration } from "kysely/migration";
import { expect, inject, onTestFinished, test } from "vitest";
import { openDatabase, openPostgres, type Db } from "#app/platform/database.server.ts";
import { migrations } from "#migrations/index.ts";
import { isOnPostgres } from "#tests/setup/deps.ts";
import { makeScratchDirectory } from "#tests/setup/scratch.ts";
import { copyOfTemplate, settingsOf } from "#tests/setup/test-database.ts";
import packageFile from "../../package.json" with { type: "json" };

/** Copies of the former and of the new release run side by side during an upgrade, on the new release's schema
 * (docs/operations.md). Each migration is held to what the release before it knows. */

/** A rule that a row has to keep: columns, and what they are held to. */
type Rule = { kind: "unique" | "reference" | "check"; columns: string[]; text: string };
type Column = { type: string; isNullable: boolean; hasDefault: boolean };
type Schema = Map<string, { columns: Map<string, Column>; rules: Rule[] }>;

async function rulesOnPostgres(db: Db): Promise<(Rule & { table: string })[]> {
  const { rows } = await sql<{ table: string; kind: Rule["kind"]; columns: string | null; text: string }>`
    select t.relname as "table", case c.contype when 'f' then 'reference' else 'check' end as kind,
      (select string_agg(a.attname, ',') from pg_attribute a where a.attrelid = t.oid and a.attnum = any(c.conkey)) as columns,
      pg_get_constraintdef(c.oid) as text
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = 'public' and c.contype in ('f', 'c', 'x')
    union all
    select t.relname, 'unique',
      (select string_agg(a.attname, ',') from pg_attribute a where a.attrelid = t.oid and a.attnum = any(i.indkey)),
      'unique ' || (select string_agg(pg_get_indexdef(i.indexrelid, k, true), ', ') from generate_series(1, i.indnkeyatts) k)
    from pg_index i join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = 'public' and i.indisunique`.execute(db);
  return rows.map((row) => ({ ...row, columns: row.columns?.split(",") ?? [] }));
}

async function rulesOnSqlite(db: Db): Promise<(Rule & { table: string })[]> {
  const { rows: unique } = await sql<{ table: string; columns: string }>`
    select t.name as "table", (select group_concat(c.name, ',') from pragma_index_info(i.name) c) as columns
    from sqlite_master t join pragma_index_list(t.name) i where t.type = 'table' and i."unique" = 1`.execute(
    db,
  );
  const { rows: references } = await sql<{ table: string; column: string; to: string }>`
    select t.name as "table", f."from" as "column", f."table" as "to"
    from sqlite_master t join pragma_foreign_key_list(t.name) f where t.type = 'table'`.execute(db);
  const { rows: texts } = await sql<{ table: string; sql: string }>`
    select name as "table", sql from sqlite_master where type = 'table' and sql like '%check%(%'`.execute(db);
  return [
    ...unique.map(({ table, columns }) => ({
      table,
      kind: "unique" as const,
      columns: columns.split(","),
      text: `unique ${columns}`,
    })),
    ...references.map(({ table, column, to }) => ({
      table,
      kind: "reference" as const,
      columns: [column],
      text: `${column} references ${to}`,
    })),
    ...texts.flatMap(({ table, sql: text }) =>
      [...text.matchAll(/\bcheck\s*\(.*/gi)].map(([check]) => ({
        table,
        kind: "check" as const,
        columns: [],
        text: check,
      })),
    ),
  ];
}

async function schemaOf(db: Db): Promise<Schema> {
  const rules = isOnPostgres() ? await rulesOnPostgres(db) : await rulesOnSqlite(db);
  const tables = await db.introspection.getTables();
  return new Map(
    tables.map(({ name, columns }) => [
      name,
      {
        columns: new Map(
          columns.map((column) => [
            column.name,
            {
              type: column.dataType.toLowerCase(),
              isNullable: column.isNullable,
              hasDefault: column.hasDefaultValue || column.isAutoIncrementing,
            },
          ]),
        ),
        rules: rules.filter((rule) => rule.table === name),
      },
    ]),
  );
}

/** Columns and tables of `before` that a release can no longer read or write in `after`. */
function breaks(before: Schema, after: Schema): string[] {
  return [...before].flatMap(([table, { columns, rules }]) => {
    const now = after.get(table);
    if (!now) return [`${table} is gone`];
    const lost = [...columns].flatMap(([name, was]) => {
      const is = now.columns.get(name);
      if (!is) return [`${table}.${name} is gone`];
      return [
        is.type !== was.type ? `${table}.${name} has another type` : null,
        was.isNullable && !is.isNullable ? `${table}.${name} takes no null any more` : null,
        was.hasDefault && !is.hasDefault ? `${table}.${name} has no default any more` : null,
      ].filter((problem) => problem !== null);
    });
    const demanded = [...now.columns]
      .filter(([name, is]) => !columns.has(name) && !is.isNullable && !is.hasDefault)
      .map(([name]) => `${table}.${name} is new and must be given`);
    const known = new Set(rules.map((rule) => rule.text));
    const stricter = now.rules
      .filter((rule) => !known.has(rule.text))
      .filter((rule) => rule.kind === "check" || rule.columns.some((name) => columns.has(name)))
      .map((rule) => `${table} has a new rule: ${rule.text}`);
    return [...lost, ...demanded, ...stricter];
  });
}

async function emptyDatabase(): Promise<Db> {
  if (isOnPostgres()) {
    const copy = copyOfTemplate(inject("postgresUrl"), "template1");
    await copy.make();
    const db = openPostgres(settingsOf(copy.url));
    onTestFinished(async () => {
      await db.destroy();
      await copy.drop();
    });
    return db;
  }
  const directory = makeScratchDirectory("expand-");
  const db = openDatabase(join(directory, "app.db"));
  onTestFinished(async () => {
    await db.destroy();
    rmSync(directory, { recursive: true });
  });
  return db;
}

/** The breaks of each migration, without contractions. */
async function breaksOf(list: Record<string, Migration & { contracts?: string }>): Promise<string[]> {
  const db = await emptyDatabase();
  const migrator = new Migrator({ db, provider: { getMigrations: async () => list } });
  const found: string[] = [];
  let before: Schema = new Map();
  for (const name of Object.keys(list).sort()) {
    const { error } = await migrator.migrateTo(name);
    if (error) throw error;
    const after = await schemaOf(db);
    if (list[name]!.contracts === undefined) {
      found.push(...breaks(before, after).map((problem) => `${name}: ${problem}`));
    }
    before = after;
  }
  return found;
}

test("the release before a migration goes on working on the migrated database", async () => {
  expect(await breaksOf(migrations)).toEqual([]);
});

test("a migration is named by its day, its number and its subject", () => {
  expect(Object.keys(migrations).filter((name) => !/^\d{4}-\d\d-\d\d-\d\d-[a-z-]+$/.test(name))).toEqual([]);
});

test("a migration takes away only what the release before this one no longer uses", () => {
  const order = (version: string) =>
    version
      .split(".")
      .map((part) => part.padStart(6, "0"))
      .join();
  const tooEarly = Object.entries(migrations).filter(
    ([, { contracts }]) => contracts !== undefined && order(contracts) >= order(packageFile.version),
  );
  expect(tooEarly.map(([name]) => name)).toEqual([]);
});

type Change = (db: Kysely<never>) => Promise<unknown>;
type Builder = CreateTableBuilder<"people", string>;

const people = (db: Kysely<never>, rest: (table: Builder) => Builder = withAge) =>
  rest(
    db.schema
      .createTable("people")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("name", "text", (c) => c.notNull()) as Builder,
  ).execute();
const withAge = (table: Builder) => table.addColumn("age", "integer");

/** Makes the table anew, as SQLite has most changes done. */
const anew = async (db: Kysely<never>, rest: (table: Builder) => Builder) => {
  await db.schema.dropTable("people").execute();
  await people(db, rest);
};
const alter = (db: Kysely<never>) => db.schema.alterTable("people");

test.for<[what: string, change: Change, found: string[]]>([
  ["a table dropped", (db) => db.schema.dropTable("people").execute(), ["people is gone"]],
  ["a table renamed", (db) => alter(db).renameTo("persons").execute(), ["people is gone"]],
  ["a column dropped", (db) => alter(db).dropColumn("age").execute(), ["people.age is gone"]],
  [
    "a column renamed",
    (db) => alter(db).renameColumn("name", "full_name").execute(),
    ["people.name is gone", "people.full_name is new and must be given"],
  ],
  ["a type changed", (db) => anew(db, (t) => t.addColumn("age", "text")), ["people.age has another type"]],
  [
    "null refused",
    (db) => anew(db, (t) => t.addColumn("age", "integer", (c) => c.notNull())),
    ["people.age takes no null any more"],
  ],
  [
    "a column that must be given",
    (db) => anew(db, (t) => withAge(t).addColumn("town", "text", (c) => c.notNull())),
    ["people.town is new and must be given"],
  ],
  [
    "values that must differ",
    (db) => db.schema.createIndex("people_name").on("people").column("name").unique().execute(),
    ["people has a new rule: unique name"],
  ],
  [
    "a check",
    (db) => anew(db, (t) => withAge(t).addCheckConstraint("adult", sql`age > 17`)),
    [expect.stringMatching(/^2: people has a new rule: check/i) as string],
  ],
  [
    "columns, a table and an index added",
    async (db) => {
      await alter(db).addColumn("phone", "text").execute();
      await alter(db)
        .addColumn("parent_id", "text", (c) => c.references("people.id"))
        .execute();
      await alter(db)
        .addColumn("size", "integer", (c) => c.notNull().defaultTo(1))
        .execute();
      await db.schema
        .createTable("pets")
        .addColumn("name", "text", (c) => c.notNull())
        .execute();
      await db.schema.createIndex("people_age").on("people").column("age").execute();
    },
    [],
  ],
])("tells of %s, unless it is declared as a contraction", async ([, change, found]) => {
  const first: Migration = { up: (db) => people(db as Kysely<never>) };
  const second: Migration = { up: async (db) => void (await change(db as Kysely<never>)) };
  const named = found.map((problem) => (typeof problem === "string" ? `2: ${problem}` : problem));
  expect(await breaksOf({ "1": first, "2": second })).toEqual(named);
  expect(await breaksOf({ "1": first, "2": { ...second, contracts: "1.0.0" } })).toEqual([]);
});
