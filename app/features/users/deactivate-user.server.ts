import type { Deps } from "#app/deps.server.ts";
import { endAccess } from "#app/features/accounts/sessions/end-access.server.ts";
import type { StaffPrincipal } from "#app/features/accounts/guards.server.ts";
import { USER_MESSAGES } from "./messages.ts";
import { isActiveAdministrator } from "#app/features/accounts/find-user.server.ts";
import { setActive, type ChangeUserOutcome } from "./set-active.server.ts";

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
