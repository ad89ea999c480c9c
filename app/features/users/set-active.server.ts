import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type Author } from "#app/features/audit/record-audit.server.ts";
import { endAccess } from "#app/features/accounts/sessions/end-access.server.ts";
import { USER_MESSAGES } from "./user-rules.ts";
import { isActiveAdministrator } from "#app/features/accounts/find-user.server.ts";

export type ChangeUserOutcome =
  { kind: "changed" } | { kind: "refused"; message: string } | { kind: "not-found" };

type SetActive = (
  deps: Pick<Deps, "db" | "clock" | "ids">,
  userId: string,
  by: Author,
) => Promise<ChangeUserOutcome>;

/** Lets a deactivated user sign in again with their old password. */
export const reactivateUser: SetActive = (...change) => setActive(1, ...change);

/** Deactivates a user and ends their sessions; never oneself or the last active Administrator. */
export const deactivateUser: SetActive = async (deps, userId, by) =>
  userId === by.actor.id
    ? { kind: "refused", message: USER_MESSAGES.oneself }
    : setActive(0, deps, userId, by);

async function setActive(
  isActive: 0 | 1,
  ...[deps, userId, by]: Parameters<SetActive>
): Promise<ChangeUserOutcome> {
  return deps.db.transaction().execute(async (trx): Promise<ChangeUserOutcome> => {
    const user = await trx.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
    if (!user) return { kind: "not-found" };
    if (user.is_active === isActive) return { kind: "changed" };
    if (!isActive) {
      const isLast =
        user.role_id === "administrator" && !(await isActiveAdministrator(trx, by.actor.id ?? ""));
      if (isLast) return { kind: "refused", message: USER_MESSAGES.lastAdministrator };
      await endAccess(trx, userId);
    }
    await trx
      .updateTable("users")
      .set({ is_active: isActive, updated_at: deps.clock.now().toISOString() })
      .where("id", "=", userId)
      .execute();
    await recordAudit(trx, deps, by, isActive ? "user.reactivated" : "user.deactivated", ["user", userId], {
      changedFields: ["isActive"],
    });
    return { kind: "changed" };
  });
}
