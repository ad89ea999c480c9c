import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type Author } from "#app/features/audit/record-audit.server.ts";
import { enqueueMail } from "#app/features/mail-queue/enqueue-mail.server.ts";
import type { ChangeUserOutcome } from "./set-active.server.ts";
import { hashPassword } from "#app/features/accounts/passwords/password-hash.server.ts";
import { setTemporaryPassword } from "#app/features/accounts/sessions/end-access.server.ts";
import { makeTemporaryPassword } from "#app/features/accounts/passwords/temporary-password.server.ts";

/** For active staff, other than oneself, who lost their password or phone: mails a new temporary password, ends all
 * sessions and turns two-factor authentication off. */
export async function resendTemporaryPassword(
  deps: Pick<Deps, "env" | "db" | "clock" | "ids" | "secrets" | "jobs">,
  userId: string,
  by: Author,
): Promise<ChangeUserOutcome> {
  if (userId === by.actor.id) {
    return { kind: "refused", message: "Change your own password on the Security page." };
  }
  const password = makeTemporaryPassword();
  const passwordHash = await hashPassword(password);
  const outcome = await deps.db.transaction().execute(async (trx): Promise<ChangeUserOutcome> => {
    const user = await trx
      .selectFrom("users")
      .select(["id", "email", "is_active"])
      .where("id", "=", userId)
      .where("role_id", "!=", "customer")
      .executeTakeFirst();
    if (!user) return { kind: "not-found" };
    if (user.is_active === 0) return { kind: "refused", message: "Reactivate this user first." };
    await setTemporaryPassword(trx, deps, user.id, passwordHash);
    await recordAudit(trx, deps, by, "user.temporary-password-sent", ["user", user.id], {
      changedFields: ["password", "twoFactor"],
    });
    await enqueueMail(trx, deps, {
      topic: "temporary-password",
      to: user.email,
      dedupeKey: `temporary-password:${deps.ids.uuid()}`,
      payload: { password, url: `${deps.env.APP_ORIGIN}/admin/login` },
    });
    return { kind: "changed" };
  });
  if (outcome.kind === "changed") deps.jobs.wake();
  return outcome;
}
