import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type Author } from "#app/features/audit/record-audit.server.ts";
import { USER_MESSAGES } from "./user-rules.ts";
import { cleanName } from "./create-user.server.ts";
import { isActiveAdministrator } from "#app/features/accounts/find-user.server.ts";
import { searchTextOf } from "#app/features/accounts/new-user-row.ts";
import type { ChangeUserOutcome } from "./set-active.server.ts";

type UserEdit = {
  firstName: string;
  lastName: string;
  /** For staff only. Their sessions have the new role from the next request on. */
  roleId?: string | undefined;
};

/** Changes names and, for staff, the role; never one's own role, and one Administrator always remains. */
export async function editUser(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  userId: string,
  edit: UserEdit,
  by: Author,
): Promise<ChangeUserOutcome> {
  return deps.db.transaction().execute(async (trx): Promise<ChangeUserOutcome> => {
    const user = await trx.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
    if (!user) return { kind: "not-found" };
    const roleId = edit.roleId ?? user.role_id;
    if (roleId !== user.role_id) {
      if (userId === by.actor.id) return { kind: "refused", message: USER_MESSAGES.ownRole };
      const role = await trx.selectFrom("roles").select("id").where("id", "=", roleId).executeTakeFirst();
      if (!role || roleId === "customer" || user.role_id === "customer") {
        return { kind: "refused", message: USER_MESSAGES.unknownRole };
      }
      if (!(await isActiveAdministrator(trx, by.actor.id ?? ""))) {
        return { kind: "refused", message: USER_MESSAGES.lastAdministrator };
      }
    }
    const firstName = cleanName(edit.firstName) || null;
    const lastName = cleanName(edit.lastName) || null;
    const changedFields = [
      ...(firstName === user.first_name ? [] : ["firstName"]),
      ...(lastName === user.last_name ? [] : ["lastName"]),
      ...(roleId === user.role_id ? [] : ["role"]),
    ];
    if (changedFields.length === 0) return { kind: "changed" };
    await trx
      .updateTable("users")
      .set({
        first_name: firstName,
        last_name: lastName,
        search_text: searchTextOf({ email: user.email, firstName, lastName }),
        role_id: roleId,
        updated_at: deps.clock.now().toISOString(),
      })
      .where("id", "=", userId)
      .execute();
    const isMoved = roleId !== user.role_id;
    await recordAudit(trx, deps, by, isMoved ? "user.role-changed" : "user.edited", ["user", userId], {
      changedFields,
      note: isMoved ? `${user.role_id} to ${roleId}` : null,
    });
    return { kind: "changed" };
  });
}
