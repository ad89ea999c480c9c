import { AsyncLocalStorage } from "node:async_hooks";
import { isStorageError } from "./storage-error.ts";

/** Milliseconds that a read or a write waits for the lock. */
export const LOCK_TIMEOUT_MS = 5_000;

const timeout = new AsyncLocalStorage<number>();

/** Milliseconds that work starting now may wait; `Infinity` within `withoutTimeLimit`. */
export const lockTimeoutMs = (): number => timeout.getStore() ?? LOCK_TIMEOUT_MS;

/** The instant at which work starting now gives up, on the monotonic clock in ms. */
export const deadlineFromNow = (): number => performance.now() + lockTimeoutMs();

/** Writes if that is possible within `lockTimeoutMs`. False after a lock or a disk error; other errors are thrown. */
export async function writeIfFree(write: () => Promise<unknown>, lockTimeoutMs = 0): Promise<boolean> {
  try {
    await timeout.run(lockTimeoutMs, write);
    return true;
  } catch (error) {
    if (isStorageError(error)) return false;
    throw error;
  }
}

/** Runs work that may wait for locks without a limit, such as a backup or a migration. */
export const withoutTimeLimit = <Result>(work: () => Promise<Result>): Promise<Result> =>
  timeout.run(Infinity, work);
