import type { Deps } from "#app/deps.server.ts";
import { recordOwnAct } from "#app/features/accounts/own-act.server.ts";
import { endAccess } from "#app/features/accounts/sessions/end-access.server.ts";
import { PASSWORD_MESSAGES } from "#app/features/accounts/passwords/messages.ts";
import {
  findPasswordProblem,
  type InvalidPassword,
} from "#app/features/accounts/passwords/new-password.server.ts";
import { startSession, type SignedIn } from "#app/features/accounts/sessions/start-session.server.ts";
import { hashPassword, verifyPassword } from "#app/features/accounts/passwords/password-hash.server.ts";
import { findByTemporaryToken } from "./pending-sign-in.server.ts";
import { confirmAddress } from "#app/features/accounts/confirm-address.server.ts";
import type { Caller, Refused } from "#app/features/accounts/caller.ts";

/** Replaces a temporary password and signs in. `token` is a verified code's; only success uses it up. */
export async function createPassword(
  deps: Pick<Deps, "db" | "clock" | "secrets" | "ids">,
  input: { token: string; password: string; confirmPassword: string },
  caller: Caller,
): Promise<SignedIn | InvalidPassword | Refused> {
  const found = await findByTemporaryToken(deps, input.token);
  if (!found?.user.is_password_temporary) return { kind: "refused" };
  const problem = findPasswordProblem("full", input.password, input.confirmPassword);
  if (problem) return { kind: "invalid-password", problem };
  if (await verifyPassword(found.user.password_hash, input.password)) {
    return {
      kind: "invalid-password",
      problem: { field: "password", message: PASSWORD_MESSAGES.unchanged },
    };
  }
  const passwordHash = await hashPassword(input.password);
  const { user, signIn } = found;
  return deps.db.transaction().execute(async (trx) => {
    const spent = await trx.deleteFrom("sign_ins").where("id", "=", signIn.id).executeTakeFirst();
    if (spent.numDeletedRows !== 1n) return { kind: "refused" as const };
    const now = deps.clock.now().toISOString();
    await trx
      .updateTable("users")
      .set({ password_hash: passwordHash, is_password_temporary: 0, updated_at: now })
      .where("id", "=", user.id)
      .execute();
    await confirmAddress(trx, deps, user.id);
    await endAccess(trx, user.id);
    const actor = { kind: "staff", id: user.id } as const;
    await recordOwnAct(trx, deps, actor, "user.password-created", caller.requestId);
    return startSession(trx, deps, { ...user, password_hash: passwordHash }, caller, true);
  });
}
