import { existsSync, statSync } from "node:fs";
import SQLite from "better-sqlite3";
import { checkLedger } from "#app/features/billing/own/check-ledger.server.ts";
import { checkPay } from "#app/features/pay/check-pay.server.ts";
import { systemClock } from "#app/platform/clock.ts";
import { missingKeys } from "#app/platform/data-keys.server.ts";
import { isDamaged, type Db } from "#app/platform/database.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import { newerRelease, pendingMigrations } from "#app/platform/migrate.server.ts";
import { createSecrets } from "#app/platform/secrets.server.ts";
import { checkSettings } from "./settings-checks.ts";
import type { PostgresSettings } from "#app/platform/postgres-url.server.ts";
import { checkServer } from "./postgres-checks.ts";
import { bad, found, good, note, onDatabase, someOf, warning, type Finding } from "./finding.ts";

const RESTORE = "Stop the service and restore the newest backup.";

/** Only this is asked of a damaged or unreadable database. */
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

/** The state of the database, and when its newest record was written (ISO 8601), null when unknown. */
export async function checkDatabase(env: Env): Promise<{ findings: Finding[]; newestRecord: string | null }> {
  if (env.postgres) return checkOnServer(env, env.postgres);
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

async function checkOnServer(env: Env, settings: PostgresSettings) {
  const server = await onDatabase(env, (db) => checkServer(db, settings));
  if (server.some((finding) => finding.level === "bad")) return { findings: server, newestRecord: null };
  return { findings: [...server, ...(await checkContents(env))], newestRecord: await newestRecord(env) };
}

const newestRecord = (env: Env): Promise<string | null> =>
  onDatabase(env, async (db) => {
    const newest = db.selectFrom("audit_log").select("at").orderBy("at", "desc").limit(1);
    return (await newest.executeTakeFirst())?.at ?? null;
  }).catch(() => null);

/** Keys, migrations, and failed mails. */
const checkContents = (env: Env): Promise<Finding[]> =>
  onDatabase(env, async (db) => {
    const refusal = await newerRelease(db);
    if (refusal) return [bad("A newer release wrote the database", refusal)];
    const key = await checkKey(env, db);
    const pending = await pendingMigrations(db);
    if (pending.length > 0)
      return [key, note(`${pending.length} migrations are pending`, "The next start runs them.")];
    const failed = await countFailed(db);
    return [
      key,
      ...(await checkSettings(env, db)),
      ...(await checkAccounts(env, db)),
      failed > 0
        ? warning(`${failed} mails or invoices were given up`, "Look at /admin/outbox and press Retry.")
        : good("No mail or invoice was given up"),
    ];
  });

async function countFailed(db: Db): Promise<number> {
  const failed = db.selectFrom("outbox").select((eb) => eb.fn.countAll<number>().as("count"));
  return (await failed.where("state", "=", "failed").executeTakeFirstOrThrow()).count;
}

/** Whether invoices, credit notes and payments that were made here add up; nothing where there are none. */
async function checkAccounts(env: Env, db: Db): Promise<Finding[]> {
  const pay = await checkPay({ db });
  const wrong = pay.faults.length;
  const report = await checkLedger({ db, clock: systemClock, secrets: createSecrets(env.DATA_KEY) });
  const faults = report.faults.map(({ bookingId, faults }) => `${bookingId} (${faults.join(", ")})`);
  return found(
    wrong > 0 &&
      bad(
        `${wrong} statements of assessors' pay do not add up: ${someOf(pay.faults)}`,
        "Change nothing by hand. Compare them with what was paid, and tell whoever looks after the code.",
      ),
    pay.statements > 0 && wrong === 0 && good(`The ${pay.statements} statements of assessors' pay add up`),
    ...(report.bookings === 0
      ? []
      : [
          faults.length === 0
            ? good(`The accounts of ${report.bookings} bookings add up`)
            : bad(
                `The accounts of ${faults.length} bookings do not add up: ${someOf(faults, "; ")}`,
                "Change nothing by hand. Compare their invoices and payments with your bank's, and tell whoever looks after the code.",
              ),
          ...report.missing.map(({ series, numbers }) =>
            bad(
              `Numbers of the series ${series} are missing: ${numbers.slice(0, 5).join(", ")}`,
              "Find out which documents they were: an audit asks for each number.",
            ),
          ),
        ]),
  );
}

async function checkKey(env: Env, db: Db): Promise<Finding> {
  const missing = await missingKeys({ db, secrets: createSecrets(env.DATA_KEY) });
  if (!missing)
    return bad("DATA_KEY does not open what is stored", "Put the key back with which the data was written.");
  return missing.length > 0
    ? warning(
        `${missing.length} older keys of the data are not in DATA_KEY: what they encrypted cannot be read`,
        "Put them back behind the present one, separated by commas.",
      )
    : good("DATA_KEY fits the data");
}
