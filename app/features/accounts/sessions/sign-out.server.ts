import type { Deps } from "#app/deps.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { actorOf, type Principal } from "#app/features/accounts/principal.server.ts";

export async function signOut(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  principal: Principal,
  requestId: string,
): Promise<void> {
  if (principal.kind === "visitor") return;
  await deps.db.transaction().execute(async (trx) => {
    await trx.deleteFrom("sessions").where("id", "=", principal.sessionId).execute();
    await recordAudit(trx, deps, {
      actor: actorOf(principal),
      action: "session.ended",
      subject: { kind: "user", id: principal.userId },
      requestId,
    });
  });
}
