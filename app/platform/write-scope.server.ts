import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";

/** The advisory lock for which PostgreSQL's writers take turns, as SQLite's do by themselves (docs/decisions/0021). */
export const WRITERS_LOCK = 4_011_001;

const scopes = new AsyncLocalStorage<string>();

/** The lock of one record, as PostgreSQL's 64-bit number; null when the transaction that begins now is alone with
 * all. */
export function currentScope(): string | null {
  return scopes.getStore() ?? null;
}

/** Runs work whose transaction reads and writes what belongs to one record alone, named by its table and id. */
export function withinScope<Result>(record: string, work: () => Promise<Result>): Promise<Result> {
  return scopes.run(createHash("sha256").update(record).digest().readBigInt64BE(0).toString(), work);
}
