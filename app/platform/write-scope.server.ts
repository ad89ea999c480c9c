import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";

/** The advisory lock for which PostgreSQL's writers take turns, as SQLite's do by themselves (docs/decisions/0021). */
export const WRITERS_LOCK = 4_011_001;

const scopes = new AsyncLocalStorage<string | null>();

/** The lock of a transaction that begins now: one record, by PostgreSQL's 64-bit number; null for none; undefined for
 * the lock of all writers. */
export const currentScope = (): string | null | undefined => scopes.getStore();

/** Runs work whose transaction reads and writes what belongs to one record alone, named by its table and id; with null,
 * work that rests on nothing it has read, since each of its statements decides by its own WHERE. */
export function withinScope<Result>(record: string | null, work: () => Promise<Result>): Promise<Result> {
  const lock = record && createHash("sha256").update(record).digest().readBigInt64BE(0).toString();
  return scopes.run(lock, work);
}
