import type { Deps } from "#app/deps.server.ts";
import { isEqualSecret } from "#app/platform/secrets.server.ts";
import { CODE_MINUTES, later } from "./lifetimes.ts";

/** Codes of six digits that are mailed and stored as keyed hashes. A code proves `subject`, and no other.
 * Whoever checks one counts the try first (`MAX_CODE_ATTEMPTS`) and takes the hash away once it was right. */
export function mailedCodes(purpose: string) {
  return {
    make({ ids, secrets, clock }: Pick<Deps, "ids" | "secrets" | "clock">, subject: string) {
      const code = ids.sixDigits();
      const hash = secrets.hash(`${subject}\n${code}`, purpose);
      return { code, hash, expiresAt: later(clock.now(), CODE_MINUTES) };
    },
    isRight(
      { secrets }: Pick<Deps, "secrets">,
      subject: string,
      typed: string,
      hash: string | null = "",
    ): boolean {
      return secrets
        .hashes(`${subject}\n${typed}`, purpose)
        .some((candidate) => isEqualSecret(hash ?? "", candidate));
    },
  };
}
