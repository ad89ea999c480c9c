import { Secret } from "otpauth";
import type { Deps } from "#app/deps.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { Account } from "#app/features/accounts/principal.server.ts";
import { makeRecoveryCodes } from "./recovery-codes.server.ts";
import {
  authenticator,
  spendSecondFactor,
  sealedTotpSecret,
} from "#app/features/accounts/sign-in/second-factor.server.ts";
import type { Caller, Limited } from "#app/features/accounts/caller.ts";

/** The key to type, and the same as a QR code (an SVG document). */
export type Enrolment = { key: string; qrSvg: string };

type Access = Pick<Deps, "env" | "db" | "clock" | "ids" | "secrets" | "settings">;

async function readUser(deps: Pick<Deps, "db">, userId: string) {
  return deps.db.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirstOrThrow();
}

/** Makes a new key. Sign-in does not ask for it until `enableTwoFactor` has proved that the app has it. */
export async function prepareTwoFactor(deps: Access, account: Account): Promise<void> {
  const secret = new Secret({ size: 20 }).base32;
  await deps.db
    .updateTable("users")
    .set({ totp_secret_sealed: sealedTotpSecret.encrypt(deps.secrets, account.userId, secret) })
    .where("id", "=", account.userId)
    .where("totp_enabled_at", "is", null)
    .execute();
}

/** The key made by `prepareTwoFactor`; null once it is in use: such a key is never shown again. */
export async function readEnrolment(deps: Access, account: Account): Promise<Enrolment | null> {
  const user = await readUser(deps, account.userId);
  if (!user.totp_secret_sealed || user.totp_enabled_at) return null;
  const secret = sealedTotpSecret.decrypt(deps.secrets, user.id, user.totp_secret_sealed);
  const { default: qrCode } = await import("qrcode");
  const qrSvg = await qrCode.toString(authenticator(deps, user.email, secret).toString(), {
    type: "svg",
    margin: 2,
  });
  return { key: secret.match(/.{1,4}/g)!.join(" "), qrSvg };
}

/** Turns two-factor authentication on when the code is right. Returns the recovery codes, shown once. */
export async function enableTwoFactor(
  deps: Access,
  account: Account,
  code: string,
  caller: Caller,
): Promise<{ kind: "enabled"; recoveryCodes: string[] } | { kind: "refused" } | Limited> {
  const user = await readUser(deps, account.userId);
  if (!user.totp_secret_sealed || user.totp_enabled_at) return { kind: "refused" };
  const factor = await spendSecondFactor(deps, user, code, caller);
  if (factor.kind === "limited") return factor;
  if (factor.kind === "wrong") return { kind: "refused" };
  return deps.db.transaction().execute(async (trx) => {
    const now = deps.clock.now().toISOString();
    const enabled = await trx
      .updateTable("users")
      .set({ totp_enabled_at: now, updated_at: now })
      .where("id", "=", user.id)
      .where("totp_enabled_at", "is", null)
      .where("totp_secret_sealed", "=", user.totp_secret_sealed)
      .executeTakeFirst();
    if (enabled.numUpdatedRows !== 1n) return { kind: "refused" as const };
    const recoveryCodes = await makeRecoveryCodes(trx, deps, user.id);
    await recordAudit(trx, deps, {
      actor: { kind: "staff", id: user.id },
      action: "two-factor.enabled",
      subject: { kind: "user", id: user.id },
      requestId: caller.requestId,
    });
    return { kind: "enabled" as const, recoveryCodes };
  });
}
