import { constants, createReadStream, createWriteStream, existsSync, readFileSync } from "node:fs";
import { access, copyFile, cp, link, mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import SQLite from "better-sqlite3";
import { extract, type Extract } from "tar-stream";
import { dataFolders } from "#app/platform/data-folder.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Env } from "#app/platform/env.server.ts";
import { missingKeys } from "#app/platform/data-keys.server.ts";
import { isDamaged, openDatabase } from "#app/platform/database.server.ts";
import { pastPooler, type PostgresSettings } from "#app/platform/postgres-url.server.ts";
import { createSecrets } from "#app/platform/secrets.server.ts";
import { isStorageError } from "#app/platform/storage-error.ts";
import { createBackupDecrypter } from "./backup-key.server.ts";
import { Manifest, Sidecar } from "./manifest.ts";
import { BackupError, describeDatabase, isKnownSchema, sha256OfFile } from "./snapshot.server.ts";
import { readDump, restorePostgres } from "./postgres-dump.server.ts";
import { inWorkFolder } from "./work-folder.server.ts";

export type Unpacked = { manifest: Manifest; database: string; outbox: string };

/** The `.json` file beside a backup; null without one. Throws `BackupError` for a broken one. */
export function readSidecar(file: string): Sidecar | null {
  if (!existsSync(`${file}.json`)) return null;
  try {
    return Sidecar.parse(JSON.parse(readFileSync(`${file}.json`, "utf8")));
  } catch (error) {
    throw new BackupError(`${file}.json is broken. Without it, the backup can still be opened.`, {
      cause: error,
    });
  }
}

async function checkAgainstSidecar(file: string): Promise<void> {
  const sidecar = readSidecar(file);
  if (sidecar && (await sha256OfFile(file)) !== sidecar.archive.sha256) {
    throw new BackupError(
      "The file is not what was written: its checksum differs from the one in the .json beside it.",
    );
  }
}

const isExpected = (name: string) =>
  name === "manifest.json" || name === "app.db" || name === "app.dump" || /^outbox\/[\w.-]+\.eml$/.test(name);

/** Writes only the files that a backup consists of, whatever the archive contains. */
async function writeFiles(archive: Extract, directory: string): Promise<void> {
  for await (const entry of archive) {
    const { name } = entry.header;
    if (isExpected(name)) await pipeline(entry, createWriteStream(join(directory, name), { mode: 0o600 }));
    else entry.resume();
  }
}

const OTHER_KEY =
  "The data in the backup was written with another DATA_KEY. Set that key first; a new one may come before it, separated by a comma.";

/** A backup may open although the encrypted fields inside need another key. */
async function isDataReadable(env: Env, file: string): Promise<boolean> {
  const db = openDatabase(file);
  try {
    return (await missingKeys({ db, secrets: createSecrets(env.DATA_KEY) })) !== null;
  } finally {
    await db.destroy();
  }
}

function isKeyKnown(env: Env, keyIds: string[]): boolean {
  const newest = keyIds.at(-1);
  return newest === undefined || createSecrets(env.DATA_KEY).keyIds.includes(newest);
}

/** Unpacks a backup and checks its checksum, encryption, integrity and row counts. Throws `BackupError`, and the
 * system's error when the disk is full or fails. */
export async function unpackBackup(env: Env, file: string, directory: string, identity?: string) {
  await access(file, constants.R_OK);
  await checkAgainstSidecar(file);
  await mkdir(join(directory, "outbox"), { recursive: true, mode: 0o700 });
  const sealed = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
  const opened = await createBackupDecrypter(env, identity)
    .decrypt(sealed)
    .catch((error: unknown) => {
      throw new BackupError(
        "The backup cannot be opened: neither BACKUP_PASSPHRASE nor DATA_KEY (nor the age identity) fits, or it is damaged.",
        { cause: error },
      );
    });
  const archive = extract();
  try {
    await Promise.all([
      pipeline(Readable.fromWeb(opened as never), createGunzip(), archive),
      writeFiles(archive, directory),
    ]);
  } catch (error) {
    if (isStorageError(error)) throw error;
    throw new BackupError("The backup is damaged: it ends early or was changed.", { cause: error });
  }
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(directory, "manifest.json"), "utf8")));
  const isDump = manifest.engine === "postgres";
  if (isDump !== (env.postgres !== null)) {
    throw new BackupError(
      isDump
        ? "The backup is of a PostgreSQL server. Set DATABASE_URL to one."
        : "The backup is of the embedded database. Restore it without DATABASE_URL, then run npm run move-to-postgres.",
    );
  }
  const database = join(directory, isDump ? "app.dump" : "app.db");
  if ((await sha256OfFile(database)) !== manifest.database.sha256)
    throw new BackupError("The database in the backup differs from the checksum in its manifest.");
  const dump = isDump ? await readDump(database) : null;
  const found = dump ? dump.rows : (await describeDatabase(database)).database.rows;
  for (const [table, rows] of Object.entries(manifest.database.rows)) {
    if (found[table] !== rows) throw new BackupError(`Rows are missing from ${table}.`);
  }
  if (!isKnownSchema(manifest.schema))
    throw new BackupError("The backup was made by a newer version. Install that version first.");
  const isReadable = dump ? isKeyKnown(env, dump.keyIds) : await isDataReadable(env, database);
  if (!isReadable) throw new BackupError(OTHER_KEY);
  return { manifest, database, outbox: join(directory, "outbox") };
}

