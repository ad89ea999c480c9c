/** SQLite's codes for a disk or a lock that will be well again: the request may be repeated. */
const STORAGE_CODES = /^SQLITE_(BUSY|LOCKED|PROTOCOL|FULL|IOERR|CANTOPEN|READONLY|NOMEM)/;

function hasCode(error: unknown, codes: RegExp): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: unknown };
    if (typeof code === "string" && codes.test(code)) return true;
  }
  return false;
}

/** True when the data could not be read or written for a reason that lies in the disk or in another process. */
export function isStorageError(error: unknown): boolean {
  return hasCode(error, STORAGE_CODES);
}

/** True when another connection holds a lock: trying again may succeed. */
export function isBusyError(error: unknown): boolean {
  return hasCode(error, /^SQLITE_(BUSY|PROTOCOL)/);
}

/** A write did not get its turn in time. Its code is the one that SQLite itself gives in that case. */
export class BusyError extends Error {
  override name = "BusyError";
  readonly code = "SQLITE_BUSY";
}
