import type { Executor } from "#app/platform/database.server.ts";
import type { UserRow } from "./tables.ts";
import { foldText } from "#app/platform/fold-text.ts";
import type { Deps } from "#app/deps.server.ts";

/** The address as accounts compare it: trimmed and lower-case. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

export type UserWithRole = UserRow & { role_name: string };

/** Users of every role, active or not, with the name of their role. */
export function selectUsers(executor: Executor) {
  return executor
    .selectFrom("users")
    .innerJoin("roles", "roles.id", "users.role_id")
    .selectAll("users")
    .select("roles.name as role_name");
}

/** The account that owns an address, active or not; null for none. Unconfirmed accounts own no address. */
export async function findOwnerOfEmail(executor: Executor, email: string): Promise<UserWithRole | null> {
  const query = selectUsers(executor).where("users.email_key", "=", emailKey(email));
  return (await query.executeTakeFirst()) ?? null;
}

/** The newest active account made for an address whose owner has not confirmed it; with `passwordHash` the newest of
 * those that have it: their hashes have one salt (`hashPassword`). */
export async function findUnconfirmedByEmail(
  executor: Executor,
  email: string,
  passwordHash: string | null = null,
): Promise<UserWithRole | null> {
  const query = selectUsers(executor)
    .where("users.unconfirmed_email_key", "=", emailKey(email))
    .where("users.is_active", "=", 1)
    .$if(passwordHash !== null, (claimed) => claimed.where("users.password_hash", "=", passwordHash!))
    .orderBy("users.updated_at", "desc")
    .orderBy("users.id", "desc")
    .limit(1);
  return (await query.executeTakeFirst()) ?? null;
}

/** The account with this id; null when it is unknown or deactivated. */
export async function findActiveUser(executor: Executor, id: string): Promise<UserWithRole | null> {
  const query = selectUsers(executor).where("users.id", "=", id).where("users.is_active", "=", 1);
  return (await query.executeTakeFirst()) ?? null;
}

/** Checked in the same transaction before access is taken away, so that two Administrators cannot remove each other. */
export async function isActiveAdministrator(executor: Executor, userId: string): Promise<boolean> {
  return (await findActiveUser(executor, userId))?.role_id === "administrator";
}

/** The text that a search looks through: names and address without letter case and accents. */
export function searchTextOf(user: {
  email: string;
  firstName?: string | null;
  lastName?: string | null;
}): string {
  return foldText([user.firstName, user.lastName, user.email.trim()].filter(Boolean).join(" "));
}

type NewUser = {
  id: string;
  email: string;
  roleId: string;
  passwordHash: string;
  isPasswordTemporary: boolean;
  /** The `email_key` of a customer who has not confirmed the address. */
  unconfirmedKey?: string;
  firstName?: string;
  lastName?: string;
  now: string;
};

/** A row to insert. With `unconfirmedKey` the account claims the address and does not own it (docs/decisions/0015). */
export function newUserRow(user: NewUser): UserRow {
  return {
    id: user.id,
    email: user.email.trim(),
    email_key: user.unconfirmedKey ?? emailKey(user.email),
    unconfirmed_email_key: user.unconfirmedKey ? emailKey(user.email) : null,
    first_name: user.firstName || null,
    last_name: user.lastName || null,
    search_text: searchTextOf(user),
    role_id: user.roleId,
    password_hash: user.passwordHash,
    is_password_temporary: user.isPasswordTemporary ? 1 : 0,
    email_confirmed_at: null,
    is_active: 1,
    sees_concerns: 0,
    handles_money: 0,
    reviews_reports: 0,
    totp_secret_sealed: null,
    totp_enabled_at: null,
    created_at: user.now,
    updated_at: user.now,
    version: 1,
  };
}

/** Changes these columns of a user, and `updated_at`. */
export async function updateUser(
  executor: Executor,
  { clock }: Pick<Deps, "clock">,
  id: string,
  changes: Partial<Omit<UserRow, "id" | "updated_at">>,
): Promise<void> {
  const updated_at = clock.now().toISOString();
  await executor
    .updateTable("users")
    .set({ ...changes, updated_at })
    .where("id", "=", id)
    .execute();
}

/** Records that a user proved their e-mail address. False, with nothing changed, when it belongs to another account. */
export async function confirmAddress(
  trx: Executor,
  deps: Pick<Deps, "clock">,
  userId: string,
): Promise<boolean> {
  const { email } = await trx
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const owner = await findOwnerOfEmail(trx, email);
  if (owner && owner.id !== userId) return false;
  await trx
    .updateTable("users")
    .set((eb) => ({
      email_key: emailKey(email),
      unconfirmed_email_key: null,
      email_confirmed_at: eb.fn.coalesce("email_confirmed_at", eb.val(deps.clock.now().toISOString())),
    }))
    .where("id", "=", userId)
    .execute();
  return true;
}
