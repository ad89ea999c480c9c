import { AsyncLocalStorage } from "node:async_hooks";
import { isStorageError } from "./storage-error.ts";

/** Milliseconds that a read or a write waits for its turn. */
export const PATIENCE_MS = 5_000;

const patience = new AsyncLocalStorage<number>();

/** Milliseconds that work starting now may wait; `Infinity` within `withoutTimeLimit`. */
export function patienceMs(): number {
  return patience.getStore() ?? PATIENCE_MS;
}

export function deadlineFromNow(): number {
  return performance.now() + patienceMs();
}

/** Writes if that is possible within `patienceMs`. False after a lock or a disk error; other errors are thrown. */
export async function writeIfFree(write: () => Promise<unknown>, patienceMs = 0): Promise<boolean> {
  try {
    await patience.run(patienceMs, write);
    return true;
  } catch (error) {
    if (isStorageError(error)) return false;
    throw error;
  }
}

export function withoutTimeLimit<Result>(work: () => Promise<Result>): Promise<Result> {
  return patience.run(Infinity, work);
}
