import { AsyncLocalStorage } from "node:async_hooks";
import { isStorageError } from "./storage-error.ts";

/** How long a read or a write waits for other connections and for its turn, in milliseconds. */
export const PATIENCE_MS = 5_000;

const patience = new AsyncLocalStorage<number>();

/** How long work that begins now may wait, in milliseconds; `Infinity` within `withoutTimeLimit`. */
export function patienceMs(): number {
  return patience.getStore() ?? PATIENCE_MS;
}

/** When, on the monotonic clock, an operation that begins now gives up. */
export function deadlineFromNow(): number {
  return performance.now() + patienceMs();
}

/** Does writes that are not worth waiting for. Resolves to false when they could not be made within `patienceMs`,
 * because of a lock or a failing disk. Other errors are thrown. */
export async function writeIfFree(write: () => Promise<unknown>, patienceMs = 0): Promise<boolean> {
  try {
    await patience.run(patienceMs, write);
    return true;
  } catch (error) {
    if (isStorageError(error)) return false;
    throw error;
  }
}

/** Runs work that may wait and take as long as it needs: migrations, copies of everything. */
export function withoutTimeLimit<Result>(work: () => Promise<Result>): Promise<Result> {
  return patience.run(Infinity, work);
}
