import type { Clock } from "#app/platform/clock.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { Ids } from "#app/platform/ids.server.ts";
import { recordAudit, type Actor } from "./record-audit.server.ts";

type View = {
  action: "booking.viewed" | "referral.viewed" | "referral.printed" | "complaint.viewed";
  subject: { kind: "booking" | "complaint"; id: string };
  actor: Actor;
  requestId?: string;
};

/** Notes that staff opened or printed a record (DESIGN decision 31); others leave no note. */
export async function noteStaffView(
  deps: { db: Executor; clock: Clock; ids: Ids },
  view: View,
): Promise<void> {
  if (view.actor.kind === "staff") await recordAudit(deps.db, deps, view);
}
