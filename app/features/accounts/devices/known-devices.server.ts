import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { KnownDeviceRow } from "#app/features/accounts/record/tables.ts";
import type { Flag } from "#app/platform/tables.ts";
import { emailKey } from "#app/features/accounts/record/user-row.server.ts";
import { KNOWN_DEVICE_DAYS, later } from "#app/features/accounts/record/lifetimes.ts";
import type { SignInClient } from "#app/features/accounts/record/caller.ts";

/** Wrong passwords of a known browser are counted apart, so that strangers cannot lock its owner out. */

const DEVICE_HASH = "device";

/** The device of this request, if the user with this id, or one of those who claim this address unconfirmed, signed in
 * with it before; a trusted one first. */
export async function findKnownDevice(
  deps: Deps,
  { id, email = "" }: { id: string; email?: string },
  caller: SignInClient,
): Promise<KnownDeviceRow | null> {
  const unconfirmed = deps.db
    .selectFrom("users")
    .select("id")
    .where("unconfirmed_email_key", "=", emailKey(email));
  const row = await deps.db
    .selectFrom("known_devices")
    .selectAll()
    .where((eb) => eb.or([eb("user_id", "=", id), eb("user_id", "in", unconfirmed)]))
    .where("device_hash", "in", deviceHashes(deps, caller))
    .where("expires_at", ">", deps.clock.now().toISOString())
    .orderBy("is_trusted", "desc")
    .executeTakeFirst();
  return row ?? null;
}

/** Remembers this device for 90 days; once trusted, it stays so. Returns the secret for its cookie. */
export async function rememberDevice(
  executor: Executor,
  deps: Deps,
  userId: string,
  caller: SignInClient,
  isTrusted: boolean,
): Promise<string> {
  const secret = caller.deviceSecret ?? deps.ids.random256();
  const now = deps.clock.now();
  const trust: Flag = isTrusted ? 1 : 0;
  const seen = {
    device_label: caller.deviceLabel,
    fingerprint_hash: caller.fingerprint ? deps.secrets.hash(caller.fingerprint, "fingerprint") : null,
    last_used_at: now.toISOString(),
  };
  const expiry = later(now, KNOWN_DEVICE_DAYS * 24 * 60);
  await executor
    .insertInto("known_devices")
    .values({
      device_hash: deps.secrets.hash(secret, DEVICE_HASH),
      user_id: userId,
      is_trusted: trust,
      created_at: seen.last_used_at,
      expires_at: expiry,
      ...seen,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "device_hash"])
        .doUpdateSet(isTrusted ? { ...seen, is_trusted: 1, expires_at: expiry } : seen),
    )
    .execute();
  return secret;
}

/**
 * Keyed hashes of the browser's device secret, under each DATA_KEY. A browser without one gets hashes that match
 * nothing.
 */
export function deviceHashes(deps: Deps, caller: Pick<SignInClient, "deviceSecret">): string[] {
  return deps.secrets.hashes(caller.deviceSecret ?? "", DEVICE_HASH);
}
