import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { AccountTokenRow } from "./tables.ts";
import { later } from "./lifetimes.ts";

/** Secrets in mailed links: 256 bits, kept as keyed hashes, one live one per user and purpose, spent once. */

type Access = Pick<Deps, "clock" | "secrets">;
type Purpose = AccountTokenRow["purpose"];

const TOKEN_HASH = "account-token";

const tokenHashes = (deps: Access, purpose: Purpose, token: string) =>
  deps.secrets.hashes(`${purpose}\n${token}`, TOKEN_HASH);

/** Makes a token; for nobody (`userId` null) a decoy that does the same work. Older ones of the user stop working. */
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

/** The user of a live token, which stays unspent: what a GET may do. */
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

/** Spends a live token of this user, once: false for the second of two at the same moment. */
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
