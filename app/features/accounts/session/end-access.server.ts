import type { AuditAction } from "#app/features/audit/history-words.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { actorOf, type Principal, type SignedInUser } from "./principal.server.ts";
import { updateUser } from "#app/features/accounts/record/user-row.server.ts";

type Spared = { sessionId?: string; deviceHashes?: string[] };

/** Ends a user's sessions, begun sign-ins and reset links, and forgets their devices, except those spared. */
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
  deps: Deps,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await updateUser(trx, deps, userId, {
    password_hash: passwordHash,
    is_password_temporary: 1,
    totp_secret_sealed: null,
    totp_enabled_at: null,
  });
  await trx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await endAccess(trx, userId);
}

async function inTransaction(
  deps: Deps,
  by: ActedByRequest,
  action: AuditAction,
  work: (trx: Executor) => Promise<unknown>,
): Promise<void> {
  await transact(deps, async (inside) => {
    await work(inside.db);
    await recordAudit(inside, by, action, ["user", by.actor.id!]);
  });
}

/** Ends one of the user's own sessions, with an audit row. Another user's session stays. */
export async function endSession(deps: Deps, user: SignedInUser, sessionId: string, by: ActedByRequest) {
  await inTransaction(deps, by, "session.ended", (trx) =>
    trx.deleteFrom("sessions").where("user_id", "=", user.userId).where("id", "=", sessionId).execute(),
  );
}

/** Ends all of the user's sessions except the one of this request, with an audit row. */
export async function endOtherSessions(deps: Deps, user: SignedInUser, by: ActedByRequest) {
  await inTransaction(deps, by, "session.others-ended", (trx) =>
    trx.deleteFrom("sessions").where("user_id", "=", user.userId).where("id", "!=", user.sessionId).execute(),
  );
}

/** The next sign-in on this device needs a code. */
export async function forgetDevice(deps: Deps, user: SignedInUser, deviceId: string, by: ActedByRequest) {
  await inTransaction(deps, by, "device.forgotten", (trx) =>
    trx
      .deleteFrom("known_devices")
      .where("user_id", "=", user.userId)
      .where("device_hash", "=", deviceId)
      .execute(),
  );
}

/** Ends the session of the request. Does nothing for a visitor. */
export async function signOut(deps: Deps, principal: Principal, requestId: string): Promise<void> {
  if (principal.kind === "visitor") return;
  await endSession(deps, principal, principal.sessionId, { actor: actorOf(principal), requestId });
}
