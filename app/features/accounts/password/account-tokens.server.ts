import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { AccountTokenRow } from "#app/features/accounts/record/tables.ts";
import { later } from "#app/features/accounts/record/lifetimes.ts";

/** Secrets in mailed links: 256 bits, stored as keyed hashes, one live per user and purpose, used once. */

type Access = Pick<Deps, "clock" | "secrets">;
type Purpose = AccountTokenRow["purpose"];

const TOKEN_HASH = "account-token";

const tokenHashes = (deps: Access, purpose: Purpose, token: string) =>
  deps.secrets.hashes(`${purpose}\n${token}`, TOKEN_HASH);

/** Makes a token and ends the user's older ones. With `userId` null it does the same work for nobody. */
export async function issueToken(
  trx: Executor,
  deps: Access & Pick<Deps, "ids">,
  userId: string | null,
  purpose: Purpose,
  minutes: number,
): Promise<string> {
  const token = deps.ids.random256();
  const now = deps.clock.now();
  await trx
    .deleteFrom("account_tokens")
    .where("user_id", "=", userId ?? "")
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .execute();
  await trx
    .insertInto("account_tokens")
    .values({
      token_hash: deps.secrets.hash(`${purpose}\n${token}`, TOKEN_HASH),
      user_id: userId,
      purpose,
      created_at: now.toISOString(),
      expires_at: later(now, minutes),
      used_at: null,
    })
    .execute();
  return token;
}

/** Id of the user of an unused, unexpired mailed token; null otherwise. Spends nothing. */
export async function findTokenUser(
  executor: Executor,
  deps: Access,
  purpose: Purpose,
  token: string,
): Promise<string | null> {
  const row = await executor
    .selectFrom("account_tokens")
    .select("user_id")
    .where("token_hash", "in", tokenHashes(deps, purpose, token))
    .where("used_at", "is", null)
    .where("expires_at", ">", deps.clock.now().toISOString())
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Uses a live token of this user up. False when it was used already, also by a request at the same moment. */
export async function spendToken(
  trx: Executor,
  deps: Access,
  purpose: Purpose,
  token: string,
  userId: string,
): Promise<boolean> {
  const now = deps.clock.now().toISOString();
  const spent = await trx
    .updateTable("account_tokens")
    .set({ used_at: now })
    .where("token_hash", "in", tokenHashes(deps, purpose, token))
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return spent.numUpdatedRows === 1n;
}
