import { randomInt } from "node:crypto";
import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { recoveryCodeHash } from "#app/features/accounts/sign-in/second-factor.server.ts";

const HOW_MANY = 10;
/** 31 characters that are not confused on paper: ten of them are 49 bits. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

const half = () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/** Replaces a user's recovery codes by ten new ones, such as `k7mqa-4x9rw`. The database holds keyed hashes only. */
export async function makeRecoveryCodes(
  trx: Executor,
  deps: Pick<Deps, "secrets">,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: HOW_MANY }, () => `${half()}-${half()}`);
  await trx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await trx
    .insertInto("recovery_codes")
    .values(
      codes.map((code) => ({
        user_id: userId,
        code_hash: recoveryCodeHash(deps, userId, code),
        used_at: null,
      })),
    )
    .execute();
  return codes;
}
