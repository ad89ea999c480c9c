import { expect, test, vi } from "vitest";
import { transact, type Executor } from "#app/platform/database.server.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { enqueue } from "./enqueue.server.ts";

function watched() {
  const deps = createTestDeps();
  const wake = vi.fn();
  deps.jobs.wake = wake;
  const queue = (executor: Executor, dedupeKey: string) =>
    enqueue({ ...deps, db: executor }, { kind: "mail", topic: "mail-test", dedupeKey, payload: {} });
  return { deps, wake, queue };
}

test("two jobs of one transaction wake the worker once, after the commit", async () => {
  const { deps, wake, queue } = watched();
  await transact(deps, async (inside) => {
    await queue(inside.db, "one");
    await transact(inside, ({ db: inner }) => queue(inner, "two"));
    expect(wake).not.toHaveBeenCalled();
  });
  expect(wake).toHaveBeenCalledOnce();
});

test("a transaction that fails wakes nobody", async () => {
  const { deps, wake, queue } = watched();
  const failing = transact(deps, async (inside) => {
    await queue(inside.db, "one");
    throw new Error("refused");
  });
  await expect(failing).rejects.toThrow("refused");
  expect(wake).not.toHaveBeenCalled();
});

test("a job queued outside of a transaction wakes the worker at once", async () => {
  const { deps, wake, queue } = watched();
  await queue(deps.db, "one");
  expect(wake).toHaveBeenCalledOnce();
});
