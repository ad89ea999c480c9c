import type { Deps } from "#app/deps.server.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import type { UserRow } from "#app/features/accounts/tables.ts";
import { verifyPassword } from "#app/features/accounts/passwords/password-hash.server.ts";
import type { Account } from "#app/features/accounts/principal.server.ts";
import type { Limited } from "#app/features/accounts/caller.ts";

/** Asks for the password again before a change that would outlast a borrowed browser. Tries are limited per session. */
export async function provePassword(
  deps: Pick<Deps, "env" | "db" | "clock" | "secrets" | "settings">,
  account: Account,
  password: string,
): Promise<{ kind: "proved"; user: UserRow } | { kind: "refused" } | Limited> {
  const verdict = await hitRateLimit(deps, RATE_LIMITS.twoFactor, `password\n${account.sessionId}`);
  if (!verdict.isAllowed) return { kind: "limited", retryAfterSeconds: verdict.retryAfterSeconds };
  const user = await deps.db
    .selectFrom("users")
    .selectAll()
    .where("id", "=", account.userId)
    .executeTakeFirst();
  const isRight = await verifyPassword(user?.password_hash ?? null, password);
  return user && isRight ? { kind: "proved", user } : { kind: "refused" };
}
