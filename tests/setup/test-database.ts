import { sql, type Driver, type TransactionSettings } from "kysely";
import { threadId } from "node:worker_threads";
import { openOnPostgres, openPostgres, type Db } from "#app/platform/database.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import { PostgresDriver } from "#app/platform/postgres-driver.server.ts";
import { readPostgresUrl, type PostgresSettings } from "#app/platform/postgres-url.server.ts";

/** The migrated database that tests copy. */
export const TEMPLATE = "migrated";

/** How tests reach a server. */
export function settingsOf(url: string): PostgresSettings {
  return {
    ...readPostgresUrl(url),
    direct: null,
    poolSize: 10,
    statementMs: 15_000,
  };
}

/** The variables by which another process opens the database of a test. */
export function addressOf(env: Pick<Env, "postgres">): Record<string, string> {
  if (!env.postgres) return {};
  const { user, host, port, database } = env.postgres.connection;
  return { DATABASE_URL: `postgres://${user}@${host}:${port}/${database}` };
}

let admin: { url: string; db: Db } | undefined;
let count = 0;

function adminOf(url: string): Db {
  if (admin?.url !== url) admin = { url, db: openPostgres({ ...settingsOf(url), poolSize: 2 }) };
  return admin.db;
}

/** The address of a new database; `make` copies the template, `drop` deletes the copy. */
export function copyOfTemplate(serverUrl: string, template = TEMPLATE) {
  count += 1;
  const name = `test_${process.pid}_${threadId}_${count}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const db = adminOf(serverUrl);
  return {
    url: url.href,
    // Copied file by file: through the write-ahead log it takes four times the work.
    make: () =>
      sql`create database ${sql.ref(name)} template ${sql.ref(template)} strategy file_copy`.execute(db),
    drop: () => sql`drop database if exists ${sql.ref(name)} with (force)`.execute(db),
  };
}

type Hears = (statement: string) => void;
type Connection = Awaited<ReturnType<PostgresDriver["acquireConnection"]>>;

const CHANGES_ROWS_ALONE = /^\W*(select|insert|update|delete|with|begin|commit|rollback)\b/i;
const MIGRATED_ROWS = "'roles', 'kysely_migration', 'kysely_migration_lock'";

/** A test's share of a driver: it ends with the test, the connections stay. */
class LentDriver implements Driver {
  readonly #driver: PostgresDriver;
  readonly init: () => Promise<void>;
  inUse = 0;
  isOver = false;
  isDestroyed = false;

  constructor(driver: PostgresDriver, init: () => Promise<void>) {
    this.#driver = driver;
    this.init = init;
  }

  async acquireConnection(): Promise<Connection> {
    if (this.isOver) throw new Error("The test that this database was for is over");
    this.inUse += 1;
    return this.#driver.acquireConnection();
  }

  async releaseConnection(connection: Connection): Promise<void> {
    this.inUse -= 1;
    await this.#driver.releaseConnection(connection);
  }

  beginTransaction(connection: Connection, settings: TransactionSettings): Promise<void> {
    return this.#driver.beginTransaction(connection, settings);
  }

  commitTransaction(connection: Connection): Promise<void> {
    return this.#driver.commitTransaction(connection);
  }

  rollbackTransaction(connection: Connection): Promise<void> {
    return this.#driver.rollbackTransaction(connection);
  }

  async destroy(): Promise<void> {
    this.isOver = this.isDestroyed = true;
    await this.#driver.destroy();
  }
}

/** A copy of the template and its open connections, which one test has after the other. */
class KeptDatabase {
  readonly url: string;
  readonly #copy: ReturnType<typeof copyOfTemplate>;
  readonly #driver: PostgresDriver;
  /** For what tests do not see. */
  readonly #own: Db;
  #hears?: Hears;
  #lent?: LentDriver;
  #opening?: Promise<void>;
  #roles = "";
  /** More than rows may have changed. */
  #isAltered = false;

  constructor(serverUrl: string) {
    this.#copy = copyOfTemplate(serverUrl);
    this.url = this.#copy.url;
    this.#driver = new PostgresDriver(settingsOf(this.url), (statement) => {
      this.#hears?.(statement);
      if (!CHANGES_ROWS_ALONE.test(statement)) this.#isAltered = true;
    });
    this.#own = openOnPostgres(new LentDriver(this.#driver, async () => {}));
  }

  /** The database of one test, until `empty`. */
  lend(hears?: Hears): Db {
    this.#hears = hears;
    this.#lent = new LentDriver(this.#driver, () => (this.#opening ??= this.#open()));
    return openOnPostgres(this.#lent);
  }

  async #open(): Promise<void> {
    await this.#copy.make();
    await this.#driver.init();
    this.#roles = (await this.#look()).roles;
  }

  /** Tables with pages are those that were written to since they were last vacuumed. */
  async #look() {
    const { rows } = await sql<{ roles: string; isBusy: number; filled: string | null }>`
      select
        (select string_agg(roles::text, ' ' order by id) from roles) as roles,
        exists (select from pg_stat_activity where datname = current_database()
          and pid <> pg_backend_pid() and state <> 'idle') as "isBusy",
        (select string_agg(quote_ident(relname), ', ') from pg_class
          where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
            and relname not in (${sql.raw(MIGRATED_ROWS)})) as filled`.execute(this.#own);
    return rows[0]!;
  }

  /** Ends the test's use and deletes its rows. False when something else may be left of it. */
  async empty(): Promise<boolean> {
    const lent = this.#lent!;
    lent.isOver = true;
    this.#hears = undefined;
    if (!this.#opening) return true;
    await this.#opening;
    if (this.#isAltered || lent.isDestroyed || lent.inUse > 0) return false;
    const { roles, isBusy, filled } = await this.#look();
    if (isBusy || roles !== this.#roles) return false;
    if (filled === null) return true;
    const deletions = filled.split(", ").map((table) => `delete from ${table}`);
    await sql.raw(`set local session_replication_role = replica; ${deletions.join("; ")}`).execute(this.#own);
    // Gives the pages back, so that the next test's rows lie in the order in which they were written.
    await sql.raw(`vacuum (index_cleanup on) ${filled}`).execute(this.#own);
    // The planner takes a new table for one of ten pages, not for one that stays empty.
    await sql
      .raw(`update pg_class set reltuples = -1 where oid = any ('{${filled}}'::regclass[])`)
      .execute(this.#own);
    this.#isAltered = false;
    return true;
  }

  async drop(): Promise<void> {
    if (!this.#lent!.isDestroyed) await this.#lent!.destroy();
    await this.#copy.drop();
  }
}

const free: KeptDatabase[] = [];

/** A migrated database of the server for one test. `giveBack` ends its use. */
export function borrowDatabase(serverUrl: string, hears?: Hears) {
  const kept = free.pop() ?? new KeptDatabase(serverUrl);
  return {
    url: kept.url,
    db: kept.lend(hears),
    async giveBack() {
      if (await kept.empty()) free.push(kept);
      else await kept.drop();
    },
  };
}
