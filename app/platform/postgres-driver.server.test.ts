import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { addRole, roleIds, testDriverContract } from "#tests/setup/driver-contract.ts";
import { openPostgres, transact, type Db, type Executor } from "./database.server.ts";
import { withoutTimeLimit, writeIfFree } from "./lock-timeout.server.ts";
import { isStorageError } from "./storage-error.ts";

const caught = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

/** Ends every other connection to this database, as a server does that is shut down. */
const cutOff = (db: Db) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db);

testDriverContract();

test("text is sorted by its bytes, as SQLite sorts it, and letter case counts", async () => {
  const { db } = createTestDeps();
  for (const id of ["test-b", "test-é", "test-A", "test-a", "test-_"]) await addRole(db, id);
  expect(await roleIds(db)).toEqual(["test-A", "test-_", "test-a", "test-b", "test-é"]);
  expect(await db.selectFrom("roles").select("id").where("id", "like", "TEST-%").execute()).toEqual([]);
});

test("transactions follow one another, and leave nothing behind when they fail", async () => {
  const { db } = createTestDeps();
  const events: string[] = [];
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  const first = db.transaction().execute(async (trx) => {
    events.push("first begins");
    await addRole(trx, "test-1");
    begin();
    await failed;
  });
  await begun;
  const second = db.transaction().execute(async (trx) => {
    events.push("second begins");
    expect(await roleIds(trx)).toEqual([]);
    await addRole(trx, "test-2");
  });
  expect(await roleIds(db)).toEqual([]);
  events.push("a page was read meanwhile");
  fail(new Error("changed my mind"));
  await expect(first).rejects.toThrow("changed my mind");
  await second;
  expect(events).toEqual(["first begins", "a page was read meanwhile", "second begins"]);
  expect(await roleIds(db)).toEqual(["test-2"]);
});

test("twenty transactions that read, add one and write, in two processes, add twenty", async () => {
  const { db, env } = createTestDeps();
  await addRole(db, "test-count");
  const other = openPostgres(env.postgres!);
  const addOne = ({ db: trx }: { db: Executor }) =>
    trx
      .selectFrom("roles")
      .select("description")
      .where("id", "=", "test-count")
      .executeTakeFirstOrThrow()
      .then(({ description }) =>
        trx
          .updateTable("roles")
          .set({ description: String(Number(description) + 1) })
          .where("id", "=", "test-count")
          .execute(),
      );
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      transact({ db: [db, other][n % 2]! }, addOne, n % 4 < 2 ? "roles/test-count" : undefined),
    ),
  );
  await other.destroy();
  const row = await db.selectFrom("roles").select("description").where("id", "=", "test-count").execute();
  expect(row).toEqual([{ description: "20" }]);
});

test("work on one record waits for everything except work on another record", async () => {
  const { db } = createTestDeps();
  const { promise: held, resolve: end } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const first = transact(
    { db },
    () => {
      begin();
      return held;
    },
    "drafts/1",
  );
  await begun;
  const write = (id: string, record?: string) => () =>
    transact({ db }, ({ db: trx }) => addRole(trx, id), record);
  expect(await writeIfFree(write("test-1", "drafts/1"), 50)).toBe(false);
  expect(await writeIfFree(write("test-2", "drafts/2"), 5_000)).toBe(true);
  expect(await writeIfFree(write("test-3"), 50)).toBe(false);
  end();
  await first;
  expect(await writeIfFree(write("test-3"), 5_000)).toBe(true);
  expect(await roleIds(db)).toEqual(["test-2", "test-3"]);
});

test("work that rests on nothing it has read waits for nobody, and holds nobody up", async () => {
  const { db } = createTestDeps();
  for (const [held, written] of [
    [undefined, null],
    [null, undefined],
    [null, "drafts/1"],
  ]) {
    const { promise: end, resolve: finish } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const work = () => {
      begin();
      return end;
    };
    const first = transact({ db }, work, held);
    await begun;
    const write = () => transact({ db }, ({ db: trx }) => addRole(trx, `test-${held}-${written}`), written);
    expect(await writeIfFree(write, 5_000)).toBe(true);
    finish();
    await first;
  }
  expect(await roleIds(db)).toEqual(["test-null-drafts/1", "test-null-undefined", "test-undefined-null"]);
});

