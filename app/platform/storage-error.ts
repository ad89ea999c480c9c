/** SQLite's codes for a full or failing disk, or a lock: the request may be repeated later. */
const SQLITE_CODES = "SQLITE_(BUSY|LOCKED|PROTOCOL|FULL|IOERR|CANTOPEN|READONLY|NOMEM)";

/** PostgreSQL's codes of that kind: connections (08), serialisation and deadlocks (40001, 40P01), a read-only server or
 * a transaction taken back (25006, 25P03), resources (53), locks and cancelled statements (55P03, 57), disk (58). */
const POSTGRES_CODES = "08...|40001|40P01|25006|25P0[34]|53...|55P03|57014|57P..|58...";

/** Error codes of a file beside the database: a full or failing disk, a folder that this user may not write, or a
 * bucket that does not answer. */
const FILE_CODES = "ENOSPC|EDQUOT|EROFS|EIO|EFBIG|EACCES|EPERM|ENOTDIR|EEXIST|STORE_LOST";

const STORAGE_CODES = new RegExp(`^(${SQLITE_CODES}|(${POSTGRES_CODES}|${FILE_CODES}|DATABASE_LOST)$)`);
/** A wrong name or password (28), no such database (3D), no right to it (42501). */
const REFUSED_CODES = /^(28...|3D000|42501)$/;
const BUSY_CODES = /^(SQLITE_(BUSY|PROTOCOL)|(40001|40P01|55P03|57014)$)/;

function hasCode(error: unknown, codes: RegExp): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: unknown };
    if (typeof code === "string" && codes.test(code)) return true;
  }
  return false;
}

/** True when a disk, the network or another process kept data from being read or written. */
export const isStorageError = (error: unknown): boolean => hasCode(error, STORAGE_CODES);

export const isDiskFull = (error: unknown): boolean => hasCode(error, /^(SQLITE_FULL|ENOSPC|EDQUOT|53100)$/);

export const isBusyError = (error: unknown): boolean => hasCode(error, BUSY_CODES);

export const isRefusedByServer = (error: unknown): boolean => hasCode(error, REFUSED_CODES);

/** Work waited too long for its turn or for a connection. Has SQLite's own code for that. */
export class BusyError extends Error {
  override name = "BusyError";
  readonly code = "SQLITE_BUSY";
}

export class DatabaseLostError extends Error {
  override name = "DatabaseLostError";
  readonly code = "DATABASE_LOST";
}
