import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import SQLite from "better-sqlite3";
import { Kysely, SqliteAdapter, SqliteDialect, type Transaction } from "kysely";
import type { Tables } from "./tables.ts";

export type Db = Kysely<Tables>;
/** Either the database or an open transaction: what queries and writes take. */
export type Executor = Db | Transaction<Tables>;

/**
 * Opens SQLite with the settings on which durability rests, for every connection:
 * `synchronous=FULL` must come after WAL (the build falls back to NORMAL, which does not fsync an acknowledged write).
 */
function openSqlite(file: string): SQLite.Database {
  if (file !== ":memory:") mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const sqlite = new SQLite(file);
  sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("busy_timeout = 5000");
  sqlite.pragma("foreign_keys = ON");
  sqlite.pragma("secure_delete = ON");
  return sqlite;
}

/** Kysely is cautious: SQLite does take back changes of the schema with the transaction, so migrations are atomic. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

class TransactionalSqliteDialect extends SqliteDialect {
  override createAdapter() {
    return new TransactionalSqliteAdapter();
  }
}

/**
 * Begins IMMEDIATE. Rolls back only what SQLite has not rolled back by itself, as it does when a disk is full or fails:
 * the second rollback would fail and hide the error that says so.
 */
function statementFor(sqlite: SQLite.Database, query: string): string {
  if (query === "begin") return "begin immediate";
  return query === "rollback" && !sqlite.inTransaction ? "select 1 where 0" : query;
}

/**
 * A Kysely database over one SQLite connection (Kysely runs its transactions one after the other). Close it with
 * `destroy()`. Transactions begin IMMEDIATE: one that reads first and writes later would otherwise fail at once,
 * without waiting for `busy_timeout`, when another process wrote in between.
 */
export function openDatabase(file: string): Db {
  const sqlite = openSqlite(file);
  return new Kysely<Tables>({
    dialect: new TransactionalSqliteDialect({
      database: {
        close: () => sqlite.close(),
        prepare: (query) => sqlite.prepare(statementFor(sqlite, query)),
      },
    }),
  });
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
