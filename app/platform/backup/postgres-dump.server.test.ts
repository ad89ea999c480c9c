import { readFileSync, writeFileSync } from "node:fs";
import { sql } from "kysely";
import pg from "pg";
import { expect, test } from "vitest";
import { openConfigured } from "#app/platform/database.server.ts";
import { prepareDatabase } from "#app/platform/prepare-database.server.ts";
import { withSchemaLock } from "#app/platform/schema-lock.server.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { useCheapPassphrases } from "#tests/setup/cheap-passphrases.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { restoreBackup, verifyBackup } from "./restore-backup.server.ts";
import { takeBackup } from "./take-backup.server.ts";

test("a backup of a server brings every booking back, and keeps what was there", async () => {
  const deps = createTestDeps();
  await prepareDatabase(deps);
  await createBooking(deps);
  const before = await deps.db.selectFrom("bookings").selectAll().execute();
  const { file, sidecar } = await takeBackup(deps);
  expect(sidecar).toMatchObject({ engine: "postgres", database: { rows: { bookings: 1, roles: 4 } } });
  expect(readFileSync(file, "latin1")).not.toContain(before[0]!.reference);
  expect((await verifyBackup(deps.env, file)).database.rows.bookings).toBe(1);

  await expect(restoreBackup(deps, { file, isOverwriting: false })).rejects.toThrow("Add --overwrite");
  await expect(restoreBackup(deps, { file, isOverwriting: true })).rejects.toThrow("Stop it first");
  await deps.db.deleteFrom("bookings").execute();
  await deps.db.destroy();
  const { replaced } = await restoreBackup(deps, { file, isOverwriting: true });
  expect(replaced).toContain("schema before_restore_");
  const restored = openConfigured(deps.env);
  expect(await restored.selectFrom("bookings").selectAll().execute()).toEqual(before);
  // The command tells the operator to do this.
  await sql.raw(`drop ${replaced} cascade`).execute(restored);
  await restored.destroy();
});

test("what was there before stays in its place until a restore is complete", async () => {
  const deps = createTestDeps();
  await prepareDatabase(deps);
  const { file } = await takeBackup(deps);
  await createBooking(deps);
  await deps.db.destroy();
  const other = new pg.Client(deps.env.postgres!.connection);
  await other.connect();
  const count = async () => {
    const { rows } = await other.query<{ count: string }>("select count(*) from public.bookings");
    return Number(rows[0]!.count);
  };
  // Holds up the restore when its rows are there and their keys are not.
  await other.query("begin; lock table pg_catalog.pg_constraint in share mode");
  const restored = restoreBackup(deps, { file, isOverwriting: true });
  const waiting =
    "select 1 from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())";
  await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1);
  expect(await count()).toBe(1);
  await other.query("commit");
  await restored;
  expect(await count()).toBe(0);
  await other.end();
});

test("the statistics after a restore may take longer than a statement of the service", async () => {
  const deps = createTestDeps();
  await prepareDatabase(deps);
  const { file } = await takeBackup(deps);
  await deps.db.destroy();
  const postgres = { ...deps.env.postgres!, statementMs: 500 };
  const other = new pg.Client(postgres.connection);
  await other.connect();
  await other.query("begin; lock table pg_catalog.pg_description in share update exclusive mode");
  const restored = restoreBackup({ ...deps, env: { ...deps.env, postgres } }, { file, isOverwriting: true });
  const waitingLong = `select 1 from pg_locks where not granted and waitstart < clock_timestamp() - interval '1 second'
    and database = (select oid from pg_database where datname = current_database())`;
  const wait = { timeout: 10_000 };
  await expect.poll(async () => (await other.query(waitingLong)).rowCount, wait).toBe(1);
  await other.query("commit");
  await restored;
  await other.end();
});

test("a backup of a server that was changed, or written with another key, is refused before anything is replaced", async () => {
  useCheapPassphrases();
  const deps = createTestDeps({ BACKUP_PASSPHRASE: "correct horse battery" });
  await prepareDatabase(deps);
  const { file } = await takeBackup(deps);
  const elsewhere = { ...deps.env, DATA_KEY: ["x".repeat(40)] };
  await expect(verifyBackup(elsewhere, file)).rejects.toThrow("written with another DATA_KEY");
  await expect(verifyBackup({ ...deps.env, postgres: null }, file)).rejects.toThrow("of a PostgreSQL server");
  const bytes = readFileSync(file);
  bytes[bytes.length - 40]! ^= 1;
  writeFileSync(file, bytes);
  await expect(verifyBackup(deps.env, file)).rejects.toThrow("checksum differs");
});

test("a backup that another copy's migration would hold up for ever waits for its end", async () => {
  const deps = createTestDeps();
  await prepareDatabase(deps);
  const { env } = deps;
  await withSchemaLock(env.postgres, "shared", () => takeBackup(deps));
  const steps: string[] = [];
  const { promise: begun, resolve: hasBegun } = Promise.withResolvers<void>();
  const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>();
  const migration = withSchemaLock(env.postgres, "alone", async () => {
    hasBegun();
    await mayEnd;
    steps.push("migrated");
  });
  await begun;
  const backup = takeBackup(deps).then(() => steps.push("backed up"));
  const waiting = sql`select 1 from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(async () => (await waiting.execute(deps.db)).rows.length).toBe(1);
  letEnd();
  await Promise.all([migration, backup]);
  expect(steps).toEqual(["migrated", "backed up"]);
});
