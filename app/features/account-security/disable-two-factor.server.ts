import type { Deps } from "#app/deps.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { Account } from "#app/features/accounts/principal.server.ts";
import { provePassword } from "./prove-again.server.ts";
import { makeRecoveryCodes } from "./recovery-codes.server.ts";
import type { Limited, Refused } from "#app/features/accounts/caller.ts";

type Access = Pick<Deps, "env" | "db" | "clock" | "ids" | "secrets" | "settings">;

/** Turns two-factor authentication off, after checking the password. */
export async function disableTwoFactor(
  deps: Access,
  account: Account,
  password: string,
  requestId: string,
): Promise<{ kind: "disabled" } | Refused | Limited> {
  const proof = await provePassword(deps, account, password);
  if (proof.kind !== "proved") return proof;
  await deps.db.transaction().execute(async (trx) => {
    await trx
      .updateTable("users")
      .set({
        totp_secret_sealed: null,
        totp_enabled_at: null,
        updated_at: deps.clock.now().toISOString(),
      })
      .where("id", "=", account.userId)
      .execute();
    await trx.deleteFrom("recovery_codes").where("user_id", "=", account.userId).execute();
    await recordAudit(trx, deps, {
      actor: { kind: "staff", id: account.userId },
      action: "two-factor.disabled",
      subject: { kind: "user", id: account.userId },
      requestId,
    });
  });
  return { kind: "disabled" };
}

/** Replaces the recovery codes by ten new ones, after checking the password. They are shown once. */
export async function renewRecoveryCodes(
  deps: Access,
  account: Account,
  password: string,
  requestId: string,
): Promise<{ kind: "renewed"; recoveryCodes: string[] } | Refused | Limited> {
  const proof = await provePassword(deps, account, password);
  if (proof.kind !== "proved") return proof;
  if (!proof.user.totp_enabled_at) return { kind: "refused" };
  return deps.db.transaction().execute(async (trx) => {
    const recoveryCodes = await makeRecoveryCodes(trx, deps, account.userId);
    await recordAudit(trx, deps, {
      actor: { kind: "staff", id: account.userId },
      action: "two-factor.recovery-codes-renewed",
      subject: { kind: "user", id: account.userId },
      requestId,
    });
    return { kind: "renewed" as const, recoveryCodes };
  });
}
