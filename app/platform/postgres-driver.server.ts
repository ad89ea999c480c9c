import {
  CompiledQuery,
  SelectQueryNode,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { deadlineFromNow, lockTimeoutMs, LOCK_TIMEOUT_MS } from "./lock-timeout.server.ts";
import type { PostgresSettings } from "./postgres-url.server.ts";
import { BusyError, DatabaseLostError } from "./storage-error.ts";
import { Semaphore } from "./semaphore.ts";
import { currentScope, WRITERS_LOCK } from "./write-scope.server.ts";

const MAX_PAUSE_MS = 250;
/** No answer for this long after the server's own time limit: the connection is dead, as when the network is cut. */
const SILENCE_MS = 3_000;
/** A transaction of a halted process is ended after this time; others wait `LOCK_TIMEOUT_MS` for its lock. */
const IDLE_IN_TRANSACTION_MS = 3_000;
/** Work without a time limit waits for a lock as long as it takes, and for a server that is away this
 * long: a failover. */
const MAX_AWAY_MS = 60_000;

const OID = { bool: 16, int8: 20, numeric: 1700 };

/** Counts and sums as numbers (whole pence, far below 2^53), booleans as 1 and 0: as SQLite gives them. */
const parseAsSqlite = (builtin: pg.CustomTypesConfig): pg.CustomTypesConfig => ({
  getTypeParser(oid: number, format?: "text" | "binary") {
    if (oid === OID.int8 || oid === OID.numeric) return Number;
    if (oid === OID.bool) return (value: string) => (value === "t" ? 1 : 0);
    return builtin.getTypeParser(oid, format as "text") as unknown;
  },
});

/** The server was shut down, is starting, or is no longer the primary (0A000: `begin read write` on a standby). */
const LOST_STATES = /^(08...|57P0[123]|25006|25P03|0A000)$/;
const LOST_CODES = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_|EHOST|ENET|ENOENT)/;
const LOST_WORDS =
  /connection (terminated|error|timeout|refused)|timeout exceeded|read timeout|not queryable/i;

function isLost(error: unknown): boolean {
  if (error instanceof DatabaseLostError) return true;
  const { code = "", message = "" } = error as { code?: string; message?: string };
  return LOST_STATES.test(code) || LOST_CODES.test(code) || LOST_WORDS.test(message);
}

/** One error for every way in which a lost server shows. Others pass unchanged. */
function named(error: unknown): unknown {
  if (!isLost(error) || error instanceof DatabaseLostError) return error;
  return new DatabaseLostError("The database's server was lost", { cause: error });
}

/** PostgreSQL stores no NUL in text, so a search for it must find nothing. */
const storable = (value: unknown) => (typeof value === "string" ? value.replaceAll("\0", "\ufffd") : value);

/** Gets each statement: for tests. */
type Hears = (sql: string) => void;

/** Until when a server that is lost is looked for, on the monotonic clock. */
const lostDeadline = () => performance.now() + Math.min(lockTimeoutMs(), MAX_AWAY_MS);

/** Kysely's claim on one connection of the pool: taken for a single statement, or kept for a transaction. */
class PooledConnection implements DatabaseConnection {
  readonly #driver: PostgresDriver;
  #client: pg.PoolClient | null = null;
  #isAlone = false;

  constructor(driver: PostgresDriver) {
    this.#driver = driver;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#client) return this.#driver.run<Row>(this.#client, query);
    return SelectQueryNode.is(query.query)
      ? this.#driver.read<Row>(query)
      : this.#driver.writeAlone<Row>(query);
  }

  streamQuery(): never {
    throw new Error("Long answers are read page by page");
  }

