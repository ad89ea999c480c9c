import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import SQLite from "better-sqlite3";
import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteDialect,
  SqliteQueryCompiler,
  Transaction,
  type DataTypeNode,
  type Dialect,
  type SelectModifierNode,
} from "kysely";
import type { Env } from "./env.server.ts";
import { PostgresDriver } from "./postgres-driver.server.ts";
import type { PostgresSettings } from "./postgres-url.server.ts";
import { SqliteDriver, type Verbose } from "./sqlite-driver.server.ts";
import { withinScope } from "./write-scope.server.ts";
import type { Tables } from "./tables.ts";

export type Db = Kysely<Tables>;
/** Either the database or an open transaction: what queries and writes take. */
export type Executor = Db | Transaction<Tables>;

/**
 * Opens SQLite with the settings on which durability rests, for every connection:
 * `synchronous=FULL` must come after WAL (the build falls back to NORMAL, which does not fsync an acknowledged write).
 */
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

/** Kysely is cautious: SQLite does take back changes of the schema with the transaction, so migrations are atomic. */
class AppSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }

  /** The driver lets writers take turns; with Kysely's own lock readers would wait for them. */
  override get supportsMultipleConnections() {
    return true;
  }
}

/** SQLite locks no rows: its writers take turns anyway. */
class AppSqliteCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== "ForUpdate" && node.modifier !== "SkipLocked") super.visitSelectModifier(node);
  }
}

class AppSqliteDialect extends SqliteDialect {
  readonly #driver: SqliteDriver;

  constructor(driver: SqliteDriver) {
    super({ database: () => Promise.reject(new Error("The driver opens the database")) });
    this.#driver = driver;
  }

  override createDriver() {
    return this.#driver;
  }

  override createQueryCompiler() {
    return new AppSqliteCompiler();
  }

  override createAdapter() {
    return new AppSqliteAdapter();
  }
}

/** Text is compared and sorted byte by byte, as SQLite does: pages of lists and searches by beginnings rest on it. */
class AppPostgresCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node);
    if (node.dataType === "text") this.append(' collate "C"');
  }
}

/** A migration has the writers' lock until it is committed, as every transaction has. */
class AppPostgresAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/**
 * A Kysely database on a PostgreSQL server, under the same queries and migrations as SQLite. Where the two differ is
 * said here and in `postgres-driver.server.ts`, and nowhere else (docs/decisions/0021). `prepare` is awaited before the
 * first statement.
 */
export function openPostgres(
  settings: PostgresSettings,
  options: { hears?: (sql: string) => void; prepare?: () => Promise<unknown> } = {},
): Db {
  const dialect: Dialect = {
    createAdapter: () => new AppPostgresAdapter(),
    createDriver: () => new PostgresDriver(settings, options),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new AppPostgresCompiler(),
  };
  return new Kysely<Tables>({ dialect });
}

/**
 * A Kysely database over one SQLite file. Close it with `destroy()`. Reads go on while another process writes; writes
 * take turns, and fail with an error for which `isStorageError` holds after five seconds (docs/decisions/0004).
 * `verbose` hears of each statement that is run.
 */
export function openDatabase(file: string, verbose?: Verbose): Db {
  return new Kysely<Tables>({
    dialect: new AppSqliteDialect(new SqliteDriver(openSqlite(file, verbose), verbose)),
  });
}

/** The database that the configuration names: a server's with `DATABASE_URL=postgres://…`, otherwise a file. */
export function openConfigured(env: Pick<Env, "postgres" | "databaseFile">): Db {
  return env.postgres ? openPostgres(env.postgres) : openDatabase(env.databaseFile);
}

/**
 * Does work in the transaction that `db` is, or else in one of its own: use cases that call one another commit once.
 * Work that reads and writes what belongs to one record alone may name it (`drafts/<id>`): others then need not wait.
 */
export function transact<Result>(
  db: Executor,
  work: (trx: Transaction<Tables>) => Promise<Result>,
  record?: string,
): Promise<Result> {
  if (db instanceof Transaction) return work(db);
  const run = () => db.transaction().execute(work);
  return record === undefined ? run() : withinScope(record, run);
}

/** True when the data itself is damaged, and not merely in use or out of reach. */
export function isDamaged(error: unknown): boolean {
  return /^(SQLITE_(CORRUPT|NOTADB)|XX00[12]$)/.test((error as { code?: string }).code ?? "");
}

/**
 * Moves SQLite's write-ahead log into the database file and empties it: what remains on disk is one file. A server
 * looks after its own log.
 */
export function checkpoint(env: Pick<Env, "postgres" | "databaseFile">): void {
  if (env.postgres) return;
  const sqlite = openSqlite(env.databaseFile);
  sqlite.pragma("wal_checkpoint(TRUNCATE)");
  sqlite.close();
}
