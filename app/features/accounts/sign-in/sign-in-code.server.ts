import type { Deps } from "#app/deps.server.ts";
import type {
  SignInClient,
  CodeProblem,
  CodeRefused,
  Limited,
} from "#app/features/accounts/record/caller.ts";
import { emailKey, findActiveUser } from "#app/features/accounts/record/user-row.server.ts";
import {
  later,
  MAX_CODE_ATTEMPTS,
  TEMPORARY_TOKEN_MINUTES,
} from "#app/features/accounts/record/lifetimes.ts";
import { mailedCodes } from "#app/features/accounts/record/mailed-codes.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import {
  clientHashes,
  countTry,
  startPendingSignIn,
  temporaryTokenHash,
  withFormerCode,
} from "./pending-sign-in.server.ts";
import { withoutSpaces } from "./schema.ts";
import { transact } from "#app/platform/database.server.ts";

const codes = mailedCodes("sign-in-code");

/** E-mails a new code for a sign-in whose password was right; the previous code stops working. With `email` alone it
 * works only from the address where that sign-in began, and otherwise returns an id that leads nowhere: a stranger can
 * neither use up the owner's codes nor learn whether there is an account. */
export async function sendCode(
  deps: Deps,
  target: { signInId: string } | { email: string },
  caller: SignInClient,
): Promise<{ kind: "sent"; signInId: string } | Limited> {
  const pending = await findPending(deps, target, caller);
  const asked = "email" in target ? emailKey(target.email) : target.signInId;
  const subject = pending ? `user\n${pending.user_id}` : `${asked}\n${caller.clientAddress}`;
  const verdict = await hitRateLimit(deps, RATE_LIMITS.otpSend, subject);
  if (!verdict.isAllowed) return { kind: "limited", retryAfterSeconds: verdict.retryAfterSeconds };

  const signInId = pending?.id ?? (await startPendingSignIn(deps, null, "code", caller));
  const { code, hash, expiresAt } = codes.make(deps, signInId);
  await transact(deps, async (inside) => {
    const before = await inside.db
      .selectFrom("sign_ins")
      .selectAll()
      .where("id", "=", signInId)
      .executeTakeFirst();
    const updated = await inside.db
      .updateTable("sign_ins")
      .set({
        code_hash: hash,
        code_expires_at: expiresAt,
        expires_at: expiresAt,
        former_codes: before ? withFormerCode(before) : null,
        tries: 0,
      })
      .where("id", "=", signInId)
      .where("token_hash", "is", null)
      .executeTakeFirst();
    if (!pending || updated.numUpdatedRows !== 1n) return;
    await enqueueMail(inside, {
      topic: "sign-in-code",
      to: pending.email,
      dedupeKey: `sign-in-code:${deps.ids.uuid()}`,
      payload: { code },
    });
  });
  return { kind: "sent", signInId };
}

async function findPending(
  deps: Deps,
  target: { signInId: string } | { email: string },
  caller: SignInClient,
) {
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

/** Why a code that is not the live one cannot sign in; `wrong` for an unknown sign-in, too. */
async function problemOf(
  deps: Deps,
  { signInId, code }: { signInId: string; code: string },
  wasCompared: boolean,
): Promise<CodeProblem> {
  const row = await deps.db.selectFrom("sign_ins").selectAll().where("id", "=", signInId).executeTakeFirst();
  if (!row || row.needs !== "code" || row.token_hash !== null) return "wrong";
  const isFormer = (row.former_codes?.split(" ") ?? []).some((former) => {
    const [id = "", hash = ""] = former.split(".");
    return codes.isRight(deps, id, code, hash);
  });
  if (isFormer) return "replaced";
  if (wasCompared) return "wrong";
  if (row.expires_at <= deps.clock.now().toISOString()) return "expired";
  return row.tries >= MAX_CODE_ATTEMPTS ? "tried-out" : "wrong";
}

/** Checks an e-mailed code, which works once. */
export async function verifyCode(
  deps: Deps,
  input: { signInId: string; code: string },
): Promise<{ kind: "verified"; token: string; needsPassword: boolean } | CodeRefused> {
  const now = deps.clock.now();
  const counted = await countTry(deps, input.signInId, "code")
    .where("code_hash", "is not", null)
    .where("code_expires_at", ">", now.toISOString())
    .returning(["user_id", "code_hash"])
    .executeTakeFirst();
  const code = withoutSpaces(input.code);
  const isRight = codes.isRight(deps, input.signInId, code, counted?.code_hash);
  if (!isRight || !counted?.user_id) {
    const problem = await problemOf(deps, { ...input, code }, counted !== undefined);
    return { kind: "refused", problem };
  }

  const token = deps.ids.random256();
  const verified = await deps.db
    .updateTable("sign_ins")
    .set({
      code_hash: null,
      token_hash: temporaryTokenHash(deps, token),
      expires_at: later(now, TEMPORARY_TOKEN_MINUTES),
    })
    .where("id", "=", input.signInId)
    .where("code_hash", "=", counted.code_hash)
    .executeTakeFirst();
  if (verified.numUpdatedRows !== 1n) return { kind: "refused", problem: "wrong" };
  const user = await findActiveUser(deps.db, counted.user_id);
  return { kind: "verified", token, needsPassword: user?.is_password_temporary === 1 };
}