/** Moves the write-ahead log into the file, unless that is damaged. Throws `BackupError` while a service uses it. */
function requireUnused(file: string): void {
  const sqlite = new SQLite(file, { timeout: 0 });
  try {
    sqlite.pragma("journal_mode = DELETE");
  } catch (error) {
    if (isDamaged(error)) return;
    throw new BackupError("The service is running on this database. Stop it first.", { cause: error });
  } finally {
    sqlite.close();
  }
}

type RestoreOptions = { file: string; isOverwriting: boolean; identity?: string };
type Restored = { manifest: Manifest; replaced: string | null };

/** Replaces the database by a backup; with a database in place only if `isOverwriting`, keeping the old one at
 * `replaced`. Stop the service first. */
export async function restoreBackup(
  { env, clock }: { env: Env; clock: Clock },
  { file, isOverwriting, identity }: RestoreOptions,
): Promise<Restored> {
  const at = clock.now().toISOString().replace(/[:.]/g, "-");
  if (!env.postgres && existsSync(env.databaseFile) && !isOverwriting) {
    throw new BackupError(
      `${env.databaseFile} exists. Add --overwrite to replace it; it will be kept beside the new one.`,
    );
  }
  return inWorkFolder(dirname(env.databaseFile), async (work) => {
    const { manifest, database, outbox } = await unpackBackup(env, file, work, identity);
    const replaced = env.postgres
      ? await replaceOnServer(pastPooler(env.postgres), database, isOverwriting, at)
      : await replaceFile(env.databaseFile, database, at);
    await restoreMails(env, outbox);
    return { manifest, replaced };
  });
}

/** DATA_DIR may be missing, or on another disk than the database. */
async function restoreMails(env: Env, outbox: string): Promise<void> {
  const mails = dataFolders(env).outbox;
  if (existsSync(mails)) return;
  await mkdir(env.DATA_DIR, { recursive: true, mode: 0o700 });
  await cp(outbox, `${mails}.part`, { recursive: true });
  await rename(`${mails}.part`, mails);
}

async function replaceFile(target: string, database: string, at: string): Promise<string | null> {
  const replaced = existsSync(target) ? `${target}.before-restore-${at}` : null;
  if (replaced) {
    requireUnused(target);
    // Not moved away: a service that starts after a kill just now would find no database, and make an empty one. Copied
    // where the file system has no links.
    await link(target, replaced).catch(() => copyFile(target, replaced));
  }
  await rm(`${target}-wal`, { force: true });
  await rm(`${target}-shm`, { force: true });
  await rename(database, target);
  return replaced;
}

async function replaceOnServer(settings: PostgresSettings, dump: string, isOverwriting: boolean, at: string) {
  const keepAs = `before_restore_${at.toLowerCase().replace(/\W/g, "_")}`;
  const kept = await restorePostgres(settings, dump, { isOverwriting, keepAs });
  return kept && `schema ${kept}`;
}

/** Throws `BackupError` when the backup is not whole and readable. `check` may look into the unpacked
 * database as well. */
export function verifyBackup(
  env: Env,
  file: string,
  identity?: string,
  check?: (unpacked: Unpacked) => Promise<void>,
): Promise<Manifest> {
  return inWorkFolder(dirname(env.databaseFile), async (work) => {
    const unpacked = await unpackBackup(env, file, work, identity);
    await check?.(unpacked);
    return unpacked.manifest;
  });
}
