import type { Deps } from "#app/deps.server.ts";
import type { StaffPrincipal } from "#app/features/accounts/guards.server.ts";
import { actorOf } from "#app/features/accounts/principal.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { endAccess } from "#app/features/accounts/sessions/end-access.server.ts";
import { USER_MESSAGES } from "./user-rules.ts";
import { isActiveAdministrator } from "#app/features/accounts/find-user.server.ts";

export type ChangeUserOutcome =
  { kind: "changed" } | { kind: "refused"; message: string } | { kind: "not-found" };

type SetActive = (
  deps: Pick<Deps, "db" | "clock" | "ids">,
  userId: string,
  administrator: StaffPrincipal,
  requestId: string,
) => Promise<ChangeUserOutcome>;

/** Lets a deactivated user sign in again with their old password. */
export const reactivateUser: SetActive = (...change) => setActive(1, ...change);

/** Deactivates a user and ends their sessions; never oneself or the last active Administrator. */
export const deactivateUser: SetActive = async (deps, userId, administrator, requestId) =>
  userId === administrator.userId
    ? { kind: "refused", message: USER_MESSAGES.oneself }
    : setActive(0, deps, userId, administrator, requestId);

async function setActive(
  isActive: 0 | 1,
  ...[deps, userId, administrator, requestId]: Parameters<SetActive>
): Promise<ChangeUserOutcome> {
  return deps.db.transaction().execute(async (trx): Promise<ChangeUserOutcome> => {
    const user = await trx.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
    if (!user) return { kind: "not-found" };
    if (user.is_active === isActive) return { kind: "changed" };
    if (!isActive) {
      const isLast =
        user.role_id === "administrator" && !(await isActiveAdministrator(trx, administrator.userId));
      if (isLast) return { kind: "refused", message: USER_MESSAGES.lastAdministrator };
      await endAccess(trx, userId);
    }
    await trx
      .updateTable("users")
      .set({ is_active: isActive, updated_at: deps.clock.now().toISOString() })
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
  });
}
