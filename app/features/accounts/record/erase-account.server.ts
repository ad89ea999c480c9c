import type { Personal } from "#app/features/data-protection/personal.ts";
import type { Executor } from "#app/platform/database.server.ts";

/** The customer accounts of an e-mail address, confirmed or not. Staff accounts are managed on the users page. */
export async function findCustomersForPrivacy(executor: Executor, emailKey: string) {
  const users = await executor
    .selectFrom("users")
    .select(["id", "email", "first_name", "last_name", "created_at", "email_confirmed_at", "is_active"])
    .where((eb) => eb.or([eb("email_key", "=", emailKey), eb("unconfirmed_email_key", "=", emailKey)]))
    .where("role_id", "=", "customer")
    .orderBy("id")
    .execute();
  return Promise.all(users.map(async (user) => ({ user, ...(await accessOf(executor, user.id)) })));
}

async function accessOf(executor: Executor, userId: string) {
  const sessions = await executor
    .selectFrom("sessions")
    .select(["created_at", "last_seen_at", "device_label"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const devices = await executor
    .selectFrom("known_devices")
    .select(["created_at", "last_used_at", "device_label"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("device_hash")
    .execute();
  return { sessions, devices };
}

/** Deletes a user. Foreign keys delete their sessions, sign-ins, devices, tokens, codes and links to bookings. */
export async function eraseAccount(executor: Executor, userId: string): Promise<void> {
  await executor.deleteFrom("users").where("id", "=", userId).execute();
}

/** Deletes sessions, sign-ins, devices and tokens that expired before `now` (UTC instant). */
async function purgeAccess(executor: Executor, now: string): Promise<void> {
  await executor.deleteFrom("sessions").where("expires_at", "<", now).execute();
  await executor.deleteFrom("sign_ins").where("expires_at", "<", now).execute();
  await executor.deleteFrom("known_devices").where("expires_at", "<", now).execute();
  await executor.deleteFrom("account_tokens").where("expires_at", "<", now).execute();
}

export const personal: Personal = { purge: ({ db }, { now }) => purgeAccess(db, now.toISOString()) };
