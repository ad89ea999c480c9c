import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { savedSince } from "#app/forms/changed-since.ts";
import { USER_MESSAGES, type UserEdit } from "./user-rules.ts";
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

type ChangeUserOutcome = { kind: "changed" } | { kind: "refused"; message: string } | { kind: "not-found" };

/** Somebody else saved first: their values by field, and their version. Nothing was written. */
type EditConflict = { kind: "conflict"; errors: Record<string, string[]>; version: number };

/** Changes names and, for staff, the role, which counts from their next request on; never one's own role, and one
 * Administrator always remains. A page that did not show what is saved changes nothing. */
export async function editUser(deps: Deps, userId: string, edit: UserEdit, by: ActedByRequest) {
  return transact(deps.db, async (trx): Promise<ChangeUserOutcome | EditConflict> => {
    const user = await selectUsers(trx).where("users.id", "=", userId).executeTakeFirst();
    if (!user) return { kind: "not-found" };
    const roleId = edit.roleId ?? user.role_id;
    const firstName = cleanName(edit.firstName) || null;
    const lastName = cleanName(edit.lastName) || null;
    const { version } = user;
    if (edit.version !== undefined && edit.version !== version) {
      const errors = {
        ...(firstName !== user.first_name && { firstName: savedSince(user.first_name) }),
        ...(lastName !== user.last_name && { lastName: savedSince(user.last_name) }),
        ...(roleId !== user.role_id && { roleId: savedSince(user.role_name) }),
      };
      return { kind: "conflict", errors, version };
    }
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
    const changedFields = [
      ...(firstName === user.first_name ? [] : ["firstName"]),
      ...(lastName === user.last_name ? [] : ["lastName"]),
      ...(roleId === user.role_id ? [] : ["role"]),
    ];
    if (changedFields.length === 0) return { kind: "changed" };
    await updateUser(trx, deps, userId, {
      first_name: firstName,
      last_name: lastName,
      search_text: searchTextOf({ email: user.email, firstName, lastName }),
      role_id: roleId,
      version: version + 1,
    });
    const isMoved = roleId !== user.role_id;
    await recordAudit(trx, deps, by, isMoved ? "user.role-changed" : "user.edited", ["user", userId], {
      changedFields,
      note: isMoved ? `${user.role_id} to ${roleId}` : null,
    });
    return { kind: "changed" };
  });
}

/** Lets a deactivated user sign in again with their old password. */
export async function reactivateUser(deps: Deps, userId: string, by: ActedByRequest) {
  return setActive(1, deps, userId, by);
}

/** Deactivates a user and ends their sessions; never oneself or the last active Administrator. */
export async function deactivateUser(
  deps: Deps,
  userId: string,
  by: ActedByRequest,
): Promise<ChangeUserOutcome> {
  if (userId === by.actor.id) return { kind: "refused", message: USER_MESSAGES.oneself };
  return setActive(0, deps, userId, by);
}

async function setActive(isActive: 0 | 1, deps: Deps, userId: string, by: ActedByRequest) {
  return transact(deps.db, async (trx): Promise<ChangeUserOutcome> => {
    const user = await trx.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
    if (!user) return { kind: "not-found" };
    if (user.is_active === isActive) return { kind: "changed" };
    if (!isActive) {
      const isLast =
        user.role_id === "administrator" && !(await isActiveAdministrator(trx, by.actor.id ?? ""));
      if (isLast) return { kind: "refused", message: USER_MESSAGES.lastAdministrator };
      await endAccess(trx, userId);
    }
    await updateUser(trx, deps, userId, { is_active: isActive });
    await recordAudit(trx, deps, by, isActive ? "user.reactivated" : "user.deactivated", ["user", userId], {
      changedFields: ["isActive"],
    });
    return { kind: "changed" };
  });
}

type Right = "sees_concerns" | "handles_money" | "reviews_reports";

const STAFF_ROLES = ["administrator", "coordinator"];

const RIGHTS = {
  sees_concerns: { field: "seesConcerns", action: "user.concern-right", roles: STAFF_ROLES },
  handles_money: { field: "handlesMoney", action: "user.money-right", roles: STAFF_ROLES },
  reviews_reports: { field: "reviewsReports", action: "user.review-right", roles: ["assessor"] },
} as const satisfies Record<Right, object>;

/** Gives a member of staff the right to read safeguarding concerns. */
export async function giveConcernRight(deps: Deps, userId: string, by: ActedByRequest) {
  return setRight("sees_concerns", 1, deps, userId, by);
}

/** Takes the right to read safeguarding concerns away; it counts from the next request on. */
export async function takeConcernRight(deps: Deps, userId: string, by: ActedByRequest) {
  return setRight("sees_concerns", 0, deps, userId, by);
}

/** Gives a Coordinator the right to issue invoices and see to payments. */
export async function giveMoneyRight(deps: Deps, userId: string, by: ActedByRequest) {
  return setRight("handles_money", 1, deps, userId, by);
}

/** Takes the right to handle money away; it counts from the next request on. */
export async function takeMoneyRight(deps: Deps, userId: string, by: ActedByRequest) {
  return setRight("handles_money", 0, deps, userId, by);
}

/** Gives an assessor the right to review reports of others. */
export async function giveReviewRight(deps: Deps, userId: string, by: ActedByRequest) {
  return setRight("reviews_reports", 1, deps, userId, by);
}

/** Takes the right to review reports away; it counts from the next request on. */
export async function takeReviewRight(deps: Deps, userId: string, by: ActedByRequest) {
  return setRight("reviews_reports", 0, deps, userId, by);
}

async function setRight(right: Right, value: 0 | 1, deps: Deps, userId: string, by: ActedByRequest) {
  const { field, action, roles } = RIGHTS[right];
  return transact(deps.db, async (trx): Promise<ChangeUserOutcome> => {
    const user = await trx
      .selectFrom("users")
      .select(right)
      .where("id", "=", userId)
      .where("role_id", "in", roles)
      .executeTakeFirst();
    if (!user) return { kind: "not-found" };
    if (user[right] === value) return { kind: "changed" };
    await updateUser(trx, deps, userId, { [right]: value });
    await recordAudit(trx, deps, by, `${action}-${value ? "given" : "taken"}`, ["user", userId], {
      changedFields: [field],
    });
    return { kind: "changed" };
  });
}

/** For active staff, other than oneself, who lost their password or phone: mails a new temporary password, ends all
 * sessions and turns two-factor authentication off. */
export async function resendTemporaryPassword(
  deps: Deps,
  userId: string,
  by: ActedByRequest,
): Promise<ChangeUserOutcome> {
  if (userId === by.actor.id) {
    return { kind: "refused", message: "Change your own password on the Security page." };
  }
  const password = makeTemporaryPassword();
  const passwordHash = await hashPassword(password);
  const outcome = await transact(deps.db, async (trx): Promise<ChangeUserOutcome> => {
    const user = await trx
      .selectFrom("users")
      .select(["id", "email", "is_active"])
      .where("id", "=", userId)
      .where("role_id", "!=", "customer")
      .executeTakeFirst();
    if (!user) return { kind: "not-found" };
    if (user.is_active === 0) return { kind: "refused", message: "Reactivate this user first." };
    await setTemporaryPassword(trx, deps, user.id, passwordHash);
    await recordAudit(trx, deps, by, "user.temporary-password-sent", ["user", user.id], {
      changedFields: ["password", "twoFactor"],
    });
    await mailTemporaryPassword(trx, deps, user.email, password);
    return { kind: "changed" };
  });
  return outcome;
}
