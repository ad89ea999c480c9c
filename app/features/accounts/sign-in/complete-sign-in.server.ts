import type { Deps } from "#app/deps.server.ts";
import { startSession, type SignedIn } from "#app/features/accounts/sessions/start-session.server.ts";
import { findByTemporaryToken, type NeedsPassword } from "./pending-sign-in.server.ts";
import type { Caller, Refused } from "#app/features/accounts/caller.ts";

/** Exchanges a temporary token for a session, once, and trusts the device for 90 days. `needs-password` with a
 * temporary password: the token stays valid for `createPassword`. */
export async function completeSignIn(
  deps: Pick<Deps, "db" | "clock" | "secrets" | "ids">,
  token: string,
  caller: Caller,
): Promise<SignedIn | NeedsPassword | Refused> {
  const found = await findByTemporaryToken(deps, token);
  if (!found) return { kind: "refused" };
  if (found.user.is_password_temporary) return { kind: "needs-password", token };
  return deps.db.transaction().execute(async (trx) => {
    const spent = await trx.deleteFrom("sign_ins").where("id", "=", found.signIn.id).executeTakeFirst();
    if (spent.numDeletedRows !== 1n) return { kind: "refused" as const };
    return startSession(trx, deps, found.user, caller, true);
  });
}
