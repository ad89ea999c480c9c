import { accessSync, constants, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { EnvError, type Env } from "./env.server.ts";

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? "unknown error";

/** A full disk does not stop a start: stored data can still be read. */
const FULL = new Set(["ENOSPC", "EDQUOT"]);

function requireFolder(folder: string): void {
  const probe = join(folder, `.write-test-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(probe, "", { mode: 0o600 });
    rmSync(probe);
  } catch (error) {
    const code = codeOf(error);
    if (FULL.has(code)) return;
    throw new EnvError(
      code === "EEXIST" || code === "ENOTDIR"
        ? `DATA_DIR must be a folder, but ${folder} is a file or lies below one. Set DATA_DIR to another path.`
        : `The data folder ${folder} cannot be written (${code}). Give it to the user that runs the service, or set DATA_DIR to another folder.`,
    );
  }
}

function requireFile(file: string): void {
  if (!existsSync(file)) return;
  if (!statSync(file).isFile()) throw new EnvError(`The database ${file} is not a file. Move it away.`);
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new EnvError(
      `The database's file ${file} cannot be written (${codeOf(error)}). Give it to the user that runs the service.`,
    );
  }
}

/** Throws `EnvError` when the folder or the database cannot be written. */
export function prepareDataFolder(env: Pick<Env, "DATA_DIR" | "databaseFile" | "postgres">): void {
  requireFolder(env.DATA_DIR);
  if (env.postgres) return;
  if (dirname(env.databaseFile) !== env.DATA_DIR) requireFolder(dirname(env.databaseFile));
  for (const suffix of ["", "-wal", "-shm"]) requireFile(env.databaseFile + suffix);
}
