import type { Deps } from "#app/deps.server.ts";
import type { SignInRow } from "#app/features/accounts/record/tables.ts";
import { findActiveUser, type UserWithRole } from "#app/features/accounts/record/user-row.server.ts";
import {
  CODE_MINUTES,
  later,
  MAX_CODE_ATTEMPTS,
  TEMPORARY_TOKEN_MINUTES,
} from "#app/features/accounts/record/lifetimes.ts";
import type { SignInClient } from "#app/features/accounts/record/caller.ts";
import { transact } from "#app/platform/database.server.ts";

/** A sign-in between password and session. A user has one at a time: a new one replaces the old. */

const CLIENT_HASH = "sign-in-client";

/** Keyed hashes of the client's IP address, one for each DATA_KEY. The address itself is not stored. */
export const clientHashes = (deps: Pick<Deps, "secrets">, caller: Pick<SignInClient, "clientAddress">) =>
  deps.secrets.hashes(caller.clientAddress, CLIENT_HASH);

const TOKEN_HASH = "sign-in-token";

/** Keyed hash of a temporary token; the database keeps no token. */
export const temporaryTokenHash = (deps: Pick<Deps, "secrets">, token: string) =>
  deps.secrets.hash(token, TOKEN_HASH);

/** A second factor was given; the temporary password must now be replaced, with this temporary token. */
export type NeedsPassword = { kind: "needs-password"; token: string };

const MAX_FORMER_CODES = 10;

/** The former codes of a sign-in that gets a newer one: the latest ones, with the one that it has now. */
export function withFormerCode({ id, code_hash, former_codes }: SignInRow): string | null {
  const codes = [...(former_codes?.split(" ") ?? []), ...(code_hash ? [`${id}.${code_hash}`] : [])];
  return codes.slice(-MAX_FORMER_CODES).join(" ") || null;
}

/** Records that the password was right; with `token`, also the second factor. Returns the id of the sign-in. */
export async function startPendingSignIn(
  deps: Pick<Deps, "db" | "clock" | "secrets" | "ids">,
  user: Pick<UserWithRole, "id"> | null,
  needs: SignInRow["needs"],
  caller: SignInClient,
  token?: string,
): Promise<string> {
  const now = deps.clock.now();
  const id = deps.ids.random256();
  await transact(deps, async (inside) => {
    const before = user
      ? await inside.db
          .deleteFrom("sign_ins")
          .where("user_id", "=", user.id)
          .returningAll()
          .executeTakeFirst()
      : undefined;
    await inside.db
      .insertInto("sign_ins")
      .values({
        id,
        user_id: user?.id ?? null,
        client_hash: deps.secrets.hash(caller.clientAddress, CLIENT_HASH),
        needs,
        code_hash: null,
        code_expires_at: null,
        former_codes: before ? withFormerCode(before) : null,
        tries: 0,
        token_hash: token ? temporaryTokenHash(deps, token) : null,
        created_at: now.toISOString(),
        expires_at: later(now, token ? TEMPORARY_TOKEN_MINUTES : CODE_MINUTES),
      })
      .execute();
  });
  return id;
}

/** Counts a try before its code is compared, so that only five are compared however many come at once. Matches no
 * sign-in that had five, expired or went further. */
export const countTry = (
  { db, clock }: Pick<Deps, "db" | "clock">,
  signInId: string,
  needs: "code" | "two-factor",
) =>
  db
    .updateTable("sign_ins")
    .set((eb) => ({ tries: eb("tries", "+", 1) }))
    .where("id", "=", signInId)
    .where("needs", "=", needs)
    .where("token_hash", "is", null)
    .where("expires_at", ">", clock.now().toISOString())
    .where("tries", "<", MAX_CODE_ATTEMPTS);

/** The sign-in of a temporary token and its user; null when it is unknown, used or expired. */
export async function findByTemporaryToken(
  deps: Pick<Deps, "db" | "clock" | "secrets">,
  token: string,
): Promise<{ signIn: SignInRow; user: UserWithRole } | null> {
  const signIn = await deps.db
    .selectFrom("sign_ins")
    .selectAll()
    .where("token_hash", "in", deps.secrets.hashes(token, TOKEN_HASH))
    .where("expires_at", ">", deps.clock.now().toISOString())
    .executeTakeFirst();
  const user = signIn?.user_id ? await findActiveUser(deps.db, signIn.user_id) : null;
  return signIn && user ? { signIn, user } : null;
}

/**
 * A sign-in whose password was right and that still needs a code; undefined when it is unknown or expired. Spends
 * nothing.
 */
export async function readPendingSignIn(deps: Pick<Deps, "db" | "clock">, signInId: string) {
  const row = await deps.db
    .selectFrom("sign_ins")
    .innerJoin("users", "users.id", "sign_ins.user_id")
    .select(["sign_ins.needs", "users.email", "sign_ins.code_expires_at"])
    .where("sign_ins.id", "=", signInId)
    .where("sign_ins.token_hash", "is", null)
    .where("sign_ins.expires_at", ">", deps.clock.now().toISOString())
    .executeTakeFirst();
  return row && { needs: row.needs, email: row.email, isCodeSent: row.code_expires_at !== null };
}
