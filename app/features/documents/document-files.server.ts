import { inPages, MAX_PIECE } from "#app/kit/pieces.server.ts";
import { createHash } from "node:crypto";
import { utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Deps } from "#app/deps.server.ts";
import { DocumentMissing, type DocumentStore } from "#app/integrations/document-store/document-store.ts";
import { createFolderStore } from "#app/integrations/document-store/folder-store.server.ts";
import { rowsInDump } from "#app/platform/backup/postgres-dump.server.ts";
import { verifyBackup, type Unpacked } from "#app/platform/backup/restore-backup.server.ts";
import { BackupError } from "#app/platform/backup/snapshot.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import { openDatabase } from "#app/platform/database.server.ts";
import type { GaugeByLabel } from "#app/platform/metrics.server.ts";

/** The files of all documents: whether each row has its file, and each file its row. */

type FileDeps = Pick<Deps, "db" | "documents">;
type Kept = { id: string; stored_sha256: string };

const DAY_MS = 86_400_000;

/** Rows whose files must be there, in pages by id. */
async function* keptDocuments({ db }: Pick<Deps, "db">): AsyncGenerator<Kept> {
  const pages = inPages((last: Kept | undefined) =>
    db
      .selectFrom("documents")
      .select(["id", "stored_sha256"])
      .where("scan", "!=", "infected")
      .where("id", ">", last?.id ?? "")
      .orderBy("id")
      .limit(MAX_PIECE)
      .execute(),
  );
  for await (const rows of pages) yield* rows;
}

async function idsOfRows(deps: Pick<Deps, "db">): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const { id } of keptDocuments(deps)) ids.add(id);
  return ids;
}

/** Deletes files of more than a day ago that have no row: of uploads that were cut, and of erased bookings.
 * Returns how many. */
export async function removeLeftOverFiles(deps: FileDeps & Pick<Deps, "clock">): Promise<number> {
  const before = deps.clock.now().getTime() - DAY_MS;
  const old: string[] = [];
  for await (const { id, writtenAt } of deps.documents.list()) {
    if (writtenAt.getTime() < before) old.push(id);
  }
  // Rows are read after the files: a file that has one now had one before it was listed, or never.
  const ids = old.length > 0 ? await idsOfRows(deps) : new Set();
  const leftOver = old.filter((id) => !ids.has(id));
  for (const id of leftOver) await deps.documents.remove(id);
  return leftOver.length;
}

/** `missing` are rows without a file, `leftOver` files without a row. Reads no file. */
export async function compareFiles(deps: FileDeps) {
  const files = new Set<string>();
  for await (const { id } of deps.documents.list()) files.add(id);
  const ids = await idsOfRows(deps);
  return {
    count: ids.size,
    missing: [...ids].filter((id) => !files.has(id)),
    leftOver: [...files].filter((id) => !ids.has(id)),
  };
}

class DamagedFile extends Error {
  override name = "DamagedFile";
}

/** Gives the content of a stored file, with an error at its end when it is not what was written. */
async function* checked(store: DocumentStore, { id, stored_sha256 }: Kept): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  for await (const chunk of await store.read(id)) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest("hex") !== stored_sha256)
    throw new DamagedFile(`The file of the document ${id} was altered`);
}

async function copy(from: DocumentStore, to: DocumentStore, row: Kept) {
  try {
    await to.write(row.id, checked(from, row));
    return "copied";
  } catch (error) {
    if (error instanceof DocumentMissing) return "missing";
    if (error instanceof DamagedFile) return "damaged";
    throw error;
  }
}

/** True when the store has the file as it was written. */
async function isWhole(store: DocumentStore, row: Kept): Promise<boolean> {
  try {
    for await (const _ of checked(store, row));
    return true;
  } catch (error) {
    if (error instanceof DocumentMissing || error instanceof DamagedFile) return false;
    throw error;
  }
}

/** Beside the backups of the database. */
const copiesIn = (folder: string) => join(folder, "documents");

const openCopies = (folder: string) => createFolderStore(copiesIn(folder), { minFreeBytes: 0 });

/** False on the data of an older release, before its migration. */
export const hasDocuments = async ({ db }: Pick<Deps, "db">): Promise<boolean> =>
  (await db.introspection.getTables()).some(({ name }) => name === "documents");

type Copies = { copied: number; missing: string[]; damaged: string[] };

/** Copies the files that the backup folder lacks, sealed as they are. Take the copy of the database first. A file whose
 * row is gone stays as long as the backups that may know it. */
