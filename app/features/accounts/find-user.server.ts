import type { Executor } from "#app/platform/database.server.ts";
import type { UserRow } from "./tables.ts";
import { emailKey } from "./email-key.ts";

export type UserWithRole = UserRow & { role_name: string };

function users(executor: Executor) {
  return executor
    .selectFrom("users")
    .innerJoin("roles", "roles.id", "users.role_id")
    .selectAll("users")
    .select("roles.name as role_name");
}

/** The active user to whom an e-mail address belongs, whatever its capitals. */
export async function findActiveUserByEmail(executor: Executor, email: string): Promise<UserWithRole | null> {
  const row = await users(executor)
    .where("users.email_key", "=", emailKey(email).slice(0, 320))
    .where("users.is_active", "=", 1)
    .executeTakeFirst();
  return row ?? null;
}

/** The active account that was last made for an address which its maker has not confirmed. */
export async function findUnconfirmedByEmail(
  executor: Executor,
  email: string,
): Promise<UserWithRole | null> {
  const row = await users(executor)
    .where("users.unconfirmed_email_key", "=", emailKey(email).slice(0, 320))
    .where("users.is_active", "=", 1)
    .orderBy("users.updated_at", "desc")
    .orderBy("users.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The user to whom an e-mail address belongs, active or not. */
export async function findOwnerOfEmail(executor: Executor, email: string): Promise<UserWithRole | null> {
  const row = await users(executor)
    .where("users.email_key", "=", emailKey(email).slice(0, 320))
    .executeTakeFirst();
  return row ?? null;
}

/** An active user. */
export async function findActiveUser(executor: Executor, id: string): Promise<UserWithRole | null> {
  const row = await users(executor)
    .where("users.id", "=", id)
    .where("users.is_active", "=", 1)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Whether this user is an Administrator still. Who takes another one's access away must be one: then there is one left,
 * also when two do it to each other at the same moment.
 */
export async function isActiveAdministrator(executor: Executor, userId: string): Promise<boolean> {
  return (await findActiveUser(executor, userId))?.role_id === "administrator";
}
