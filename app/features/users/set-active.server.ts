import type { Deps } from "#app/deps.server.ts";
import type { StaffPrincipal } from "#app/features/accounts/guards.server.ts";
import { actorOf } from "#app/features/accounts/principal.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { endAccess } from "#app/features/accounts/sessions/end-access.server.ts";
import { USER_MESSAGES } from "./user-rules.ts";
import { isActiveAdministrator } from "#app/features/accounts/find-user.server.ts";

/** Lets a deactivated user sign in again with their old password. */
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
    return setActive(trx, deps, { userId, isActive: true, administrator, requestId });
  });
}

/** Deactivates a user and ends their sessions; never oneself or the last active Administrator. */
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
    if (user.role_id === "administrator" && !(await isActiveAdministrator(trx, administrator.userId))) {
      return { kind: "refused" as const, message: USER_MESSAGES.lastAdministrator };
    }
    await endAccess(trx, userId);
    return setActive(trx, deps, { userId, isActive: false, administrator, requestId });
  });
}

export type ChangeUserOutcome =
  { kind: "changed" } | { kind: "refused"; message: string } | { kind: "not-found" };

async function setActive(
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
