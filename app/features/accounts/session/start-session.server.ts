import type { Deps } from "#app/deps.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { UserWithRole } from "#app/features/accounts/record/user-row.server.ts";
import { rememberDevice } from "#app/features/accounts/devices/known-devices.server.ts";
import { authorOf, SESSION_HASH } from "./principal.server.ts";
import {
  CUSTOMER_SESSION_HOURS,
  later,
  STAFF_SESSION_HOURS,
} from "#app/features/accounts/record/lifetimes.ts";
import type { SignInClient, Refused } from "#app/features/accounts/record/caller.ts";

export type SignedIn = {
  kind: "signed-in";
  sessionSecret: string;
  expiresAt: string;
  deviceSecret: string;
  user: { id: string; email: string; firstName: string | null; roleId: string; roleName: string };
};

/** Starts a session inside a transaction. Refuses when the account was deactivated or its password changed since `user`
 * was read. `isTrusted`: a second factor was given on this device. */
export async function startSession(
  deps: Deps,
  user: UserWithRole,
  caller: SignInClient,
  isTrusted: boolean,
): Promise<SignedIn | Refused> {
  const current = await deps.db
    .selectFrom("users")
    .select("id")
    .where("id", "=", user.id)
    .where("is_active", "=", 1)
    .where("password_hash", "=", user.password_hash)
    .executeTakeFirst();
  if (!current) return { kind: "refused" };

  const now = deps.clock.now();
  const sessionSecret = deps.ids.random256();
  const expiresAt = later(
    now,
    60 * (user.role_id === "customer" ? CUSTOMER_SESSION_HOURS : STAFF_SESSION_HOURS),
  );
  await deps.db
    .insertInto("sessions")
    .values({
      id: deps.secrets.hash(sessionSecret, SESSION_HASH),
      user_id: user.id,
      created_at: now.toISOString(),
      last_seen_at: now.toISOString(),
      expires_at: expiresAt,
      device_label: caller.deviceLabel,
    })
    .execute();
  const deviceSecret = await rememberDevice(deps.db, deps, user.id, caller, isTrusted);
  await recordAudit(deps, authorOf(user, caller), "session.opened", ["user", user.id]);
  return {
    kind: "signed-in",
    sessionSecret,
    expiresAt,
    deviceSecret,
    user: {
      id: user.id,
      email: user.email,
      firstName: user.first_name,
      roleId: user.role_id,
      roleName: user.role_name,
    },
  };
}
