import type { Deps } from "#app/deps.server.ts";
import { findActiveUser } from "#app/features/accounts/find-user.server.ts";
import { startSession, type SignedIn } from "#app/features/accounts/sessions/start-session.server.ts";
import { temporaryTokenHash, type NeedsPassword } from "./pending-sign-in.server.ts";
import { spendSecondFactor } from "./second-factor.server.ts";
import { later, MOST_CODE_TRIES, TEMPORARY_TOKEN_MINUTES } from "#app/features/accounts/lifetimes.ts";
import { type Caller, type Limited, type Refused } from "#app/features/accounts/caller.ts";

/** `ended`: the sign-in expired or used its five tries; it must begin again. */
type TwoFactorOutcome = SignedIn | NeedsPassword | Refused | Limited | { kind: "ended" };

/** Finishes a sign-in with a code of the authenticator app or a recovery code; five tries per sign-in. */
export async function verifyTwoFactor(
  deps: Pick<Deps, "env" | "db" | "clock" | "secrets" | "ids" | "settings">,
  input: { signInId: string; code: string },
  caller: Caller,
): Promise<TwoFactorOutcome> {
  const now = deps.clock.now();
  const counted = await deps.db
    .updateTable("sign_ins")
    .set((eb) => ({ tries: eb("tries", "+", 1) }))
    .where("id", "=", input.signInId)
    .where("needs", "=", "two-factor")
    .where("token_hash", "is", null)
    .where("expires_at", ">", now.toISOString())
    .where("tries", "<", MOST_CODE_TRIES)
    .returning("user_id")
    .executeTakeFirst();
  const user = counted?.user_id ? await findActiveUser(deps.db, counted.user_id) : null;
  if (!user) return { kind: "ended" };
  const factor = await spendSecondFactor(deps, user, input.code, caller);
  if (factor.kind === "limited") return factor;
  if (factor.kind === "wrong") return { kind: "refused" };

  if (user.is_password_temporary) {
    const token = deps.ids.random256();
    await deps.db
      .updateTable("sign_ins")
      .set({
        token_hash: temporaryTokenHash(deps, token),
        expires_at: later(now, TEMPORARY_TOKEN_MINUTES),
      })
      .where("id", "=", input.signInId)
      .execute();
    return { kind: "needs-password", token };
  }
  return deps.db.transaction().execute(async (trx) => {
    await trx.deleteFrom("sign_ins").where("id", "=", input.signInId).execute();
    return startSession(trx, deps, user, caller, true);
  });
}
