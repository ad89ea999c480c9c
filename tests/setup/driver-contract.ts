import { expect, test } from "vitest";
import type { Executor } from "#app/platform/database.server.ts";
import { createTestDeps } from "./deps.ts";

export const addRole = (db: Executor, id: string) =>
  db.insertInto("roles").values({ id, name: id, description: "" }).execute();

/** Ids of the roles that a test has added, in order. */
export async function roleIds(db: Executor): Promise<string[]> {
  const rows = await db
    .selectFrom("roles")
    .select("id")
    .where("id", "like", "test-%")
    .orderBy("id")
    .execute();
  return rows.map((row) => row.id);
}

/** The rules that the product relies on with either database. The tests run on the one of this run. */
export function testDriverContract(): void {
  test("what was written is read at once, in and after the transaction", async () => {
    const { db } = createTestDeps();
    await db.transaction().execute(async (trx) => {
      await addRole(trx, "test-1");
      expect(await roleIds(trx)).toEqual(["test-1"]);
    });
    expect(await roleIds(db)).toEqual(["test-1"]);
  });

  test("nothing is in an empty list, and everything is outside of it", async () => {
    const { db } = createTestDeps();
    await addRole(db, "test-1");
    const roles = db.selectFrom("roles").select("id").where("id", "like", "test-%");
    expect(await roles.where("id", "in", []).execute()).toEqual([]);
    expect(await roles.where("id", "not in", []).execute()).toEqual([{ id: "test-1" }]);
  });

  test("a transaction that fails leaves nothing behind, and the next one works", async () => {
    const { db } = createTestDeps();
    const failing = db.transaction().execute(async (trx) => {
      await addRole(trx, "test-1");
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    await db.transaction().execute((trx) => addRole(trx, "test-2"));
    expect(await roleIds(db)).toEqual(["test-2"]);
  });

  test("counts and sums are numbers, and what is true is 1", async () => {
    const { db } = createTestDeps();
    const row = await db
      .selectFrom("roles")
      .select((eb) => [
        eb.fn.countAll<number>().as("count"),
        eb.exists(eb.selectFrom("users").select("id")).as("is_there"),
      ])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ count: 4, is_there: 0 });
  });

  test("an id with a NUL in it is found nowhere, and is no defect", async () => {
    const { db } = createTestDeps();
    expect(await db.selectFrom("roles").select("id").where("id", "=", "customer\0").execute()).toEqual([]);
  });
}
