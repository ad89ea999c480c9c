import type { Deps } from "#app/deps.server.ts";
import type { SignInClient, Limited, Refused } from "#app/features/accounts/record/caller.ts";
import {
  confirmAddress,
  findActiveUser,
  updateUser,
  type UserWithRole,
} from "#app/features/accounts/record/user-row.server.ts";
import { authorOf } from "#app/features/accounts/session/principal.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import {
  findPasswordProblem,
  UNCHANGED_PASSWORD,
  type InvalidPassword,
} from "#app/features/accounts/password/new-password.server.ts";
import { hashPassword, verifyPassword } from "#app/features/accounts/password/password-hash.server.ts";
import { endAccess } from "#app/features/accounts/session/end-access.server.ts";
import { startSession, type SignedIn } from "#app/features/accounts/session/start-session.server.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import {
  countTry,
  findByTemporaryToken,
  startPendingSignIn,
  type NeedsPassword,
} from "./pending-sign-in.server.ts";
import { spendSecondFactor } from "./second-factor.server.ts";

/** `ended`: the sign-in expired or used its five tries; it must begin again. */
type TwoFactorOutcome = SignedIn | NeedsPassword | Refused | Limited | { kind: "ended" };

/**
 * Checks the authentication or recovery code of a pending sign-in. Each call counts as an attempt before the code
 * is compared; `ended` after five, or after ten minutes.
 */
export async function verifyTwoFactor(
  deps: Deps,
  input: { signInId: string; code: string },
  caller: SignInClient,
): Promise<TwoFactorOutcome> {
  const counted = await countTry(deps, input.signInId, "two-factor").returning("user_id").executeTakeFirst();
  const user = counted?.user_id ? await findActiveUser(deps.db, counted.user_id) : null;
  if (!user) return { kind: "ended" };
  const outcome = await signInWithCode(deps, user, input, caller);
  return outcome.kind === "wrong-two-factor-code" ? { kind: "refused" } : outcome;
}

/** Finishes the sign-in `signInId`, whose password was right, with an app's code or a recovery code. With a temporary
 * password it asks for a new one first (`needs-password`). */
export async function signInWithCode(
  deps: Deps,
  user: UserWithRole,
  { code, signInId = "" }: { code: string; signInId?: string },
  caller: SignInClient,
): Promise<SignedIn | NeedsPassword | Refused | Limited | { kind: "wrong-two-factor-code" }> {
  const factor = await spendSecondFactor(deps, user, code, caller);
  if (factor.kind === "limited") return factor;
  if (factor.kind === "wrong") return { kind: "wrong-two-factor-code" };
  if (user.is_password_temporary) {
    const token = deps.ids.random256();
    await startPendingSignIn(deps, user, "two-factor", caller, token);
    return { kind: "needs-password", token };
  }
  return transact(deps, async (inside) => {
    await inside.db.deleteFrom("sign_ins").where("id", "=", signInId).execute();
    return startSession(inside, user, caller, true);
  });
}

/** Ends a sign-in; false when another request did so at the same moment. */
async function spendSignIn(trx: Executor, { id }: { id: string }): Promise<boolean> {
  const spent = await trx.deleteFrom("sign_ins").where("id", "=", id).executeTakeFirst();
  return spent.numDeletedRows === 1n;
}

/** Exchanges a temporary token for a session. After `needs-password` it stays valid, for `createPassword`. */
export async function completeSignIn(
  deps: Deps,
  token: string,
  caller: SignInClient,
): Promise<SignedIn | NeedsPassword | Refused> {
  const found = await findByTemporaryToken(deps, token);
  if (!found) return { kind: "refused" };
  if (found.user.is_password_temporary) return { kind: "needs-password", token };
  return transact(deps, async (inside) => {
    if (!(await spendSignIn(inside.db, found.signIn))) return { kind: "refused" as const };
    return startSession(inside, found.user, caller, true);
  });
}

/** Replaces a temporary password and signs in. `token` is a verified code's; only success uses it up. */
export async function createPassword(
  deps: Deps,
  input: { token: string; password: string; confirmPassword: string },
  caller: SignInClient,
): Promise<SignedIn | InvalidPassword | Refused> {
  const found = await findByTemporaryToken(deps, input.token);
  if (!found?.user.is_password_temporary) return { kind: "refused" };
  const problem = findPasswordProblem("full", input.password, input.confirmPassword);
  if (problem) return { kind: "invalid-password", problem };
  if (await verifyPassword(found.user.password_hash, input.password)) return UNCHANGED_PASSWORD;
  const passwordHash = await hashPassword(input.password);
  const { user, signIn } = found;
  return transact(deps, async (inside) => {
    if (!(await spendSignIn(inside.db, signIn))) return { kind: "refused" as const };
    await updateUser(inside.db, deps, user.id, { password_hash: passwordHash, is_password_temporary: 0 });
    await confirmAddress(inside.db, deps, user.id);
    await endAccess(inside.db, user.id);
    await recordAudit(inside, authorOf(user, caller), "user.password-created", ["user", user.id]);
    return startSession(inside, { ...user, password_hash: passwordHash }, caller, true);
  });
}
