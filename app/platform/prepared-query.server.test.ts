import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { preparedQuery } from "./prepared-query.server.ts";

type Row = { key: string; window_start: string; count: number };

const insertRows = preparedQuery((executor, rows: Row[]) => executor.insertInto("rate_limits").values(rows));
const selectCounts = preparedQuery((executor, keys: readonly string[]) =>
  executor.selectFrom("rate_limits").select("count").where("key", "in", keys).orderBy("count"),
);

const row = (key: string, count: number): Row => ({ key, window_start: "2027-01-01", count });

test("each execution has its own values, and a list may be longer than before", async () => {
  const { db } = createTestDeps();
  expect((await insertRows(db, [row("a", 1)])).numAffectedRows).toBe(1n);
  expect((await insertRows(db, [row("b", 2), row("c", 3)])).numAffectedRows).toBe(2n);
  expect((await insertRows(db, [row("d", 4)])).numAffectedRows).toBe(1n);
  expect((await selectCounts(db, ["a", "d"])).rows).toEqual([{ count: 1 }, { count: 4 }]);
  expect((await selectCounts(db, ["b", "c", "d"])).rows).toHaveLength(3);
  expect((await selectCounts(db, ["c"])).rows).toEqual([{ count: 3 }]);
});

test("it takes part in the transaction that it is given", async () => {
  const { db } = createTestDeps();
  const failed = db.transaction().execute(async (trx) => {
    await insertRows(trx, [row("a", 1)]);
    expect((await selectCounts(trx, ["a"])).rows).toHaveLength(1);
    throw new Error("undone");
  });
  await expect(failed).rejects.toThrow("undone");
  expect((await selectCounts(db, ["a"])).rows).toEqual([]);
});

test("it is composed once for each database", async () => {
  let composed = 0;
  const select = preparedQuery((executor, key: string) => {
    composed += 1;
    return executor.selectFrom("rate_limits").selectAll().where("key", "=", key);
  });
  const [one, other] = [createTestDeps().db, createTestDeps().db];
  for (const key of ["a", "b"]) for (const db of [one, other, one]) await select(db, key);
  expect(composed).toBe(2);
});
