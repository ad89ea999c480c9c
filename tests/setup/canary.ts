import { sql } from "kysely";
import { PERSONAL_TABLES } from "#app/features/privacy/personal-rooms.server.ts";
import type { Db } from "#app/platform/database.server.ts";
import { createTestDeps, type TestDeps } from "./deps.ts";
import { wordsOf } from "./full-person.ts";

/** Dependencies that remember the text of everything they seal. */
export function createReadableDeps(
  overrides: Record<string, string> = {},
): TestDeps & { textOf: (stored: unknown) => string } {
  const deps = createTestDeps(overrides);
  const texts = new Map<unknown, string>();
  const { encrypt } = deps.secrets;
  const secrets = {
    ...deps.secrets,
    encrypt(plain: string, place: string) {
      const sealed = encrypt(plain, place);
      texts.set(sealed, plain);
      return sealed;
    },
  };
  return { ...deps, secrets, textOf: (stored) => texts.get(stored) ?? String(stored ?? "") };
}

export type StoredRow = Record<string, unknown>;

/** All rows, by table. */
export async function readTables(db: Db): Promise<Map<string, StoredRow[]>> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name);
  const rows = new Map<string, StoredRow[]>();
  for (const name of tables)
    rows.set(
      name,
      await db
        .selectFrom(name as "drafts")
        .selectAll()
        .execute(),
    );
  return rows;
}

/** Tables about somebody, and their sealed columns, as the database itself says. */
export async function personalTables(db: Db): Promise<{ name: string; sealed: string[] }[]> {
  const tables = await db.introspection.getTables();
  return tables.flatMap(({ name, columns }) => {
    const names = columns.map((column) => column.name);
    const sealed = names.filter((column) => column.endsWith("_sealed"));
    const isPersonal = names.some((column) => /^(booking|visit|user)_id$/.test(column));
    return isPersonal || sealed.length > 0 ? [{ name, sealed }] : [];
  });
}

/** Stores the rows about people in the opposite order, as a vacuum or another plan may bring them: rows that a query
 * puts in no order come the other way round. */
export async function turnRowsRound(db: Db, isOnPostgres: boolean): Promise<void> {
  if (!isOnPostgres) await sql`pragma reverse_unordered_selects = on`.execute(db);
  for (const { name } of await personalTables(db)) {
    const table = sql.table(name);
    if (!isOnPostgres) {
      await sql`update ${table} set rowid = -rowid`.execute(db);
      continue;
    }
    const { key } = PERSONAL_TABLES[name]!;
    await sql
      .raw(
        `do $$ declare spot tid; begin
          for spot in select ctid from "${name}" order by ctid desc loop
            update "${name}" set "${key}" = "${key}" where ctid = spot;
          end loop;
        end $$`,
      )
      .execute(db);
  }
}

/** The marked words of the whole database, each with the columns that have it (`table.column`). */
export async function storedWords(deps: Pick<ReturnType<typeof createReadableDeps>, "db" | "textOf">) {
  const found = new Map<string, Set<string>>();
  for (const [table, rows] of await readTables(deps.db)) {
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        for (const word of wordsOf(deps.textOf(value))) {
          const columns = found.get(word) ?? new Set();
          found.set(word, columns.add(`${table}.${column}`));
        }
      }
    }
  }
  return found;
}

/** `table.column` with the reason, for each column whose words stay when their person is erased. */
export const KEPT_WORDS = Object.fromEntries(
  Object.entries(PERSONAL_TABLES).flatMap(([table, { wordsStay = {} }]) =>
    Object.entries(wordsStay).map(([column, why]) => [`${table}.${column}`, why]),
  ),
);
