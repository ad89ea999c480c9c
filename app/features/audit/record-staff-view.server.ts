import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "#app/platform/clock.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { Ids } from "#app/platform/ids.server.ts";
import { describeError, type Logger } from "#app/platform/log.server.ts";
import { writeIfFree } from "#app/platform/lock-timeout.server.ts";
import { recordAudit, type ActedBy } from "./record-audit.server.ts";

type View =
  | "booking.viewed"
  | "visit.viewed"
  | "report.viewed"
  | "referral.viewed"
  | "referral.printed"
  | "complaint.viewed"
  | "letter.outcome-shown"
  | "document.opened"
  | "concern.viewed";

const PAGE_WAIT_MS = 250;
const AGAIN_AFTER_MS = 1_000;
const MAX_ATTEMPTS = 3_600;

/** Views of staff and assessors; others leave no entry. While the database cannot be written, the page still opens; the
 * entry follows, with the time of the view. */
export async function recordStaffView(
  deps: { db: Executor; clock: Clock; ids: Ids; log: Logger },
  by: ActedBy,
  action: View,
  subject: readonly [kind: "booking" | "complaint" | "safeguarding", id: string],
  note: string | null = null,
): Promise<void> {
  if (by.actor.kind !== "staff" && by.actor.kind !== "assessor") return;
  const at = deps.clock.now();
  const atTheView = { ...deps, clock: { ...deps.clock, now: () => at } };
  const write = () => recordAudit({ ...atTheView, db: deps.db }, by, action, subject, { note });
  if (await writeIfFree(write, PAGE_WAIT_MS)) return;
  const requestId = by.requestId ?? undefined;
  deps.log.warn("staff view not recorded yet", { requestId });
  recordLater(write).then(
    (isNoted) => isNoted || deps.log.error("staff view not recorded", { requestId }),
    (error: unknown) => deps.log.error("staff view not recorded", { requestId, ...describeError(error) }),
  );
}

async function recordLater(write: () => Promise<unknown>): Promise<boolean> {
  for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
    await wait(AGAIN_AFTER_MS, undefined, { ref: false });
    if (await writeIfFree(write, PAGE_WAIT_MS)) return true;
  }
  return false;
}
