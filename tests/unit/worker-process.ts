import { createDeps } from "#app/deps.server.ts";
import { startWorker } from "#app/features/mail/worker.server.ts";
import { readEnv } from "#app/platform/env.server.ts";

/** A process that only works on the outbox, for tests that kill it. */
startWorker(createDeps(readEnv(process.env)));
