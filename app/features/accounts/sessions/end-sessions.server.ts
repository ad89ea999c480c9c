import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { SignedInUser } from "#app/features/accounts/guards.server.ts";
import { recordOwnAct } from "#app/features/accounts/own-act.server.ts";
import type { Principal } from "#app/features/accounts/principal.server.ts";

type Access = Pick<Deps, "db" | "clock" | "ids">;

async function inTransaction(
  deps: Access,
  { kind, userId: id }: SignedInUser,
  action: string,
  requestId: string,
  work: (trx: Executor) => Promise<unknown>,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await work(trx);
    await recordOwnAct(trx, deps, { kind, id }, action, requestId);
  });
}

export async function endSession(deps: Access, user: SignedInUser, sessionId: string, requestId: string) {
  await inTransaction(deps, user, "session.ended", requestId, (trx) =>
    trx.deleteFrom("sessions").where("user_id", "=", user.userId).where("id", "=", sessionId).execute(),
  );
}

export async function endOtherSessions(deps: Access, user: SignedInUser, requestId: string) {
  await inTransaction(deps, user, "session.others-ended", requestId, (trx) =>
    trx.deleteFrom("sessions").where("user_id", "=", user.userId).where("id", "!=", user.sessionId).execute(),
  );
}

/** The next sign-in in this device needs a code again. */
export async function forgetDevice(deps: Access, user: SignedInUser, deviceId: string, requestId: string) {
  await inTransaction(deps, user, "device.forgotten", requestId, (trx) =>
    trx
      .deleteFrom("known_devices")
      .where("user_id", "=", user.userId)
      .where("device_hash", "=", deviceId)
      .execute(),
  );
}

export async function signOut(deps: Access, principal: Principal, requestId: string): Promise<void> {
  if (principal.kind !== "visitor") await endSession(deps, principal, principal.sessionId, requestId);
}