export async function backUpDocuments(deps: FileDeps & Pick<Deps, "env" | "clock">): Promise<Copies> {
  const { env, clock } = deps;
  const result: Copies = { copied: 0, missing: [], damaged: [] };
  if (!(await hasDocuments(deps))) return result;
  const backups = openCopies(env.BACKUP_DIR);
  const known = new Map<string, Date>();
  for await (const { id, writtenAt } of backups.list()) known.set(id, writtenAt);
  const now = clock.now();
  for await (const row of keptDocuments(deps)) {
    if (known.delete(row.id)) {
      // The time of the file says when it was needed last.
      await utimes(join(copiesIn(env.BACKUP_DIR), row.id.slice(-2), row.id), now, now).catch(() => {});
      continue;
    }
    const outcome = await copy(deps.documents, backups, row);
    if (outcome === "copied") result.copied += 1;
    else result[outcome].push(row.id);
  }
  const oldest = now.getTime() - env.BACKUP_KEEP_DAYS * DAY_MS;
  for (const [id, neededAt] of known) if (neededAt.getTime() < oldest) await backups.remove(id);
  return result;
}

/** Puts back each file that is missing or altered, from the copies beside the backup in `folder`;
 * hashes are compared. */
export async function restoreDocuments(deps: FileDeps, folder: string): Promise<Copies & { whole: number }> {
  const copies = openCopies(folder);
  const result = { whole: 0, copied: 0, missing: [] as string[], damaged: [] as string[] };
  for await (const row of keptDocuments(deps)) {
    if (await isWhole(deps.documents, row)) {
      result.whole += 1;
      continue;
    }
    const outcome = await copy(copies, deps.documents, row);
    if (outcome === "copied") result.copied += 1;
    else result[outcome].push(row.id);
  }
  return result;
}

async function* documentsInBackup({ manifest, database }: Unpacked): AsyncGenerator<Kept> {
  if (manifest.engine === "postgres") {
    for await (const valueOf of rowsInDump(database, "documents")) {
      if (valueOf("scan") !== "infected")
        yield { id: valueOf("id"), stored_sha256: valueOf("stored_sha256") };
    }
    return;
  }
  const db = openDatabase(database);
  try {
    if (await hasDocuments({ db })) yield* keptDocuments({ db });
  } finally {
    await db.destroy();
  }
}

/** Reads the copies in `folder` of all documents that a backup knows; `lost` are those without a whole one. */
export async function verifyCopies(unpacked: Unpacked, folder: string) {
  const copies = openCopies(folder);
  const result = { whole: 0, lost: [] as string[] };
  for await (const row of documentsInBackup(unpacked)) {
    if (await isWhole(copies, row)) result.whole += 1;
    else result.lost.push(row.id);
  }
  return result;
}

/** Opens a backup, counts its rows, and compares the copies of its documents beside it. Throws `BackupError` when
 * anything is not whole; changes nothing. */
export async function verifyWithDocuments(env: Env, file: string, identity?: string) {
  let documents = { whole: 0, lost: [] as string[] };
  const { createdAt, database } = await verifyBackup(env, file, identity, async (unpacked) => {
    documents = await verifyCopies(unpacked, dirname(file));
  });
  const { whole, lost } = documents;
  if (lost.length > 0)
    throw new BackupError(
      `NO WHOLE COPY of ${lost.length} of ${whole + lost.length} documents: ${lost.join(", ")}\nThe next backup copies those again that it finds missing; remove damaged copies first.`,
    );
  return { createdAt, words: `${database.rows.bookings ?? 0} bookings, ${whole} documents` };
}

/** Bytes and numbers of documents, for the metrics. */
export function documentGauges(db: Deps["db"]): GaugeByLabel[] {
  const totals = () =>
    db
      .selectFrom("documents")
      .select((eb) => ["scan", eb.fn.countAll<number>().as("count"), eb.fn.sum<number>("bytes").as("bytes")])
      .groupBy("scan")
      .execute();
  const gauge = (name: string, help: string, column: "count" | "bytes"): GaugeByLabel => ({
    name,
    help,
    labelName: "scan",
    read: async () => (await totals()).map((row) => ({ label: row.scan, value: Number(row[column]) })),
  });
  return [
    gauge("documents", "Documents by the state of their virus check", "count"),
    gauge("document_bytes", "Bytes of documents by the state of their virus check", "bytes"),
  ];
}
