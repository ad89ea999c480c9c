import { accessSync, constants, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { access, readdir, stat } from "node:fs/promises";
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

/** Folders inside the data folder, made when they are first needed. */
export const dataFolders = ({ DATA_DIR }: Pick<Env, "DATA_DIR">) => ({
  documents: join(DATA_DIR, "documents"),
  /** Documents on their way to a bucket. */
  sending: join(DATA_DIR, "documents-sending"),
  outbox: join(DATA_DIR, "outbox"),
});

/** Null for a folder that can be written, or is not there yet. */
async function whyUnwritable(folder: string): Promise<string | null> {
  try {
    if (!(await stat(folder)).isDirectory()) return "ENOTDIR";
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    const code = codeOf(error);
    return code === "ENOENT" ? null : code;
  }
}

type Used = Pick<Env, "DATA_DIR" | "s3" | "POSTMARK_SERVER_TOKEN" | "SMTP_URL">;

/** Folders inside the data folder that the service, as configured, needs and cannot write, each in a sentence for
 * the operator. Another user's restore leaves such folders among those of the documents. */
export async function unwritableFolders(env: Used): Promise<string[]> {
  const { documents, sending, outbox } = dataFolders(env);
  const entries = env.s3 ? [] : await readdir(documents, { withFileTypes: true }).catch(() => []);
  const inner = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(documents, name));
  const folders = env.s3 ? [sending] : [documents, ...inner];
  if (!env.POSTMARK_SERVER_TOKEN && !env.SMTP_URL) folders.push(outbox);
  const sentences: string[] = [];
  for (const folder of folders) {
    const code = await whyUnwritable(folder);
    if (code) sentences.push(`The folder ${folder} cannot be written (${code})`);
  }
  return sentences;
}

/** Throws `EnvError` when the folder or the database cannot be written. */
export function prepareDataFolder(env: Pick<Env, "DATA_DIR" | "databaseFile" | "postgres">): void {
  requireFolder(env.DATA_DIR);
  if (env.postgres) return;
  if (dirname(env.databaseFile) !== env.DATA_DIR) requireFolder(dirname(env.databaseFile));
  for (const suffix of ["", "-wal", "-shm"]) requireFile(env.databaseFile + suffix);
}
