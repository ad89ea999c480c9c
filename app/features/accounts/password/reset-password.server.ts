import type { Deps } from "#app/deps.server.ts";
import { byVisitor, recordAudit } from "#app/features/audit/record-audit.server.ts";
import { findTokenUser, spendToken, issueToken } from "./account-tokens.server.ts";
import { type InvalidPassword, findPasswordProblem } from "./new-password.server.ts";
import { endAccess } from "#app/features/accounts/session/end-access.server.ts";
import {
  confirmAddress,
  findActiveUser,
  findOwnerOfEmail,
  findUnconfirmedByEmail,
  emailKey,
  updateUser,
} from "#app/features/accounts/record/user-row.server.ts";
import { authorOf } from "#app/features/accounts/session/principal.server.ts";
import { rememberDevice } from "#app/features/accounts/devices/known-devices.server.ts";
import { hashPassword } from "./password-hash.server.ts";
import type { SignInClient, Refused, Limited } from "#app/features/accounts/record/caller.ts";
import { enqueueMailOrNone } from "#app/features/outbox/enqueue-mail.server.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import { PASSWORD_RESET_MINUTES } from "#app/features/accounts/record/lifetimes.ts";
import { transact } from "#app/platform/database.server.ts";

const areaOf = (roleId: string) => (roleId === "customer" ? "customer" : "admin");

/** Mails a link to choose a new password. Known and unknown e-mails get the same answer after the same work. An account
 * with an unconfirmed address gets one too: opening the link proves the address. */
export async function requestPasswordReset(
  deps: Deps,
  email: string,
  caller: SignInClient,
): Promise<{ kind: "accepted" } | Limited> {
  const verdict = await hitRateLimit(deps, RATE_LIMITS.signIn, caller.clientAddress);
  if (!verdict.isAllowed) return { kind: "limited", retryAfterSeconds: verdict.retryAfterSeconds };
  const ofEmail = await hitRateLimit(deps, RATE_LIMITS.passwordReset, emailKey(email));
  const owner = await findOwnerOfEmail(deps.db, email);
  const unconfirmed = await findUnconfirmedByEmail(deps.db, email);
  const found = owner ?? unconfirmed;
  const user = ofEmail.isAllowed && found?.is_active === 1 ? found : null;

  await transact(deps, async (inside) => {
    const token = await issueToken(
      inside.db,
      deps,
      user?.id ?? null,
      "password-reset",
      PASSWORD_RESET_MINUTES,
    );
    await recordAudit(inside, byVisitor(caller.requestId), "user.password-reset-requested", [
      "user",
      user?.id ?? "unknown",
    ]);
    await enqueueMailOrNone(
      inside,
      user
        ? {
            topic: "password-reset",
            to: user.email,
            dedupeKey: `password-reset:${deps.ids.uuid()}`,
            payload: {
              path: `/${areaOf(user.role_id)}/login/reset/password?token=${token}`,
            },
          }
        : null,
    );
  });
  return { kind: "accepted" };
}

/** The address and the rule for the new password; null when the link is unknown, used or expired. Does not use
 * the link up. */
export async function readResetLink(
  deps: Deps,
  token: string,
): Promise<{ email: string; rule: "full" | "customer" } | null> {
  const userId = await findTokenUser(deps.db, deps, "password-reset", token);
  const user = userId ? await findActiveUser(deps.db, userId) : null;
  return user ? { email: user.email, rule: user.role_id === "customer" ? "customer" : "full" } : null;
}

/** Sets a new password by the mailed link, uses that up and ends all access. This device becomes known, so that
 * strangers' wrong passwords cannot lock the owner out. */
export async function resetPassword(
  deps: Deps,
  input: { token: string; password: string; confirmPassword: string },
  caller: SignInClient,
): Promise<{ kind: "reset"; deviceSecret: string } | InvalidPassword | Refused> {
  const userId = await findTokenUser(deps.db, deps, "password-reset", input.token);
  const user = userId ? await findActiveUser(deps.db, userId) : null;
  if (!user) return { kind: "refused" };
  const rule = user.role_id === "customer" ? "customer" : "full";
  const problem = findPasswordProblem(rule, input.password, input.confirmPassword);
  if (problem) return { kind: "invalid-password", problem };

  const passwordHash = await hashPassword(input.password);
  return transact(deps, async (inside) => {
    const isSpent = await spendToken(inside.db, deps, "password-reset", input.token, user.id);
    if (!isSpent || !(await confirmAddress(inside.db, deps, user.id))) return { kind: "refused" as const };
    await updateUser(inside.db, deps, user.id, { password_hash: passwordHash, is_password_temporary: 0 });
    await endAccess(inside.db, user.id);
    await recordAudit(inside, authorOf(user, caller), "user.password-reset", ["user", user.id]);
    const deviceSecret = await rememberDevice(inside.db, deps, user.id, caller, false);
    return { kind: "reset" as const, deviceSecret };
  });
}
