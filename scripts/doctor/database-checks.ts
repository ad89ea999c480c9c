import { existsSync, statSync } from "node:fs";
import SQLite from "better-sqlite3";
import { isDamaged, openDatabase } from "#app/platform/database.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import { pendingMigrations } from "#app/platform/migrate.server.ts";
import { openPayload } from "#app/platform/outbox.server.ts";
import { createSecrets } from "#app/platform/secrets.server.ts";
import { bad, good, note, warning, type Finding } from "./finding.ts";

const RESTORE = "Stop the service and restore the newest backup.";

/** What the database file itself says: nothing more is asked of one that is damaged or cannot be read. */
function checkFile(file: string): Finding {
  try {
    const sqlite = new SQLite(file, { readonly: true });
    try {
      const verdict = String(sqlite.pragma("integrity_check", { simple: true }));
      if (verdict !== "ok") return bad(`The database is damaged: ${verdict}`, RESTORE);
      const dangling = (sqlite.pragma("foreign_key_check") as unknown[]).length;
      return dangling > 0
        ? bad(`${dangling} rows of the database refer to missing rows`, RESTORE)
        : good("The database is whole");
    } finally {
      sqlite.close();
    }
  } catch (error) {
    const { message } = error as Error;
    return isDamaged(error)
      ? bad(`The database is damaged: ${message}`, RESTORE)
      : bad(`The database cannot be read: ${message}`, `Check the disk, and who may read ${file}.`);
  }
}

/** The state of the database, and when its newest record was written (ISO 8601), null when that is unknown. */
export async function checkDatabase(env: Env): Promise<{ findings: Finding[]; newestRecord: string | null }> {
  const file = env.databaseFile;
  if (!existsSync(file)) {
    return {
      findings: [note(`There is no database at ${file} yet`, "npm start makes one.")],
      newestRecord: null,
    };
  }
  const findings = [checkFile(file)];
  if (statSync(file).mode & 0o077)
    findings.push(warning("Others may read the database", `Run: chmod 600 ${file}`));
  if (findings[0]!.level === "bad") return { findings, newestRecord: null };
  return { findings: [...findings, ...(await checkContents(env))], newestRecord: await newestRecord(env) };
}

async function newestRecord(env: Env): Promise<string | null> {
  const db = openDatabase(env.databaseFile);
  try {
    const row = await db
      .selectFrom("audit_log")
      .select("at")
      .orderBy("at", "desc")
      .limit(1)
      .executeTakeFirst();
    return row?.at ?? null;
  } catch {
    return null;
  } finally {
    await db.destroy();
  }
}

/** Migrations, whether the keys open what is stored, and mails that were given up. */
async function checkContents(env: Env): Promise<Finding[]> {
  const db = openDatabase(env.databaseFile);
  try {
    const pending = await pendingMigrations(db);
    if (pending.length > 0)
      return [note(`${pending.length} migrations are pending`, "The next start runs them.")];
    const sealed = await db
      .selectFrom("outbox")
      .selectAll()
      .where("payload_sealed", "!=", "")
      .orderBy("created_at", "desc")
      .limit(1)
      .executeTakeFirst();
    const failed = await db
      .selectFrom("outbox")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("state", "=", "failed")
      .executeTakeFirstOrThrow();
    return [
      checkKey(env, sealed),
      failed.count > 0
        ? warning(`${failed.count} mails or invoices were given up`, "Look at /admin/outbox and press Retry.")
        : good("No mail or invoice was given up"),
    ];
  } finally {
    await db.destroy();
  }
}

function checkKey(env: Env, sealed: Parameters<typeof openPayload>[1] | undefined): Finding {
  if (!sealed) return note("Nothing is encrypted yet, so DATA_KEY could not be tried");
  try {
    openPayload(createSecrets(env.DATA_KEY), sealed);
    return good("DATA_KEY opens what is stored");
  } catch {
    return bad("DATA_KEY does not open what is stored", "Put the key back with which the data was written.");
  }
}
