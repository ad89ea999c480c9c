import { Secret, TOTP } from "otpauth";
import type { Deps } from "#app/deps.server.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import { sealedColumn } from "#app/platform/secrets.server.ts";
import type { UserRow } from "#app/features/accounts/record/tables.ts";
import { findKnownDevice } from "#app/features/accounts/devices/known-devices.server.ts";
import { withoutSpaces } from "./schema.ts";
import type { SignInClient, Limited } from "#app/features/accounts/record/caller.ts";

const STEP_SECONDS = 30;

export const sealedTotpSecret = sealedColumn("users", "totp_secret_sealed");

/** The authenticator of a base32 secret: SHA-1, 6 digits, 30 s, what every app understands. */
export function authenticator(deps: Deps, email: string, secret: string): TOTP {
  return new TOTP({
    issuer: deps.settings.current().company.name,
    label: email,
    secret: Secret.fromBase32(secret),
    period: STEP_SECONDS,
  });
}

const RECOVERY_CODE_HASH = "recovery-code";

const plainCode = (userId: string, code: string) =>
  `${userId}\n${code.toLowerCase().replace(/[^a-z0-9]/g, "")}`;

/** Keyed hash of a recovery code, bound to its user. */
export function recoveryCodeHash(deps: Pick<Deps, "secrets">, userId: string, code: string): string {
  return deps.secrets.hash(plainCode(userId, code), RECOVERY_CODE_HASH);
}

/** True once for each code: its time step is recorded first, and a second use conflicts. */
async function spendTotp(deps: Deps, user: UserRow, code: string): Promise<boolean> {
  if (!user.totp_secret_sealed) return false;
  const secret = sealedTotpSecret.decrypt(deps.secrets, user.id, user.totp_secret_sealed);
  const now = deps.clock.now().getTime();
  const delta = authenticator(deps, user.email, secret).validate({ token: code, timestamp: now, window: 1 });
  if (delta === null) return false;
  const step = Math.floor(now / 1000 / STEP_SECONDS) + delta;
  const spent = await deps.db
    .insertInto("used_totp_steps")
    .values({ user_id: user.id, step })
    .onConflict((conflict) => conflict.columns(["user_id", "step"]).doNothing())
    .executeTakeFirst();
  await deps.db
    .deleteFrom("used_totp_steps")
    .where("user_id", "=", user.id)
    .where("step", "<", step - 10)
    .execute();
  return spent.numInsertedOrUpdatedRows === 1n;
}

async function spendRecoveryCode(deps: Deps, user: UserRow, code: string): Promise<boolean> {
  const spent = await deps.db
    .updateTable("recovery_codes")
    .set({ used_at: deps.clock.now().toISOString() })
    .where("user_id", "=", user.id)
    .where("code_hash", "in", deps.secrets.hashes(plainCode(user.id, code), RECOVERY_CODE_HASH))
    .where("used_at", "is", null)
    .executeTakeFirst();
  return spent.numUpdatedRows === 1n;
}

/** Uses up an app's code or a recovery code. Tries are counted first, each known device's apart. */
export async function spendSecondFactor(
  deps: Deps,
  user: UserRow,
  code: string,
  caller: SignInClient,
): Promise<{ kind: "right" } | { kind: "wrong" } | Limited> {
  const device = await findKnownDevice(deps, { id: user.id }, caller);
  const verdict = await hitRateLimit(deps, RATE_LIMITS.twoFactor, `${user.id}\n${device?.device_hash ?? ""}`);
  if (!verdict.isAllowed) return { kind: "limited", retryAfterSeconds: verdict.retryAfterSeconds };
  const typed = withoutSpaces(code);
  const isRight = /^\d{6}$/.test(typed)
    ? await spendTotp(deps, user, typed)
    : await spendRecoveryCode(deps, user, typed.slice(0, 40));
  return { kind: isRight ? "right" : "wrong" };
}
