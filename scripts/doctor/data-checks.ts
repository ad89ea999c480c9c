import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { Sidecar, backupTime } from "#app/platform/backup/manifest.ts";
import { listBackups } from "#app/platform/backup/retain-backups.server.ts";
import { sha256OfFile } from "#app/platform/backup/snapshot.server.ts";
import { openDatabase } from "#app/platform/database.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import { pendingMigrations } from "#app/platform/migrate.server.ts";
import { openPayload } from "#app/platform/outbox.server.ts";
import { createSecrets } from "#app/platform/secrets.server.ts";
import { bad, good, note, warning, type Finding } from "./finding.ts";

const HOUR_MS = 3_600_000;

export async function checkDatabase(env: Env): Promise<{ findings: Finding[]; newestRecord: string | null }> {
  const file = env.databaseFile;
  if (!existsSync(file)) {
    return {
      findings: [note(`There is no database at ${file} yet`, "npm start makes one.")],
      newestRecord: null,
    };
  }
  const findings: Finding[] = [];
  const sqlite = new SQLite(file, { readonly: true });
  try {
    const verdict = String(sqlite.pragma("integrity_check", { simple: true }));
    findings.push(
      verdict === "ok"
        ? good("The database is whole")
        : bad(`The database is damaged: ${verdict}`, "Stop the service and restore the newest backup."),
    );
    const dangling = (sqlite.pragma("foreign_key_check") as unknown[]).length;
    if (dangling > 0)
      findings.push(bad(`${dangling} rows refer to missing rows`, "Restore the newest backup."));
  } finally {
    sqlite.close();
  }
  if (statSync(file).mode & 0o077)
    findings.push(warning("Others may read the database", `Run: chmod 600 ${file}`));
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

export async function checkBackups(env: Env): Promise<Finding[]> {
  const [newest] = await listBackups(env);
  if (!newest) return [warning("There is no backup", "Run: npm run backup")];
  const hours = Math.round((Date.now() - backupTime(newest).getTime()) / HOUR_MS);
  const file = join(env.BACKUP_DIR, newest);
  const age =
    hours > 26
      ? warning(
          `The newest backup is ${hours} hours old`,
          "Run: npm run backup, and see why the nightly one failed.",
        )
      : good(`The newest backup is ${hours} hours old`);
  if (!existsSync(`${file}.json`)) return [age];
  const sidecar = Sidecar.parse(JSON.parse(readFileSync(`${file}.json`, "utf8")));
  const isIntact = (await sha256OfFile(file)) === sidecar.archive.sha256;
  return [
    age,
    isIntact
      ? good("The newest backup has its checksum. Try a restore now and then: docs/operations.md")
      : bad("The newest backup is not what was written", "Run: npm run backup, and check the disk."),
  ];
}
