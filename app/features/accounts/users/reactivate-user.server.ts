import type { Deps } from "#app/deps.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { ChangeUserOutcome } from "./deactivate-user.server.ts";
import type { StaffPrincipal } from "#app/features/accounts/guards.server.ts";
import { actorOf } from "#app/features/accounts/principal.server.ts";

/** Lets a deactivated user sign in again, with the password they had; sessions that were ended stay so. */
export async function reactivateUser(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  userId: string,
  administrator: StaffPrincipal,
  requestId: string,
): Promise<ChangeUserOutcome> {
  return deps.db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom("users")
      .select("is_active")
      .where("id", "=", userId)
      .executeTakeFirst();
    if (!user) return { kind: "not-found" as const };
    if (user.is_active === 1) return { kind: "changed" as const };
    await trx
      .updateTable("users")
      .set({ is_active: 1, updated_at: deps.clock.now().toISOString() })
      .where("id", "=", userId)
      .execute();
    await recordAudit(trx, deps, {
      actor: actorOf(administrator),
      action: "user.reactivated",
      subject: { kind: "user", id: userId },
      changedFields: ["isActive"],
      requestId,
    });
    return { kind: "changed" as const };
  });
}
