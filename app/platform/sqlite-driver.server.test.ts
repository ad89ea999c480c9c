import SQLite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { addRole, roleIds, testDriverContract } from "#tests/setup/driver-contract.ts";
import { writeIfFree } from "./lock-timeout.server.ts";
import { isStorageError } from "./storage-error.ts";

/** Another process's write lock: SQLite tells connections apart, not processes. */
function lock(file: string): { release(): void } {
  const other = new SQLite(file);
  other.exec("BEGIN IMMEDIATE");
  onTestFinished(() => void other.close());
  return { release: () => void other.exec("ROLLBACK") };
}

testDriverContract();

test("while another process writes, reads go on and a write waits without stopping anything", async () => {
  const { db, env } = createTestDeps();
  const { release } = lock(env.databaseFile);
  let isWritten = false;
  const writing = addRole(db, "test-1").then(() => (isWritten = true));
  const inTransaction = db.transaction().execute(async (trx) => {
    await addRole(trx, "test-2");
  });
  for (let turn = 0; turn < 5; turn += 1) {
    expect(await roleIds(db)).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(isWritten).toBe(false);
  release();
  await Promise.all([writing, inTransaction]);
  expect(await roleIds(db)).toEqual(["test-1", "test-2"]);
});

test("a write that is worth no wait is left out, and nothing of it remains", async () => {
  const { db, env } = createTestDeps();
  const { release } = lock(env.databaseFile);
  expect(await writeIfFree(() => addRole(db, "test-1"))).toBe(false);
  release();
  expect(await writeIfFree(() => addRole(db, "test-2"))).toBe(true);
  expect(await roleIds(db)).toEqual(["test-2"]);
  await expect(writeIfFree(() => addRole(db, "test-2"))).rejects.toThrow("UNIQUE");
});

test("a write whose turn does not come in time fails as one that met a lock", async () => {
  const { db } = createTestDeps();
  const { promise: held, resolve: end } = Promise.withResolvers<void>();
  const transaction = db.transaction().execute(() => held);
  const refusal = await writeIfFree(() => addRole(db, "test-1"));
  expect(refusal).toBe(false);
  end();
  await transaction;
  await addRole(db, "test-2");
  expect(await roleIds(db)).toEqual(["test-2"]);
});

test("transactions follow one another, and a write beside them is no part of them", async () => {
  const { db } = createTestDeps();
  const events: string[] = [];
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  const first = db.transaction().execute(async (trx) => {
    events.push("first begins");
    await addRole(trx, "test-1");
    await failed;
  });
  const beside = addRole(db, "test-2");
  const second = db.transaction().execute(async (trx) => {
    events.push("second begins");
    expect(await roleIds(trx)).toEqual(["test-2"]);
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(await roleIds(db)).toEqual([]);
  fail(new Error("changed my mind"));
  await expect(first).rejects.toThrow("changed my mind");
  await Promise.all([beside, second]);
  expect(events).toEqual(["first begins", "second begins"]);
  expect(await roleIds(db)).toEqual(["test-2"]);
});

test("a table that was changed beside us is read in its new shape", async () => {
  const { db, env } = createTestDeps();
  const read = () => db.selectFrom("roles").selectAll().limit(1).executeTakeFirstOrThrow();
  expect(Object.keys(await read())).not.toContain("colour");
  const other = new SQLite(env.databaseFile);
  other.exec("ALTER TABLE roles ADD COLUMN colour TEXT");
  other.close();
  expect(Object.keys(await read())).toContain("colour");
});

test("the write-ahead log is moved into the file between the writes, and does not grow for ever", async () => {
  const pragmas: string[] = [];
  const { db } = createTestDeps(
    {},
    (sql) => /^pragma wal_checkpoint/i.test(String(sql)) && pragmas.push(String(sql)),
  );
  for (let n = 0; n < 450; n += 1) {
    await addRole(db, `test-${n}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await expect.poll(() => pragmas.length).toBe(2);
  expect(await roleIds(db)).toHaveLength(450);
});

test("a refusal of the storage is told from a defect", () => {
  for (const code of ["SQLITE_FULL", "ENOSPC", "EROFS"]) {
    expect(isStorageError(Object.assign(new Error("full"), { code })), code).toBe(true);
  }
  expect(
    isStorageError(new Error("wrapped", { cause: Object.assign(new Error(), { code: "SQLITE_BUSY" }) })),
  ).toBe(true);
  expect(isStorageError(Object.assign(new Error("unique"), { code: "SQLITE_CONSTRAINT_UNIQUE" }))).toBe(
    false,
  );
});
