import type { Deps } from "#app/deps.server.ts";
import { isEqualSecret } from "#app/platform/secrets.server.ts";
import { temporaryTokenHash } from "./pending-sign-in.server.ts";
import { codeHashes } from "./send-code.server.ts";
import { later, MOST_CODE_TRIES, TEMPORARY_TOKEN_MINUTES } from "#app/features/accounts/lifetimes.ts";
import { withoutSpaces } from "./schema.ts";
import { type Refused } from "#app/features/accounts/caller.ts";

type Verified = {
  kind: "verified";
  token: string;
  needsPassword: boolean;
};

/** Checks an e-mailed code, which works once. A try is counted before the code is compared, so that only five are
 * compared however many come at once. Wrong, expired, used and never sent codes get the same answer. */
export async function verifyCode(
  deps: Pick<Deps, "db" | "clock" | "secrets" | "ids">,
  input: { signInId: string; code: string },
): Promise<Verified | Refused> {
  const now = deps.clock.now();
  const counted = await deps.db
    .updateTable("sign_ins")
    .set((eb) => ({ tries: eb("tries", "+", 1) }))
    .where("id", "=", input.signInId)
    .where("needs", "=", "code")
    .where("token_hash", "is", null)
    .where("code_hash", "is not", null)
    .where("code_expires_at", ">", now.toISOString())
    .where("tries", "<", MOST_CODE_TRIES)
    .returning(["user_id", "code_hash"])
    .executeTakeFirst();
  const typed = codeHashes(deps, input.signInId, withoutSpaces(input.code));
  const isRight = typed.some((hash) => isEqualSecret(counted?.code_hash ?? "", hash));
  if (!isRight || !counted?.user_id) return { kind: "refused" };

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
  if (verified.numUpdatedRows !== 1n) return { kind: "refused" };
  const user = await deps.db
    .selectFrom("users")
    .select("is_password_temporary")
    .where("id", "=", counted.user_id)
    .executeTakeFirstOrThrow();
  return { kind: "verified", token, needsPassword: user.is_password_temporary === 1 };
}
