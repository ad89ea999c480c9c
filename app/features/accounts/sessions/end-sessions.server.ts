import type { Deps } from "#app/deps.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { actorOf, type Principal } from "#app/features/accounts/principal.server.ts";

type Access = Pick<Deps, "db" | "clock" | "ids">;
type SignedInPrincipal = Exclude<Principal, { kind: "visitor" }>;

async function withAudit(
  deps: Access,
  principal: SignedInPrincipal,
  action: string,
  requestId: string,
  work: (trx: Executor) => Promise<unknown>,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await work(trx);
    await recordAudit(trx, deps, {
      actor: actorOf(principal),
      action,
      subject: { kind: "user", id: principal.userId },
      requestId,
    });
  });
}

export async function endSession(
  deps: Access,
  principal: SignedInPrincipal,
  sessionId: string,
  requestId: string,
): Promise<void> {
  await withAudit(deps, principal, "session.ended", requestId, (trx) =>
    trx.deleteFrom("sessions").where("user_id", "=", principal.userId).where("id", "=", sessionId).execute(),
  );
}

export async function endOtherSessions(
  deps: Access,
  principal: SignedInPrincipal,
  requestId: string,
): Promise<void> {
  await withAudit(deps, principal, "session.others-ended", requestId, (trx) =>
    trx
      .deleteFrom("sessions")
      .where("user_id", "=", principal.userId)
      .where("id", "!=", principal.sessionId)
      .execute(),
  );
}

/** The next sign-in in this device needs a code again. */
export async function forgetDevice(
  deps: Access,
  principal: SignedInPrincipal,
  deviceId: string,
  requestId: string,
): Promise<void> {
  await withAudit(deps, principal, "device.forgotten", requestId, (trx) =>
    trx
      .deleteFrom("known_devices")
      .where("user_id", "=", principal.userId)
      .where("device_hash", "=", deviceId)
      .execute(),
  );
}

export async function signOut(deps: Access, principal: Principal, requestId: string): Promise<void> {
  if (principal.kind !== "visitor") await endSession(deps, principal, principal.sessionId, requestId);
}
