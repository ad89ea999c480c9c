import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { findCase } from "#app/features/privacy/subject.server.ts";
import { exportPersonalData } from "#app/features/privacy/personal-data.server.ts";
import { openPostgres } from "#app/platform/database.server.ts";
import { readTables } from "#tests/setup/canary.ts";
import { createFullPerson } from "#tests/setup/full-person.ts";
import { startPostgres, type PostgresServer } from "#tests/setup/postgres-server.ts";
import { settingsOf } from "#tests/setup/test-database.ts";
import { openDeps } from "./acts.ts";
import { makeBooking, sendPaper } from "./papers.ts";
import { startFaultServer } from "./server.ts";

/** A backup that is brought to another machine, after the keys were rotated. */

const FRESH_KEY = "fresh-data-key-0123456789-0123456789-abcdef";
/** A restore notes itself here, and the service that then starts works on. */
const NOTED = new Set(["settings_changes", "job_runs"]);
const run = promisify(execFile);

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

async function databaseOf(kind: string, name: string): Promise<Record<string, string>> {
  if (kind === "SQLite") return {};
  const admin = openPostgres(settingsOf(postgres.urlOf("postgres")));
  await sql`create database ${sql.ref(name)}`.execute(admin);
  await admin.destroy();
  return { DATABASE_URL: postgres.urlOf(name), DATA_DIR_SHARED: "on" };
}

const folder = (name: string) => {
  const path = mkdtempSync(join(tmpdir(), name));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

test.each(["SQLite", "PostgreSQL"])(
  "on %s a backup restored elsewhere, with a rotated key, has every row and every sealed file",
  async (kind) => {
    const server = await startFaultServer({ variables: await databaseOf(kind, "here") });
    const deps = openDeps(server);
    onTestFinished(() => deps.close());
    const { caseOf, by } = await createFullPerson(deps);
    const papers = await makeBooking(server);
    expect((await sendPaper(server, papers, 50_000)).status).toBe(303);
    await server.stop("SIGTERM");
    await run(process.execPath, ["scripts/backup.ts"], { env: server.env });

    // The other machine has the folder of backups alone.
    const dataDir = folder("elsewhere-");
    const backups = folder("brought-");
    cpSync(join(server.dataDir, "backups"), backups, { recursive: true });
    const name = readdirSync(backups).find((one) => one.endsWith(".age"))!;
    const elsewhere = {
      ...(await databaseOf(kind, "there")),
      DATA_KEY: `${FRESH_KEY},${server.env["DATA_KEY"]}`,
    };
    const env = { ...server.env, ...elsewhere, DATA_DIR: dataDir };
    await run(process.execPath, ["scripts/restore.ts", join(backups, name)], { env });

    const there = openDeps({ ...server, env });
    onTestFinished(() => there.close());
    const sorted = (rows: object[] = []) =>
      rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
    const restored = await readTables(there.db);
    for (const [table, rows] of await readTables(deps.db))
      if (!NOTED.has(table)) expect(sorted(restored.get(table)), table).toEqual(sorted(rows));
    // A link that is shown anew is signed with the fresh key; rows of one instant may come in another order.
    const exported = async (one: typeof deps) =>
      JSON.stringify(await exportPersonalData(one, (await findCase(one, caseOf.person))!, by))
        .replaceAll(/token=[\w-]+/g, "token=")
        .replace(/"preparedAt":"[^"]+"/, "")
        .split(/[,[\]{}]/)
        .sort();
    expect(await exported(there)).toEqual(await exported(deps));
    for (const { id } of await deps.db.selectFrom("documents").select("id").execute())
      expect(readdirSync(join(dataDir, "documents"), { recursive: true }).join(), id).toContain(id);

    const other = await startFaultServer({ dataDir, variables: elsewhere });
    const page = await fetch(other.origin + papers);
    expect(await page.text()).toContain("paper-");
  },
);
