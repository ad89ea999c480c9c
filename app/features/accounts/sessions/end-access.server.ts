import type { Executor } from "#app/platform/database.server.ts";
import type { Deps } from "#app/deps.server.ts";

type Spared = { sessionId?: string; deviceHashes?: string[] };

/** Ends a user's sessions, unfinished sign-ins, unused mailed links and known devices at once. */
export async function endAccess(executor: Executor, userId: string, spared: Spared = {}): Promise<void> {
  await executor
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("id", "!=", spared.sessionId ?? "")
    .execute();
  await executor.deleteFrom("sign_ins").where("user_id", "=", userId).execute();
  await executor
    .deleteFrom("account_tokens")
    .where("user_id", "=", userId)
    .where("purpose", "=", "password-reset")
    .where("used_at", "is", null)
    .execute();
  await executor
    .deleteFrom("known_devices")
    .where("user_id", "=", userId)
    .where("device_hash", "not in", spared.deviceHashes ?? [""])
    .execute();
}

/** Sets a temporary password, ends all the user's access and turns their two-factor authentication off. */
export async function setTemporaryPassword(
  trx: Executor,
  deps: Pick<Deps, "clock">,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await trx
    .updateTable("users")
    .set({
      password_hash: passwordHash,
      is_password_temporary: 1,
      totp_secret_sealed: null,
      totp_enabled_at: null,
      updated_at: deps.clock.now().toISOString(),
    })
    .where("id", "=", userId)
    .execute();
  await trx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await endAccess(trx, userId);
}
