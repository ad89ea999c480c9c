import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { endAccess } from "./end-access.server.ts";

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
