import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createJob } from "#tests/setup/factories.ts";
import { jobGauge } from "./job-queries.server.ts";

test("the gauge counts what waits, runs or was given up, and nothing that only grows", async () => {
  const deps = createTestDeps();
  for (const key of ["a", "b", "c", "d"]) await createJob(deps, key);
  const setState = (key: string, state: "failed" | "sent") =>
    deps.db.updateTable("outbox").set({ state }).where("dedupe_key", "=", key).execute();
  await setState("a", "failed");
  await setState("b", "sent");
  expect(await jobGauge(deps.db).read()).toEqual([
    { label: "queued", value: 2 },
    { label: "leased", value: 0 },
    { label: "failed", value: 1 },
  ]);
});
