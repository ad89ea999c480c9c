import { createDeps } from "#app/deps.server.ts";
import { SYSTEM } from "#app/features/audit/record-audit.server.ts";
import { closeMonth } from "#app/features/pay/close-month.server.ts";
import { lastDayOf } from "#app/features/pay/months.ts";
import { readOpenPay, seenOf } from "#app/features/pay/open-pay.server.ts";
import { openDraft } from "#app/features/report-writing/open-draft.server.ts";
import { sendDraft } from "#app/features/report-writing/check-page.server.ts";
import { startWorker } from "#app/features/outbox/worker.server.ts";
import { registerJobHandlers } from "#app/job-handlers.server.ts";
import { readEnv } from "#app/platform/env.server.ts";

/** Only works on the outbox, closes a month of pay, or sends a report for review, for tests that kill it. At `NOW` its
 * clock stands. */
const { NOW } = process.env;
const real = createDeps(readEnv(process.env));
const deps = NOW ? { ...real, clock: { ...real.clock, now: () => new Date(NOW) } } : real;
await deps.settings.reload();
registerJobHandlers(deps);
const { CLOSE_MONTH: month, SEND_REPORT: sends } = process.env;
if (month) {
  const seen = seenOf(await readOpenPay(deps, { until: lastDayOf(month) }));
  process.send!("ready");
  await closeMonth(deps, { actor: SYSTEM, requestId: "test", month, seen });
  process.exit();
} else if (sends) {
  const [visitId = "", authorId = ""] = sends.split(" ");
  const by = { actor: { kind: "assessor" as const, id: authorId }, requestId: "test" };
  const opened = await openDraft(deps, visitId, by, { toSave: true });
  if (opened?.kind !== "open") throw new Error("The draft is not open.");
  process.send!("ready");
  const refused = await sendDraft(deps, { opened, by, kind: "report", declaredName: "Priya Nair" });
  if (refused) throw new Error(refused.refusal);
  process.exit();
} else startWorker(deps);
