import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createJob } from "#tests/setup/factories.ts";
import type { JobHandler } from "./jobs.ts";
import { runSlot } from "./run-due-jobs.server.ts";

test("requests get their turn between two jobs that wait for nothing", async () => {
  const deps = createTestDeps();
  for (const key of ["a", "b", "c"]) await createJob(deps, key);
  const happened: string[] = [];
  const handler: JobHandler = {
    kind: "mail",
    slots: 1,
    urgentTopics: [],
    retryMs: () => null,
    label: (topic) => topic,
    recipientWords: "",
    waitsFor: () => null,
    pausedMs: () => 0,
    async run() {
      happened.push("job");
      void setImmediate().then(() => happened.push("request"));
      return { state: "sent", vendorId: null };
    },
  };
  expect(await runSlot(deps, handler)).toBe(3);
  await setImmediate();
  expect(happened).toEqual(["job", "request", "job", "request", "job", "request"]);
});
