import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { savedSince } from "#app/forms/changed-since.ts";
import { DONE, refused, type Result } from "#app/features/booking/record/change-booking.server.ts";
import { RIGHTS, type Right } from "#app/features/accounts/record/rights.ts";
import { UNKNOWN_ROLE, type UserEdit } from "./user-rules.ts";
import { cleanName, mailTemporaryPassword } from "./create-user.server.ts";
import {
  isActiveAdministrator,
  searchTextOf,
  selectUsers,
  updateUser,
} from "#app/features/accounts/record/user-row.server.ts";
import { endAccess, setTemporaryPassword } from "#app/features/accounts/session/end-access.server.ts";
import { hashPassword } from "#app/features/accounts/password/password-hash.server.ts";
import { makeTemporaryPassword } from "#app/features/accounts/password/new-password.server.ts";
import { transact } from "#app/platform/database.server.ts";

/** Why a user was not changed. */
export const USER_PROBLEMS = {
  oneself: "You cannot deactivate your own account.",
  "own-role": "You cannot change your own role. Ask another Administrator.",
  "own-password": "Change your own password on the Security page.",
  "unknown-role": UNKNOWN_ROLE,
  "last-administrator": "This is the last active Administrator. Make another one first.",
  inactive: "Reactivate this user first.",
};

type Changed = Result<"not-found" | keyof typeof USER_PROBLEMS>;

/** Somebody else saved first: their values by field. Nothing was written. */
type EditConflict = { ok: false; problem: "changed-since"; savedInstead: Record<string, string[]> };

export type UserRefused = Exclude<Changed | EditConflict, { ok: true }>;

/** Changes names and, for staff, the role, which counts from their next request on; never one's own role, and one
 * Administrator always remains. A page that did not show what is saved changes nothing. */
export async function editUser(deps: Deps, userId: string, edit: UserEdit, by: ActedByRequest) {
  return transact(deps, async (inside): Promise<Changed | EditConflict> => {
    const user = await selectUsers(inside.db).where("users.id", "=", userId).executeTakeFirst();
    if (!user) return refused("not-found");
    const roleId = edit.roleId ?? user.role_id;
    const firstName = cleanName(edit.firstName) || null;
    const lastName = cleanName(edit.lastName) || null;
    const { version } = user;
    if (edit.version !== undefined && edit.version !== version) {
      const savedInstead = {
        ...(firstName !== user.first_name && { firstName: savedSince(user.first_name) }),
        ...(lastName !== user.last_name && { lastName: savedSince(user.last_name) }),
        ...(roleId !== user.role_id && { roleId: savedSince(user.role_name) }),
      };
      return { ok: false, problem: "changed-since", savedInstead };
    }
    if (roleId !== user.role_id) {
      if (userId === by.actor.id) return refused("own-role");
      const role = await inside.db
        .selectFrom("roles")
        .select("id")
        .where("id", "=", roleId)
        .executeTakeFirst();
      if (!role || roleId === "customer" || user.role_id === "customer") return refused("unknown-role");
      if (!(await isActiveAdministrator(inside.db, by.actor.id ?? ""))) return refused("last-administrator");
    }
    const changedFields = [
      ...(firstName === user.first_name ? [] : ["firstName"]),
      ...(lastName === user.last_name ? [] : ["lastName"]),
      ...(roleId === user.role_id ? [] : ["role"]),
    ];
    if (changedFields.length === 0) return DONE;
    await updateUser(inside.db, deps, userId, {
      first_name: firstName,
      last_name: lastName,
      search_text: searchTextOf({ email: user.email, firstName, lastName }),
      role_id: roleId,
      version: version + 1,
    });
    const isMoved = roleId !== user.role_id;
    await recordAudit(inside, by, isMoved ? "user.role-changed" : "user.edited", ["user", userId], {
      changedFields,
      note: isMoved ? `${user.role_id} to ${roleId}` : null,
    });
    return DONE;
  });
}

/** Lets a deactivated user sign in again with their old password. */
export async function reactivateUser(deps: Deps, userId: string, by: ActedByRequest) {
  return setActive(1, deps, userId, by);
}

/** Deactivates a user and ends their sessions; never oneself or the last active Administrator. */
export async function deactivateUser(deps: Deps, userId: string, by: ActedByRequest): Promise<Changed> {
  if (userId === by.actor.id) return refused("oneself");
  return setActive(0, deps, userId, by);
}

async function setActive(isActive: 0 | 1, deps: Deps, userId: string, by: ActedByRequest) {
  return transact(deps, async (inside): Promise<Changed> => {
    const user = await inside.db.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
    if (!user) return refused("not-found");
    if (user.is_active === isActive) return DONE;
    if (!isActive) {
      const isLast =
        user.role_id === "administrator" && !(await isActiveAdministrator(inside.db, by.actor.id ?? ""));
      if (isLast) return refused("last-administrator");
      await endAccess(inside.db, userId);
    }
    await updateUser(inside.db, deps, userId, { is_active: isActive });
    await recordAudit(inside, by, isActive ? "user.reactivated" : "user.deactivated", ["user", userId], {
      changedFields: ["isActive"],
    });
    return DONE;
  });
}

/** Gives a right, or takes it away; it counts from the next request on. */
export function setRight(right: Right, value: 0 | 1) {
  const { field, action, roles } = RIGHTS[right];
  return async (deps: Deps, userId: string, by: ActedByRequest) =>
    transact(deps, async (inside): Promise<Changed> => {
      const user = await inside.db
        .selectFrom("users")
        .select(right)
        .where("id", "=", userId)
        .where("role_id", "in", roles)
        .executeTakeFirst();
      if (!user) return refused("not-found");
      if (user[right] === value) return DONE;
      await updateUser(inside.db, deps, userId, { [right]: value });
      await recordAudit(inside, by, `${action}-${value ? "given" : "taken"}`, ["user", userId], {
        changedFields: [field],
      });
      return DONE;
    });
}

/** For active staff, other than oneself, who lost their password or phone: mails a new temporary password, ends all
 * sessions and turns two-factor authentication off. */
export async function resendTemporaryPassword(
  deps: Deps,
  userId: string,
  by: ActedByRequest,
): Promise<Changed> {
  if (userId === by.actor.id) return refused("own-password");
  const password = makeTemporaryPassword();
  const passwordHash = await hashPassword(password);
  return transact(deps, async (inside): Promise<Changed> => {
    const user = await inside.db
      .selectFrom("users")
      .select(["id", "email", "is_active"])
      .where("id", "=", userId)
      .where("role_id", "!=", "customer")
      .executeTakeFirst();
    if (!user) return refused("not-found");
    if (user.is_active === 0) return refused("inactive");
    await setTemporaryPassword(inside.db, deps, user.id, passwordHash);
    await recordAudit(inside, by, "user.temporary-password-sent", ["user", user.id], {
      changedFields: ["password", "twoFactor"],
    });
    await mailTemporaryPassword(inside, user.email, password);
    return DONE;
  });
}
