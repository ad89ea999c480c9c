import { BackupError } from "./backup/snapshot.server.ts";
import { isDamaged } from "./database.server.ts";
import { EnvError } from "./env.server.ts";
import { DatabaseLostError, isBusyError, isRefusedByServer, isStorageError } from "./storage-error.ts";

/** Error codes of the system: a missing file, another kind of file, or one that this user may not use. */
const FILE_CODES = /^(EACCES|EEXIST|EISDIR|ENOENT|ENOTDIR|EPERM)$/;

/** The sentence for the operator about an error; null for a defect, which needs its stack. */
export function operatorSentence(error: unknown): string | null {
  if (error instanceof EnvError || error instanceof BackupError) return error.message;
  const { code, path, message } = error as NodeJS.ErrnoException;
  if (code?.startsWith("ERR_PARSE_ARGS_")) return message;
  if (path && FILE_CODES.test(code ?? ""))
    return `${path} cannot be used (${code}). Check that it is there, and who may read and write it.`;
  if (isBusyError(error)) return "Another program holds the database. End it, then try again.";
  if (isRefusedByServer(error))
    return `The database's server refuses us (${(error as Error).message}). Check DATABASE_URL.`;
  if (error instanceof DatabaseLostError) {
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    return `The database's server cannot be reached (${reason}). Check DATABASE_URL and the server.`;
  }
  if (isStorageError(error))
    return `The database cannot be read or written (${(error as Error).message}). Check the disk, and who may write to DATA_DIR.`;
  if (!isDamaged(error)) return null;
  return `The database is damaged (${(error as Error).message}). Stop the service and restore the newest backup: docs/operations.md.`;
}
