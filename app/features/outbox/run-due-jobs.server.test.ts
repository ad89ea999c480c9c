import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createJob } from "#tests/setup/factories.ts";
import type { JobHandler } from "./jobs.ts";
import { runSlot } from "./run-due-jobs.server.ts";

test("a slot rests between two jobs, so that requests get their turn", async () => {
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
      return { state: "sent", vendorId: null };
    },
  };
  const rest = () => Promise.resolve(happened.push("rest"));
  expect(await runSlot(deps, handler, { rest })).toBe(3);
  expect(happened).toEqual(["job", "rest", "job", "rest", "job"]);
});
