import type { Deps } from "#app/deps.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { endAccess } from "#app/features/accounts/security/end-access.server.ts";
import type { StaffPrincipal } from "#app/features/accounts/guards.server.ts";
import { USER_MESSAGES } from "#app/features/accounts/sign-in/messages.ts";
import { actorOf } from "#app/features/accounts/principal.server.ts";

export type ChangeUserOutcome =
  { kind: "changed" } | { kind: "refused"; message: string } | { kind: "not-found" };

/**
 * Shuts a user out and ends all their sessions at once. Nobody can shut out themselves or the last active
 * Administrator, two of them doing it to each other at the same moment included.
 */
export async function deactivateUser(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  userId: string,
  administrator: StaffPrincipal,
  requestId: string,
): Promise<ChangeUserOutcome> {
  if (userId === administrator.userId) return { kind: "refused", message: USER_MESSAGES.oneself };
  return deps.db.transaction().execute(async (trx) => {
    const user = await trx.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
    if (!user) return { kind: "not-found" as const };
    if (user.is_active === 0) return { kind: "changed" as const };
    const others = await trx
      .selectFrom("users")
      .select("id")
      .where("role_id", "=", "administrator")
      .where("is_active", "=", 1)
      .where("id", "!=", userId)
      .execute();
    if (user.role_id === "administrator" && !others.some((other) => other.id === administrator.userId)) {
      return { kind: "refused" as const, message: USER_MESSAGES.lastAdministrator };
    }
    await trx
      .updateTable("users")
      .set({ is_active: 0, updated_at: deps.clock.now().toISOString() })
      .where("id", "=", userId)
      .execute();
    await endAccess(trx, userId);
    await recordAudit(trx, deps, {
      actor: actorOf(administrator),
      action: "user.deactivated",
      subject: { kind: "user", id: userId },
      changedFields: ["isActive"],
      requestId,
    });
    return { kind: "changed" as const };
  });
}
