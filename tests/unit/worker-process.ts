import { createDeps } from "#app/deps.server.ts";
import { SYSTEM } from "#app/features/audit/record-audit.server.ts";
import { closeMonth } from "#app/features/pay/close-month.server.ts";
import { lastDayOf } from "#app/features/pay/months.ts";
import { readOpenPay, seenOf } from "#app/features/pay/open-pay.server.ts";
import { startWorker } from "#app/features/outbox/worker.server.ts";
import { registerJobHandlers } from "#app/job-handlers.server.ts";
import { readEnv } from "#app/platform/env.server.ts";

/** Only works on the outbox, or closes a month of pay, for tests that kill it. */
const deps = createDeps(readEnv(process.env));
await deps.settings.reload();
registerJobHandlers(deps);
const month = process.env.CLOSE_MONTH;
if (month) {
  const seen = seenOf(await readOpenPay(deps, { until: lastDayOf(month) }));
  process.send!("ready");
  await closeMonth(deps, { actor: SYSTEM, requestId: "test", month, seen });
  process.exit();
} else startWorker(deps);
