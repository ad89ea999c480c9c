import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type Author } from "#app/features/audit/record-audit.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { SignedInUser } from "#app/features/accounts/guards.server.ts";
import { actorOf, type Principal } from "#app/features/accounts/principal.server.ts";

type Access = Pick<Deps, "db" | "clock" | "ids">;

async function inTransaction(
  deps: Access,
  by: Author,
  action: string,
  work: (trx: Executor) => Promise<unknown>,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await work(trx);
    await recordAudit(trx, deps, by, action, ["user", by.actor.id!]);
  });
}

export async function endSession(deps: Access, user: SignedInUser, sessionId: string, by: Author) {
  await inTransaction(deps, by, "session.ended", (trx) =>
    trx.deleteFrom("sessions").where("user_id", "=", user.userId).where("id", "=", sessionId).execute(),
  );
}

export async function endOtherSessions(deps: Access, user: SignedInUser, by: Author) {
  await inTransaction(deps, by, "session.others-ended", (trx) =>
    trx.deleteFrom("sessions").where("user_id", "=", user.userId).where("id", "!=", user.sessionId).execute(),
  );
}

/** The next sign-in in this device needs a code again. */
export async function forgetDevice(deps: Access, user: SignedInUser, deviceId: string, by: Author) {
  await inTransaction(deps, by, "device.forgotten", (trx) =>
    trx
      .deleteFrom("known_devices")
      .where("user_id", "=", user.userId)
      .where("device_hash", "=", deviceId)
      .execute(),
  );
}

export async function signOut(deps: Access, principal: Principal, requestId: string): Promise<void> {
  if (principal.kind === "visitor") return;
  await endSession(deps, principal, principal.sessionId, { actor: actorOf(principal), requestId });
}