test("a connection that was lost while nobody used it is noticed by nobody", async () => {
  const { db, env } = createTestDeps();
  await roleIds(db);
  const other = openPostgres(env.postgres!);
  await cutOff(other);
  expect(await roleIds(db)).toEqual([]);
  await cutOff(other);
  await db.transaction().execute((trx) => addRole(trx, "test-1"));
  await other.destroy();
  expect(await roleIds(db)).toEqual(["test-1"]);
});

test("a connection lost within a transaction ends it without a trace, and the next one works", async () => {
  const { db, env } = createTestDeps();
  const other = openPostgres(env.postgres!);
  const work = db.transaction().execute(async (trx) => {
    await addRole(trx, "test-1");
    await cutOff(other);
    await addRole(trx, "test-2");
  });
  expect(isStorageError(await caught(work))).toBe(true);
  await other.destroy();
  expect(await roleIds(db)).toEqual([]);
  await db.transaction().execute((trx) => addRole(trx, "test-3"));
  expect(await roleIds(db)).toEqual(["test-3"]);
});

test("a server that cannot be reached is told from a defect", async () => {
  const { env } = createTestDeps();
  const db = openPostgres({ ...env.postgres!, connection: { ...env.postgres!.connection, port: 1 } });
  const refusal = writeIfFree(() => addRole(db, "test-1"), 100);
  expect(await refusal).toBe(false);
  await db.destroy();
});

test("a statement that takes too long is given up as if the database were busy", async () => {
  const { env, ...deps } = createTestDeps();
  await roleIds(deps.db);
  const db = openPostgres({ ...env.postgres!, statementMs: 50 });
  expect(isStorageError(await caught(sql`select pg_sleep(5)`.execute(db)))).toBe(true);
  await db.destroy();
});

test("what only reads, as a backup does, sees everything as it was at its beginning, and holds up no writer", async () => {
  const { db } = createTestDeps();
  for (let n = 0; n < 3; n += 1) await addRole(db, `test-${n}`);
  const seen = await db
    .transaction()
    .setAccessMode("read only")
    .execute(async (trx) => {
      const first = await roleIds(trx);
      await addRole(db, "test-late");
      return [first, await roleIds(trx)];
    });
  expect(seen).toEqual([
    ["test-0", "test-1", "test-2"],
    ["test-0", "test-1", "test-2"],
  ]);
  expect(await roleIds(db)).toHaveLength(4);
});

test("a transaction has its time limits also on a connection that a pooler hands out and nobody set up", async () => {
  const { db: made, env } = createTestDeps();
  await roleIds(made);
  const db = openPostgres({ ...env.postgres!, poolSize: 1 });
  const limit = async (executor: Executor, name: string) =>
    (await sql<{ value: string }>`select current_setting(${name}) as value`.execute(executor)).rows[0]!.value;
  await sql`set idle_in_transaction_session_timeout = 0`.execute(db);
  await sql`set statement_timeout = 0`.execute(db);
  await db.transaction().execute(async (trx) => {
    expect(await limit(trx, "idle_in_transaction_session_timeout")).toBe("3s");
    expect(await limit(trx, "statement_timeout")).toBe("15s");
  });
  expect(await limit(db, "statement_timeout")).toBe("0");
  await db.destroy();
});

test("a backup or a move gives up on a server that stays away", async () => {
  const { env } = createTestDeps();
  const { connection } = env.postgres!;
  const db = openPostgres({ ...env.postgres!, connection: { ...connection, port: 1 } });
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (now += 20_000));
  const error = await caught(withoutTimeLimit(() => db.selectFrom("roles").select("id").execute()));
  expect(isStorageError(error)).toBe(true);
  await db.destroy();
});
