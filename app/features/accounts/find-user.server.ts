import type { Executor } from "#app/platform/database.server.ts";
import type { UserRow } from "./tables.ts";
import { emailKey } from "./email-key.ts";

export type UserWithRole = UserRow & { role_name: string };

const LONGEST_KEY = 320;

export function selectUsers(executor: Executor) {
  return executor
    .selectFrom("users")
    .innerJoin("roles", "roles.id", "users.role_id")
    .selectAll("users")
    .select("roles.name as role_name");
}

export async function findOwnerOfEmail(executor: Executor, email: string): Promise<UserWithRole | null> {
  const key = emailKey(email).slice(0, LONGEST_KEY);
  return (await selectUsers(executor).where("users.email_key", "=", key).executeTakeFirst()) ?? null;
}

/** The newest active account made for an address whose owner has not confirmed it. */
export async function findUnconfirmedByEmail(
  executor: Executor,
  email: string,
): Promise<UserWithRole | null> {
  const query = selectUsers(executor)
    .where("users.unconfirmed_email_key", "=", emailKey(email).slice(0, LONGEST_KEY))
    .where("users.is_active", "=", 1)
    .orderBy("users.updated_at", "desc")
    .orderBy("users.id", "desc")
    .limit(1);
  return (await query.executeTakeFirst()) ?? null;
}

export async function findActiveUser(executor: Executor, id: string): Promise<UserWithRole | null> {
  const query = selectUsers(executor).where("users.id", "=", id).where("users.is_active", "=", 1);
  return (await query.executeTakeFirst()) ?? null;
}

/** Checked in the same transaction before access is taken away, so that two Administrators cannot remove each other. */
export async function isActiveAdministrator(executor: Executor, userId: string): Promise<boolean> {
  return (await findActiveUser(executor, userId))?.role_id === "administrator";
}
