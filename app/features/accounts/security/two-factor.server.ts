import { Secret } from "otpauth";
import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { authorOf, type Account } from "#app/features/accounts/session/principal.server.ts";
import {
  authenticator,
  spendSecondFactor,
  sealedTotpSecret,
  recoveryCodeHash,
} from "#app/features/accounts/sign-in/second-factor.server.ts";
import { findActiveUser, updateUser } from "#app/features/accounts/record/user-row.server.ts";
import type { SignInClient, Limited, Refused } from "#app/features/accounts/record/caller.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import { randomText } from "#app/platform/random-bytes.server.ts";
import { provePassword } from "./change-password.server.ts";

const HOW_MANY = 10;
/** 31 characters that are not confused on paper: ten of them are 49 bits. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

/** Replaces a user's recovery codes by ten new ones, such as `k7mqa-4x9rw`. The database holds keyed hashes only. */
export async function makeRecoveryCodes(
  trx: Executor,
  deps: Pick<Deps, "secrets">,
  userId: string,
): Promise<string[]> {
  const codes = Array.from(
    { length: HOW_MANY },
    () => `${randomText(ALPHABET, 5)}-${randomText(ALPHABET, 5)}`,
  );
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

/** Makes a new key. Sign-in does not ask for it until `enableTwoFactor` has proved that the app has it. */
export async function prepareTwoFactor(deps: Deps, account: Account): Promise<void> {
  const secret = new Secret({ size: 20 }).base32;
  await deps.db
    .updateTable("users")
    .set({ totp_secret_sealed: sealedTotpSecret.encrypt(deps.secrets, account.userId, secret) })
    .where("id", "=", account.userId)
    .where("totp_enabled_at", "is", null)
    .execute();
}

/** The key made by `prepareTwoFactor`; null once it is in use: such a key is never shown again. */
export async function readEnrolment(deps: Deps, account: Account) {
  const user = await findActiveUser(deps.db, account.userId);
  if (!user?.totp_secret_sealed || user.totp_enabled_at) return null;
  const secret = sealedTotpSecret.decrypt(deps.secrets, user.id, user.totp_secret_sealed);
  const { default: qrCode } = await import("qrcode");
  const qrSvg = await qrCode.toString(authenticator(deps, user.email, secret).toString(), {
    type: "svg",
    margin: 2,
  });
  return { key: secret.match(/.{1,4}/g)!.join(" "), qrSvg };
}

/** The two-factor page of an account. */
export async function readTwoFactor(deps: Deps, account: Account) {
  const { email, hasTwoFactor: isOn } = account;
  return { email, isOn, enrolment: await readEnrolment(deps, account) };
}

/**
 * Turns two-factor authentication on once the prepared secret's code is right, and returns new recovery codes.
 * Counts as an attempt.
 */
export async function enableTwoFactor(
  deps: Deps,
  account: Account,
  code: string,
  caller: SignInClient,
): Promise<{ kind: "enabled"; recoveryCodes: string[] } | Refused | Limited> {
  const user = await findActiveUser(deps.db, account.userId);
  if (!user?.totp_secret_sealed || user.totp_enabled_at) return { kind: "refused" };
  const factor = await spendSecondFactor(deps, user, code, caller);
  if (factor.kind === "limited") return factor;
  if (factor.kind === "wrong") return { kind: "refused" };
  return transact(deps, async (inside) => {
    const now = deps.clock.now().toISOString();
    const enabled = await inside.db
      .updateTable("users")
      .set({ totp_enabled_at: now, updated_at: now })
      .where("id", "=", user.id)
      .where("totp_enabled_at", "is", null)
      .where("totp_secret_sealed", "=", user.totp_secret_sealed)
      .executeTakeFirst();
    if (enabled.numUpdatedRows !== 1n) return { kind: "refused" as const };
    const recoveryCodes = await makeRecoveryCodes(inside.db, deps, user.id);
    await recordAudit(inside, authorOf(user, caller), "two-factor.enabled", ["user", user.id]);
    return { kind: "enabled" as const, recoveryCodes };
  });
}

/** Turns two-factor authentication off and deletes the recovery codes. Needs the password. */
export async function disableTwoFactor(
  deps: Deps,
  account: Account,
  password: string,
  by: ActedByRequest,
): Promise<{ kind: "disabled" } | Refused | Limited> {
  const proof = await provePassword(deps, account, password);
  if (proof.kind !== "proved") return proof;
  await transact(deps, async (inside) => {
    await updateUser(inside.db, deps, account.userId, { totp_secret_sealed: null, totp_enabled_at: null });
    await inside.db.deleteFrom("recovery_codes").where("user_id", "=", account.userId).execute();
    await recordAudit(inside, by, "two-factor.disabled", ["user", account.userId]);
  });
  return { kind: "disabled" };
}

/** Replaces the recovery codes; the old ones stop working. Needs the password. */
export async function renewRecoveryCodes(
  deps: Deps,
  account: Account,
  password: string,
  by: ActedByRequest,
): Promise<{ kind: "renewed"; recoveryCodes: string[] } | Refused | Limited> {
  const proof = await provePassword(deps, account, password);
  if (proof.kind !== "proved") return proof;
  if (!proof.user.totp_enabled_at) return { kind: "refused" };
  return transact(deps, async (inside) => {
    const recoveryCodes = await makeRecoveryCodes(inside.db, deps, account.userId);
    await recordAudit(inside, by, "two-factor.recovery-codes-renewed", ["user", account.userId]);
    return { kind: "renewed" as const, recoveryCodes };
  });
}
