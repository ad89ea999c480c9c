import { createHash } from "node:crypto";
import { createReadStream, writeFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import SQLite from "better-sqlite3";
import { migrations } from "#migrations/index.ts";

const PAGES_PER_STEP = 2_000;

export type Progress = (done: number, total: number) => void;

/** A backup, restore or move that cannot be done. The message is for the operator. */
export class BackupError extends Error {
  override name = "BackupError";
}

/** An open read transaction fixes what is copied: otherwise SQLite's backup would start again at each write. */
export async function snapshotDatabase(file: string, target: string, onProgress?: Progress): Promise<void> {
  const sqlite = new SQLite(file, { fileMustExist: true });
  try {
    sqlite.pragma("busy_timeout = 5000");
    writeFileSync(target, "", { flag: "wx", mode: 0o600 });
    sqlite.exec("BEGIN");
    sqlite.prepare("SELECT count(*) FROM sqlite_master").get();
    await sqlite.backup(target, {
      progress({ totalPages, remainingPages }) {
        onProgress?.(totalPages - remainingPages, totalPages);
        return PAGES_PER_STEP;
      },
    });
    sqlite.exec("COMMIT");
  } finally {
    sqlite.close();
  }
}

/** SHA-256 of a file, hexadecimal, read in pieces. */
export async function sha256OfFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

/** Describes a database file that nobody uses. Throws `BackupError` when it is damaged. */
export async function describeDatabase(file: string) {
  const sqlite = new SQLite(file, { fileMustExist: true });
  let schema: string;
  let rows: Record<string, number>;
  try {
    // Otherwise opening the snapshot would create two WAL files beside it.
    sqlite.pragma("journal_mode = DELETE");
    const verdict = sqlite.pragma("integrity_check", { simple: true });
    if (verdict !== "ok") throw new BackupError(`The database is damaged: ${String(verdict)}.`);
    const dangling = sqlite.pragma("foreign_key_check") as unknown[];
    if (dangling.length > 0)
      throw new BackupError(`${dangling.length} rows refer to rows that are not there.`);
    const names = sqlite
      .prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
      )
      .pluck()
      .all() as string[];
    rows = Object.fromEntries(
      names.map((name) => [name, sqlite.prepare(`SELECT count(*) FROM "${name}"`).pluck().get() as number]),
    );
    schema = names.includes("kysely_migration")
      ? String(sqlite.prepare("SELECT max(name) FROM kysely_migration").pluck().get() ?? "")
      : "";
  } finally {
    sqlite.close();
  }
  return { schema, database: { sha256: await sha256OfFile(file), bytes: (await stat(file)).size, rows } };
}

export const isKnownSchema = (schema: string): boolean => schema === "" || schema in migrations;
