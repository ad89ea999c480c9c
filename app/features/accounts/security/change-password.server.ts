import type { Deps } from "#app/deps.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import {
  findPasswordProblem,
  UNCHANGED_PASSWORD,
  type InvalidPassword,
} from "#app/features/accounts/password/new-password.server.ts";
import { endAccess } from "#app/features/accounts/session/end-access.server.ts";
import { deviceHashes } from "#app/features/accounts/devices/known-devices.server.ts";
import { hashPassword, verifyPassword } from "#app/features/accounts/password/password-hash.server.ts";
import { actorOf, type Account, type SignedInUser } from "#app/features/accounts/session/principal.server.ts";
import type { SignInClient, Limited, Refused } from "#app/features/accounts/record/caller.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import { findActiveUser, type UserWithRole } from "#app/features/accounts/record/user-row.server.ts";
import { z } from "zod";
import { newPassword, typed } from "#app/features/accounts/sign-in/schema.ts";
import { transact } from "#app/platform/database.server.ts";

export const ChangePasswordSchema = z.object({
  currentPassword: typed("Please enter your current password"),
  ...newPassword,
});

export const PasswordSchema = z.object({ password: typed("Please enter your password") });

/** Asks for the password again before a change that would outlast a borrowed browser. Tries are limited per session. */
export async function provePassword(
  deps: Deps,
  account: Account,
  password: string,
): Promise<{ kind: "proved"; user: UserWithRole } | Refused | Limited> {
  const verdict = await hitRateLimit(deps, RATE_LIMITS.twoFactor, `password\n${account.sessionId}`);
  if (!verdict.isAllowed) return { kind: "limited", retryAfterSeconds: verdict.retryAfterSeconds };
  const user = await findActiveUser(deps.db, account.userId);
  const isRight = await verifyPassword(user?.password_hash ?? null, password);
  return user && isRight ? { kind: "proved", user } : { kind: "refused" };
}

/** Changes the account's own password and ends its other access. `refused`: the current one was wrong. */
export async function changePassword(
  deps: Deps,
  principal: SignedInUser,
  input: { currentPassword: string; password: string; confirmPassword: string },
  caller: SignInClient,
): Promise<{ kind: "changed" } | InvalidPassword | Refused | Limited> {
  const proof = await provePassword(deps, principal, input.currentPassword);
  if (proof.kind !== "proved") return proof;
  const rule = principal.kind === "customer" ? "customer" : "full";
  const problem = findPasswordProblem(rule, input.password, input.confirmPassword);
  if (problem) return { kind: "invalid-password", problem };
  if (input.password === input.currentPassword) return UNCHANGED_PASSWORD;
  const { unconfirmed_email_key, password_hash } = proof.user;
  const passwordHash = await hashPassword(input.password, unconfirmed_email_key && password_hash);
  return transact(deps, async (inside) => {
    const changed = await inside.db
      .updateTable("users")
      .set({ password_hash: passwordHash, updated_at: deps.clock.now().toISOString() })
      .where("id", "=", principal.userId)
      .where("password_hash", "=", proof.user.password_hash)
      .executeTakeFirst();
    if (changed.numUpdatedRows !== 1n) return { kind: "refused" as const };
    await endAccess(inside.db, principal.userId, {
      sessionId: principal.sessionId,
      deviceHashes: deviceHashes(deps, caller),
    });
    const by = { actor: actorOf(principal), requestId: caller.requestId };
    await recordAudit(inside, by, "user.password-changed", ["user", principal.userId]);
    return { kind: "changed" as const };
  });
}
