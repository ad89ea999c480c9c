import type { Deps } from "#app/deps.server.ts";
import { enqueueMail } from "#app/features/mail-queue/enqueue-mail.server.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import { clientHashes, startPendingSignIn } from "./pending-sign-in.server.ts";
import { CODE_MINUTES, later } from "#app/features/accounts/lifetimes.ts";
import { emailKey } from "#app/features/accounts/email-key.ts";
import { type Caller, type Limited } from "#app/features/accounts/caller.ts";

const CODE_HASH = "sign-in-code";

/** Possible hashes of a code, one for each secret key in use; bound to its sign-in. */
export const codeHashes = (deps: Pick<Deps, "secrets">, signInId: string, code: string) =>
  deps.secrets.hashes(`${signInId}\n${code}`, CODE_HASH);

type Pending = { id: string; user_id: string | null; email: string };
type SendDeps = Pick<Deps, "env" | "db" | "clock" | "secrets" | "ids" | "jobs">;

/** E-mails a new code for a sign-in whose password was right; the previous code stops working. With `email` alone it
 * works only from the address where that sign-in began, and otherwise returns an id that leads nowhere: a stranger can
 * neither use up the owner's codes nor learn whether there is an account. */
export async function sendCode(
  deps: SendDeps,
  target: { signInId: string } | { email: string },
  caller: Caller,
): Promise<{ kind: "sent"; signInId: string } | Limited> {
  const pending = await findPending(deps, target, caller);
  const asked = "email" in target ? emailKey(target.email) : target.signInId;
  const subject = pending ? `user\n${pending.user_id}` : `${asked}\n${caller.clientAddress}`;
  const verdict = await hitRateLimit(deps, RATE_LIMITS.otpSend, subject);
  if (!verdict.isAllowed) return { kind: "limited", retryAfterSeconds: verdict.retryAfterSeconds };

  const signInId = pending?.id ?? (await startPendingSignIn(deps, null, "code", caller));
  const code = deps.ids.sixDigits();
  const expiry = later(deps.clock.now(), CODE_MINUTES);
  await deps.db.transaction().execute(async (trx) => {
    const updated = await trx
      .updateTable("sign_ins")
      .set({
        code_hash: deps.secrets.hash(`${signInId}\n${code}`, CODE_HASH),
        code_expires_at: expiry,
        expires_at: expiry,
        tries: 0,
      })
      .where("id", "=", signInId)
      .where("token_hash", "is", null)
      .executeTakeFirst();
    if (!pending || updated.numUpdatedRows !== 1n) return;
    await enqueueMail(trx, deps, {
      topic: "sign-in-code",
      to: pending.email,
      dedupeKey: `sign-in-code:${deps.ids.uuid()}`,
      payload: { code },
    });
  });
  deps.jobs.wake();
  return { kind: "sent", signInId };
}

async function findPending(
  deps: SendDeps,
  target: { signInId: string } | { email: string },
  caller: Caller,
): Promise<Pending | null> {
  let query = deps.db
    .selectFrom("sign_ins")
    .innerJoin("users", "users.id", "sign_ins.user_id")
    .select(["sign_ins.id", "sign_ins.user_id", "users.email"])
    .where("sign_ins.needs", "=", "code")
    .where("sign_ins.token_hash", "is", null)
    .where("sign_ins.expires_at", ">", deps.clock.now().toISOString())
    .where("users.is_active", "=", 1);
  query =
    "email" in target
      ? query
          .where("users.email_key", "=", emailKey(target.email))
          .where("sign_ins.client_hash", "in", clientHashes(deps, caller))
      : query.where("sign_ins.id", "=", target.signInId);
  return (await query.executeTakeFirst()) ?? null;
}
