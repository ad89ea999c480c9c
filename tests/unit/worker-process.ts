import { createDeps } from "#app/deps.server.ts";
import { startWorker } from "#app/features/outbox/worker.server.ts";
import { registerJobHandlers } from "#app/job-handlers.server.ts";
import { readEnv } from "#app/platform/env.server.ts";

/** Only works on the outbox, for tests that kill it. */
const deps = createDeps(readEnv(process.env));
await deps.settings.reload();
registerJobHandlers(deps);
startWorker(deps);