  async begin(onlyReads: boolean): Promise<void> {
    this.#isAlone = !onlyReads && currentScope() === undefined;
    if (this.#isAlone) await this.#driver.takeTurn();
    try {
      this.#client = await this.#driver.begin(onlyReads);
    } catch (error) {
      this.release();
      throw error;
    }
  }

  async end(command: "commit" | "rollback"): Promise<void> {
    if (this.#client) await this.#driver.run(this.#client, CompiledQuery.raw(command));
  }

  release(): void {
    const client = this.#client;
    this.#client = null;
    if (client) this.#driver.giveBack(client);
    if (this.#isAlone) this.#driver.writers.release();
    this.#isAlone = false;
  }
}

/** A transaction takes the writers' lock as it begins (docs/decisions/0021). A SELECT and the beginning of a
 * transaction are tried again on another connection; every other loss of the server ends in `DatabaseLostError`. */
export class PostgresDriver implements Driver {
  /** In each process one transaction at a time waits for the writers' lock: if the process freezes, the others
   * wait for that one to be cut off, and not for all that it had begun. */
  readonly writers = new Semaphore();
  #pool!: pg.Pool;
  readonly #settings: PostgresSettings;
  readonly #hears?: Hears;
  readonly #broken = new WeakSet<pg.PoolClient>();

  constructor(settings: PostgresSettings, hears?: Hears) {
    this.#settings = settings;
    this.#hears = hears;
  }

  /** The client library is loaded here: an embedded database has no use for it. */
  async init(): Promise<void> {
    const { default: pg } = await import("pg");
    const settings = this.#settings;
    this.#pool = new pg.Pool({
      ...settings.connection,
      max: settings.poolSize,
      connectionTimeoutMillis: LOCK_TIMEOUT_MS,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      application_name: "bookings",
      types: parseAsSqlite(pg.types),
      onConnect: async (client: pg.ClientBase) => {
        await client.query(
          `set statement_timeout = ${settings.statementMs}; set lock_timeout = ${LOCK_TIMEOUT_MS};` +
            ` set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS};` +
            " set client_encoding = 'UTF8'; set synchronous_commit = on",
        );
      },
    } as pg.PoolConfig);
    // Without a listener, an idle connection that the server ends would end this process.
    this.#pool.on("error", () => {});
    this.#pool.on("connect", (client) => client.on("error", () => this.#broken.add(client as pg.PoolClient)));
  }

  async acquireConnection(): Promise<PooledConnection> {
    return new PooledConnection(this);
  }

  /** A transaction that only reads sees everything as it was at its beginning, and waits for nobody. */
  beginTransaction(connection: PooledConnection, settings: TransactionSettings): Promise<void> {
    return connection.begin(settings.accessMode === "read only");
  }

  commitTransaction(connection: PooledConnection): Promise<void> {
    return connection.end("commit");
  }

  /** A connection that is lost took its transaction with it: a second error would hide the first. */
  async rollbackTransaction(connection: PooledConnection): Promise<void> {
    await connection.end("rollback").catch(() => {});
  }

  async releaseConnection(connection: PooledConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }

  /** A connection of the pool. Tries again until the deadline: a server that fails over comes back. */
  async connect(deadline: number): Promise<pg.PoolClient> {
    for (let pause = 10; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      try {
        return await this.#pool.connect();
      } catch (error) {
        if (this.#pool.waitingCount > 0 && /timeout/.test((error as Error).message))
          throw new BusyError("No connection to the database came free in time", { cause: error });
        if (!isLost(error) || performance.now() + pause > deadline) throw named(error);
      }
      await wait(pause);
    }
  }

  takeTurn(): Promise<void> {
    return this.writers.acquire(deadlineFromNow());
  }

  giveBack(client: pg.PoolClient): void {
    client.release(this.#broken.has(client));
  }

  async run<Row>(client: pg.PoolClient, { sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    this.#hears?.(sql);
    const isUnlimited = lockTimeoutMs() === Infinity;
    try {
      const { rows, rowCount, command } = await client.query<Row & pg.QueryResultRow>({
        text: sql,
        values: parameters.map(storable),
        query_timeout: isUnlimited ? 0 : this.#settings.statementMs + SILENCE_MS,
      } as pg.QueryConfig);
      const isWrite = command === "INSERT" || command === "UPDATE" || command === "DELETE";
      return isWrite ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows: rows ?? [] };
    } catch (error) {
      if (isLost(error)) this.#broken.add(client);
      throw named(error);
    }
  }

  /** Repeats the work on another connection when the server was lost, until the deadline. */
  async #untilReached<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const deadline = lostDeadline();
    for (;;) {
      const client = await this.connect(deadline);
      try {
        return await work(client);
      } catch (error) {
        if (isLost(error)) this.#broken.add(client);
        this.giveBack(client);
        if (!isLost(error) || performance.now() > deadline) throw named(error);
      }
    }
  }

  /** A SELECT by itself changes nothing: it may be sent again. */
  read<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#untilReached(async (client) => {
      const result = await this.run<Row>(client, query);
      this.giveBack(client);
      return result;
    });
  }

  /** One statement that is a transaction of its own, sent once. In a hurry it waits for no lock for long. */
  async writeAlone<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const most = lockTimeoutMs();
    const isHurried = most < LOCK_TIMEOUT_MS;
    const client = await this.connect(lostDeadline());
    try {
      if (isHurried)
        await this.run(client, CompiledQuery.raw(`begin; set local lock_timeout = ${Math.max(1, most)}`));
      const result = await this.run<Row>(client, query);
      if (isHurried) await this.run(client, CompiledQuery.raw("commit"));
      return result;
    } catch (error) {
      if (isHurried) await this.run(client, CompiledQuery.raw("rollback")).catch(() => {});
      throw error;
    } finally {
      this.giveBack(client);
    }
  }

  /** Opens a transaction that has the writers' lock: nothing was written before, so it may be begun again. `read write`
   * makes a server that is no longer the primary refuse here already. */
  begin(onlyReads: boolean): Promise<pg.PoolClient> {
    const most = lockTimeoutMs();
    const lockMs = most === Infinity ? 0 : Math.max(1, Math.round(most));
    // Behind a pooler the connection may be one that nobody has set up.
    const [statementMs, idleMs] =
      most === Infinity ? [0, 0] : [this.#settings.statementMs, IDLE_IN_TRANSACTION_MS];
    const limits =
      ` set local statement_timeout = ${statementMs};` +
      ` set local idle_in_transaction_session_timeout = ${idleMs};`;
    const scope = currentScope();
    const lock =
      scope === undefined
        ? `select pg_advisory_xact_lock(${WRITERS_LOCK})`
        : `select pg_advisory_xact_lock_shared(${WRITERS_LOCK}), pg_advisory_xact_lock(${scope})`;
    const mode = onlyReads ? "repeatable read read only" : "read committed read write";
    const text = `begin isolation level ${mode}; set local lock_timeout = ${lockMs};${limits} ${onlyReads || scope === null ? "" : lock}`;
    return this.#untilReached(async (client) => {
      this.#hears?.("begin");
      try {
        await client.query({ text, query_timeout: lockMs === 0 ? 0 : lockMs + SILENCE_MS } as pg.QueryConfig);
      } catch (error) {
        if (!isLost(error)) await client.query("rollback").catch(() => this.#broken.add(client));
        throw error;
      }
      return client;
    });
  }
}
