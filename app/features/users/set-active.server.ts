import type { Deps } from "#app/deps.server.ts";
import type { StaffPrincipal } from "#app/features/accounts/guards.server.ts";
import { actorOf } from "#app/features/accounts/principal.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { Executor } from "#app/platform/database.server.ts";

export type ChangeUserOutcome =
  { kind: "changed" } | { kind: "refused"; message: string } | { kind: "not-found" };

export async function setActive(
  trx: Executor,
  deps: Pick<Deps, "clock" | "ids">,
  change: { userId: string; isActive: boolean; administrator: StaffPrincipal; requestId: string },
): Promise<ChangeUserOutcome> {
  const { userId, isActive, administrator, requestId } = change;
  await trx
    .updateTable("users")
    .set({ is_active: isActive ? 1 : 0, updated_at: deps.clock.now().toISOString() })
    .where("id", "=", userId)
    .execute();
  await recordAudit(trx, deps, {
    actor: actorOf(administrator),
    action: isActive ? "user.reactivated" : "user.deactivated",
    subject: { kind: "user", id: userId },
    changedFields: ["isActive"],
    requestId,
  });
  return { kind: "changed" };
}
