/** SQLite's codes for a full or failing disk or a lock: the request may be repeated later. */
const STORAGE_CODES = /^SQLITE_(BUSY|LOCKED|PROTOCOL|FULL|IOERR|CANTOPEN|READONLY|NOMEM)/;

function hasCode(error: unknown, codes: RegExp): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: unknown };
    if (typeof code === "string" && codes.test(code)) return true;
  }
  return false;
}

/** True when a disk or another process kept data from being read or written. */
export function isStorageError(error: unknown): boolean {
  return hasCode(error, STORAGE_CODES);
}

/** True when another connection holds a lock. */
export function isBusyError(error: unknown): boolean {
  return hasCode(error, /^SQLITE_(BUSY|PROTOCOL)/);
}

/** A write waited too long for its turn. Has SQLite's own code for that. */
export class BusyError extends Error {
  override name = "BusyError";
  readonly code = "SQLITE_BUSY";
}
