import type { Deps } from "#app/deps.server.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import {
  findOwnerOfEmail,
  findUnconfirmedByEmail,
  type UserWithRole,
  emailKey,
} from "#app/features/accounts/record/user-row.server.ts";
import { findKnownDevice } from "#app/features/accounts/devices/known-devices.server.ts";
import { startSession, type SignedIn } from "#app/features/accounts/session/start-session.server.ts";
import { hashPassword, verifyPassword } from "#app/features/accounts/password/password-hash.server.ts";
import { signInWithCode } from "./finish-sign-in.server.ts";
import { startPendingSignIn, type NeedsPassword } from "./pending-sign-in.server.ts";
import type { SignInClient, Limited, Refused } from "#app/features/accounts/record/caller.ts";
import { transact } from "#app/platform/database.server.ts";

export type BeginOutcome =
  | SignedIn
  | Refused
  | Limited
  | NeedsPassword
  | { kind: "needs-code"; signInId: string }
  | { kind: "needs-two-factor"; signInId: string }
  | { kind: "wrong-two-factor-code" };

/** Checks an e-mail and a password; unknown e-mails get the same answer after the same work. Without two-factor
 * authentication, customers and trusted devices of staff are signed in at once; other staff need an e-mailed
 * code. Where several accounts claim one address, the password decides which of them signs in. */
export async function beginSignIn(
  deps: Deps,
  input: { email: string; password: string; twoFactorCode?: string },
  caller: SignInClient,
): Promise<BeginOutcome> {
  const ofAddress = await hitRateLimit(deps, RATE_LIMITS.signIn, caller.clientAddress);
  if (!ofAddress.isAllowed) return { kind: "limited", retryAfterSeconds: ofAddress.retryAfterSeconds };

  const found = await findOwnerOfEmail(deps.db, input.email);
  const owner = found?.is_active === 1 ? found : null;
  const device = await findKnownDevice(deps, { id: owner?.id ?? "", email: input.email }, caller);
  const counted = `${emailKey(input.email)}\n${device?.device_hash ?? ""}`;
  const ofAccount = await hitRateLimit(deps, RATE_LIMITS.signInAccount, counted);
  if (!ofAccount.isAllowed) return { kind: "limited", retryAfterSeconds: ofAccount.retryAfterSeconds };

  const isOwner = await verifyPassword(owner?.password_hash ?? null, input.password);
  const user = isOwner ? owner : await findUnconfirmedWith(deps, input);
  if (!user) return { kind: "refused" };

  if (user.totp_enabled_at) {
    if (!input.twoFactorCode) {
      const signInId = await startPendingSignIn(deps, user, "two-factor", caller);
      return { kind: "needs-two-factor", signInId };
    }
    return signInWithCode(deps, user, { code: input.twoFactorCode }, caller);
  }
  const isStaff = user.role_id !== "customer";
  if (isStaff && (user.is_password_temporary || !(device?.is_trusted && device.user_id === user.id))) {
    return { kind: "needs-code", signInId: await startPendingSignIn(deps, user, "code", caller) };
  }
  return transact(deps, (inside) => startSession(inside, user, caller, false));
}

/** The unconfirmed account of the address that has this password. One derivation, however many there are. */
async function findUnconfirmedWith(
  deps: Pick<Deps, "db">,
  { email, password }: { email: string; password: string },
): Promise<UserWithRole | null> {
  const newest = await findUnconfirmedByEmail(deps.db, email);
  const passwordHash = await hashPassword(password, newest?.password_hash);
  return findUnconfirmedByEmail(deps.db, email, passwordHash);
}
