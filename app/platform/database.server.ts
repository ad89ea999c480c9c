import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import SQLite from "better-sqlite3";
import { Kysely, SqliteAdapter, SqliteDialect, Transaction } from "kysely";
import { SqliteDriver, type Verbose } from "./sqlite-driver.server.ts";
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

class AppDialect extends SqliteDialect {
  readonly #driver: SqliteDriver;

  constructor(driver: SqliteDriver) {
    super({ database: () => Promise.reject(new Error("The driver opens the database")) });
    this.#driver = driver;
  }

  override createDriver() {
    return this.#driver;
  }

  override createAdapter() {
    return new AppSqliteAdapter();
  }
}

/**
 * A Kysely database over one SQLite file. Close it with `destroy()`. Reads go on while another process writes; writes
 * take turns, and fail with an error for which `isStorageError` holds after five seconds (docs/decisions/0004).
 * `verbose` hears of each statement that is run.
 */
export function openDatabase(file: string, verbose?: Verbose): Db {
  return new Kysely<Tables>({
    dialect: new AppDialect(new SqliteDriver(openSqlite(file, verbose), verbose)),
  });
}

/** Does work in the transaction that `db` is, or else in one of its own: use cases that call one another commit once. */
export function transact<Result>(
  db: Executor,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return db instanceof Transaction ? work(db) : db.transaction().execute(work);
}

/** True when SQLite says that the file itself is damaged, not merely that it is in use or out of reach. */
export function isDamaged(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test((error as { code?: string }).code ?? "");
}

/** Moves the write-ahead log into the database file and empties it: what remains on disk is one file. */
export function checkpoint(file: string): void {
  const sqlite = openSqlite(file);
  sqlite.pragma("wal_checkpoint(TRUNCATE)");
  sqlite.close();
}
