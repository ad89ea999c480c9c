import type { Deps } from "#app/deps.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { enqueueMailOrNone } from "#app/features/mail-queue/enqueue-mail.server.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import { issueToken } from "#app/features/accounts/account-tokens.server.ts";
import { findOwnerOfEmail, findUnconfirmedByEmail } from "#app/features/accounts/find-user.server.ts";
import { emailKey } from "#app/features/accounts/email-key.ts";
import { PASSWORD_RESET_MINUTES } from "#app/features/accounts/lifetimes.ts";
import { type Caller, type Limited } from "#app/features/accounts/caller.ts";

const areaOf = (roleId: string) => (roleId === "customer" ? "customer" : "admin");

/** Mails a link, valid for an hour and once, to choose a new password; at most five an hour per e-mail. Known and
 * unknown e-mails get the same answer after the same work. An account with an unconfirmed address gets one too: opening
 * the link proves the address. */
export async function requestPasswordReset(
  deps: Pick<Deps, "env" | "db" | "clock" | "ids" | "secrets" | "jobs">,
  email: string,
  caller: Caller,
): Promise<{ kind: "accepted" } | Limited> {
  const verdict = await hitRateLimit(deps, RATE_LIMITS.signIn, caller.clientAddress);
  if (!verdict.isAllowed) return { kind: "limited", retryAfterSeconds: verdict.retryAfterSeconds };
  const ofEmail = await hitRateLimit(deps, RATE_LIMITS.passwordReset, emailKey(email));
  const owner = await findOwnerOfEmail(deps.db, email);
  const unconfirmed = await findUnconfirmedByEmail(deps.db, email);
  const found = owner ?? unconfirmed;
  const user = ofEmail.isAllowed && found?.is_active === 1 ? found : null;

  await deps.db.transaction().execute(async (trx) => {
    const token = await issueToken(trx, deps, user?.id ?? null, "password-reset", PASSWORD_RESET_MINUTES);
    await recordAudit(trx, deps, {
      actor: { kind: "visitor", id: null },
      action: "user.password-reset-requested",
      subject: { kind: "user", id: user?.id ?? "unknown" },
      requestId: caller.requestId,
    });
    await enqueueMailOrNone(
      trx,
      deps,
      user
        ? {
            topic: "password-reset",
            to: user.email,
            dedupeKey: `password-reset:${deps.ids.uuid()}`,
            payload: {
              url: `${deps.env.APP_ORIGIN}/${areaOf(user.role_id)}/login/reset/password?token=${token}`,
            },
          }
        : null,
    );
  });
  deps.jobs.wake();
  return { kind: "accepted" };
}
