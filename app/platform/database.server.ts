import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import SQLite from "better-sqlite3";
import {
  Kysely,
  OperatorNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  Transaction,
  ValueListNode,
  type BinaryOperationNode,
  type DataTypeNode,
  type Dialect,
  type Driver,
  type SelectModifierNode,
} from "kysely";
import type { Env } from "./env.server.ts";
import { PostgresDriver } from "./postgres-driver.server.ts";
import type { PostgresSettings } from "./postgres-url.server.ts";
import { SqliteDriver, type Verbose } from "./sqlite-driver.server.ts";
import { withinScope } from "./write-scope.server.ts";
import type { Tables } from "./tables.ts";

export type Db = Kysely<Tables>;
export type Executor = Db | Transaction<Tables>;

/** Sets up every connection for durability: `synchronous=FULL` must come after WAL, which resets it to NORMAL. */
function openSqlite(file: string, verbose?: Verbose): SQLite.Database {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const sqlite = new SQLite(file, { verbose });
  sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("busy_timeout = 5000");
  sqlite.pragma("foreign_keys = ON");
  sqlite.pragma("secure_delete = ON");
  return sqlite;
}

/** SQLite rolls back schema changes with the transaction, so migrations are atomic. */
class AppSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }

  /** The driver queues writers; Kysely's own lock would make readers wait too. */
  override get supportsMultipleConnections() {
    return true;
  }
}

/** SQLite locks no rows: its writers take turns. */
class AppSqliteCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== "ForUpdate" && node.modifier !== "SkipLocked") super.visitSelectModifier(node);
  }
}

/** Text is compared byte by byte, as in SQLite: paging and prefix searches depend on it. */
class AppPostgresCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node);
    if (node.dataType === "text") this.append(' collate "C"');
  }

  /** Nothing is in an empty list, for which SQLite has words. */
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand: list } = node;
    const isEmpty = (PrimitiveValueListNode.is(list) || ValueListNode.is(list)) && list.values.length === 0;
    const word = isEmpty && OperatorNode.is(operator) ? operator.operator : "";
    if (word === "in") this.append("false");
    else if (word === "not in") this.append("true");
    else super.visitBinaryOperation(node);
  }
}

/** A migration holds the writers' lock until it commits. */
class AppPostgresAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** All differences from SQLite are here and in `postgres-driver.server.ts` (docs/decisions/0021). */
export const openPostgres = (settings: PostgresSettings): Db => openOnPostgres(new PostgresDriver(settings));

const openWith = (driver: Driver, rest: Omit<Dialect, "createDriver">): Db =>
  new Kysely<Tables>({ dialect: { ...rest, createDriver: () => driver } });

/** Kysely on a PostgreSQL driver: the same queries as on SQLite. */
export const openOnPostgres = (driver: Driver): Db =>
  openWith(driver, {
    createAdapter: () => new AppPostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new AppPostgresCompiler(),
  });

/** Writes take turns and fail after five seconds, with an error for which `isStorageError` holds (docs/decisions/0004).
 * `verbose` gets each statement. */
export const openDatabase = (file: string, verbose?: Verbose): Db =>
  openWith(new SqliteDriver(openSqlite(file, verbose), verbose), {
    createAdapter: () => new AppSqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new AppSqliteCompiler(),
  });

/** Opens the configured database. Nothing is migrated. */
export const openConfigured = (env: Pick<Env, "postgres" | "databaseFile">): Db =>
  env.postgres ? openPostgres(env.postgres) : openDatabase(env.databaseFile);

const afterCommits = new WeakMap<Executor, Set<() => void>>();

/** Runs `act` once when the transaction of `transact` has committed, and never when it fails; at once elsewhere. */
export function afterCommit(executor: Executor, act: () => void): void {
  const afterwards = afterCommits.get(executor);
  if (afterwards) afterwards.add(act);
  else act();
}

/** Works in the transaction `db` of what is around, or in a new one; `inside` is all of it with the transaction. Work
 * on one record alone may name it (`drafts/<id>`), so that others need not wait. Work whose statements each decide by
 * their own WHERE waits for nobody: it says `null`. */
export function transact<Around extends { db: Executor }, Result>(
  around: Around,
  work: (inside: Around & { db: Transaction<Tables> }) => Promise<Result>,
  record?: string | null,
): Promise<Result> {
  const { db } = around;
  if (db instanceof Transaction) return work({ ...around, db });
  const run = async () => {
    const afterwards = new Set<() => void>();
    const result = await db.transaction().execute((trx) => {
      afterCommits.set(trx, afterwards);
      return work({ ...around, db: trx });
    });
    for (const act of afterwards) act();
    return result;
  };
  return record === undefined ? run() : withinScope(record, run);
}

/** True when the data is damaged, not merely in use or unreachable. */
export const isDamaged = (error: unknown): boolean =>
  /^(SQLITE_(CORRUPT|NOTADB)|XX00[12]$)/.test((error as { code?: string }).code ?? "");

/** Moves SQLite's write-ahead log into the file. */
export function checkpoint(env: Pick<Env, "postgres" | "databaseFile">): void {
  if (env.postgres) return;
  const sqlite = openSqlite(env.databaseFile);
  sqlite.pragma("wal_checkpoint(TRUNCATE)");
  sqlite.close();
}
