import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { Ids } from "#app/platform/ids.server.ts";

export async function recordOwnAct(
  trx: Executor,
  deps: { clock: Clock; ids: Ids },
  actor: { kind: "customer" | "staff"; id: string },
  action: string,
  requestId: string,
): Promise<void> {
  await recordAudit(trx, deps, { actor, requestId }, action, ["user", actor.id]);
}
