import { setTimeout as wait } from "node:timers/promises";
import SQLite from "better-sqlite3";
import {
  CompiledQuery,
  SelectQueryNode,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from "kysely";
import { deadlineFromNow } from "./lock-timeout.server.ts";
import { isBusyError, isStorageError } from "./storage-error.ts";
import { Semaphore } from "./semaphore.ts";

const MAX_PAUSE_MS = 25;
const MAX_STATEMENTS = 500;

/** After this many writes the write-ahead log is moved into the file, as soon as nobody writes. */
const CHECKPOINT_WRITES = 200;
/** With this many pages in the log SQLite moves it by itself, within a commit. */
const MAX_CHECKPOINT_PAGES = 8_000;

export type Verbose = NonNullable<SQLite.Options["verbose"]>;

/** Tries until no lock is held or the deadline has passed, without blocking the thread. */
async function untilFree<T>(deadline: number, attempt: () => T): Promise<T> {
  for (let pause = 1; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusyError(error) || performance.now() + pause > deadline) throw error;
    }
    await wait(pause);
  }
}

class Handle {
  readonly sqlite: SQLite.Database;
  readonly #statements = new Map<string, SQLite.Statement>();

  constructor(sqlite: SQLite.Database) {
    this.sqlite = sqlite;
  }

  #prepare(sql: string): SQLite.Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
    const statement = this.sqlite.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  execute<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const statement = this.#prepare(sql);
    if (statement.reader) return { rows: statement.all(parameters) as Row[] };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }
}

/** Kysely's connection: a SELECT beside an open transaction uses the reader, everything else the writer, in turns. The
 * reader is slower: each write empties its cache. */
class SharedConnection implements DatabaseConnection {
  readonly #driver: SqliteDriver;
  #hasLock = false;

  constructor(driver: SqliteDriver) {
    this.#driver = driver;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { reader, writer } = this.#driver;
    if (this.#hasLock) return writer.execute<Row>(query);
    const deadline = deadlineFromNow();
    if (SelectQueryNode.is(query.query))
      return untilFree(deadline, () => (this.#driver.isWriting ? reader : writer).execute<Row>(query));
    await this.#takeTurn(deadline);
    try {
      return await untilFree(deadline, () => writer.execute<Row>(query));
    } finally {
      this.giveTurn();
    }
  }

  streamQuery(): never {
    throw new Error("Long answers are read page by page");
  }

  /** IMMEDIATE, because a transaction that reads first could not write after another process wrote. */
  async begin(): Promise<void> {
    const deadline = deadlineFromNow();
    await this.#takeTurn(deadline);
    await untilFree(deadline, () => this.#driver.writer.execute(CompiledQuery.raw("begin immediate")));
  }

  async #takeTurn(deadline: number): Promise<void> {
    await this.#driver.writers.acquire(deadline);
    this.#hasLock = true;
  }

  giveTurn(): void {
    if (!this.#hasLock) return;
    this.#hasLock = false;
    this.#driver.writers.release();
    this.#driver.noteWrite();
  }
}

/** No connection waits inside SQLite, which would block the process: a lock is tried again for up to five seconds. */
export class SqliteDriver implements Driver {
  readonly writer: Handle;
  readonly reader: Handle;
  readonly writers = new Semaphore();
  #writesInLog = 0;

  constructor(writer: SQLite.Database, verbose?: Verbose) {
    writer.pragma("busy_timeout = 0");
    writer.pragma(`wal_autocheckpoint = ${MAX_CHECKPOINT_PAGES}`);
    this.writer = new Handle(writer);
    this.reader = new Handle(new SQLite(writer.name, { readonly: true, timeout: 0, verbose }));
  }

  get isWriting(): boolean {
    return this.writers.isFull || this.writer.sqlite.inTransaction;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SharedConnection> {
    return new SharedConnection(this);
  }

  beginTransaction(connection: SharedConnection): Promise<void> {
    return connection.begin();
  }

  async commitTransaction(): Promise<void> {
    this.writer.execute(CompiledQuery.raw("commit"));
  }

  /** SQLite rolls back by itself when a disk is full or fails; a second rollback would hide that error. */
  async rollbackTransaction(): Promise<void> {
    if (this.writer.sqlite.inTransaction) this.writer.execute(CompiledQuery.raw("rollback"));
  }

  /** Call it after each write, so that SQLite need not move its log within a commit. */
  noteWrite(): void {
    this.#writesInLog += 1;
    if (this.#writesInLog >= CHECKPOINT_WRITES) setTimeout(() => this.#checkpoint(), 0).unref();
  }

  #checkpoint(): void {
    const { sqlite } = this.writer;
    if (this.#writesInLog < CHECKPOINT_WRITES || this.writers.isFull || !sqlite.open) return;
    this.#writesInLog = 0;
    try {
      sqlite.pragma("wal_checkpoint(PASSIVE)");
    } catch (error) {
      // The log keeps its content; the next attempt may succeed.
      if (!isStorageError(error)) throw error;
    }
  }

  async releaseConnection(connection: SharedConnection): Promise<void> {
    connection.giveTurn();
  }

  /** The writer closes last and moves the write-ahead log into the file. */
  async destroy(): Promise<void> {
    this.reader.sqlite.close();
    this.writer.sqlite.close();
  }
}
