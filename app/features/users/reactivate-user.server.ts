import type { Deps } from "#app/deps.server.ts";
import { setActive, type ChangeUserOutcome } from "./set-active.server.ts";
import type { StaffPrincipal } from "#app/features/accounts/guards.server.ts";

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
