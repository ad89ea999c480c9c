import type { Deps } from "#app/deps.server.ts";
import { BY_SYSTEM, recordAudit } from "#app/features/audit/record-audit.server.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import { newUserRow, emailKey, updateUser } from "#app/features/accounts/record/user-row.server.ts";
import { hashPassword } from "#app/features/accounts/password/password-hash.server.ts";
import { startPendingSignIn } from "#app/features/accounts/sign-in/pending-sign-in.server.ts";
import { setTemporaryPassword } from "#app/features/accounts/session/end-access.server.ts";
import { makeTemporaryPassword } from "#app/features/accounts/password/new-password.server.ts";

/** Makes the first administrator of a new installation (`ADMIN_EMAIL`, `ADMIN_PASSWORD`). Returns the temporary
 * password, which is stored nowhere; null when there is a member of staff already. */
export async function createFirstAdministrator(deps: Deps) {
  if (await hasStaff(deps.db)) return null;
  const email = deps.env.ADMIN_EMAIL ?? `admin@${deps.env.CONTACT_EMAIL.split("@")[1]}`;
  const temporaryPassword = deps.env.ADMIN_PASSWORD ?? makeTemporaryPassword();
  const passwordHash = await hashPassword(temporaryPassword);
  const now = deps.clock.now().toISOString();
  const id = deps.ids.uuid();
  const isMade = await transact(deps, async (inside) => {
    if (await hasStaff(inside.db)) return false;
    await insertAdministrator(inside.db, { id, email, passwordHash, now });
    await recordAudit(inside, BY_SYSTEM, "user.created", ["user", id]);
    return true;
  });
  return isMade ? { email, temporaryPassword } : null;
}

type NewAdministrator = Pick<Parameters<typeof newUserRow>[0], "id" | "email" | "passwordHash" | "now">;

async function insertAdministrator(trx: Executor, made: NewAdministrator): Promise<void> {
  const row = newUserRow({ ...made, roleId: "administrator", isPasswordTemporary: true });
  await trx.insertInto("users").values(row).execute();
}

async function hasStaff(executor: Executor): Promise<boolean> {
  const row = await executor
    .selectFrom("users")
    .select("id")
    .where("role_id", "!=", "customer")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

type MadeAdministrator =
  | {
      kind: "made" | "renewed";
      email: string;
      temporaryPassword: string;
      /** For choosing a password and signing in without a mailed code; valid for half an hour and once. */
      signInUrl: string;
    }
  | { kind: "is-customer" };

const CONSOLE = { clientAddress: "console", deviceSecret: null, deviceLabel: "Console", fingerprint: null };

/** For the command line, also when mail is down: makes an Administrator, or gives an existing member of staff that
 * role, a temporary password and no two-factor authentication. Ends all their sessions. */
export async function createAdministrator(deps: Deps, email: string): Promise<MadeAdministrator> {
  const temporaryPassword = makeTemporaryPassword();
  const passwordHash = await hashPassword(temporaryPassword);
  const now = deps.clock.now().toISOString();
  const made = await transact(deps, async (inside) => {
    const existing = await inside.db
      .selectFrom("users")
      .select(["id", "role_id"])
      .where("email_key", "=", emailKey(email))
      .executeTakeFirst();
    if (existing?.role_id === "customer") return null;
    const id = existing?.id ?? deps.ids.uuid();
    if (existing) {
      await updateUser(inside.db, deps, id, { role_id: "administrator", is_active: 1 });
      await setTemporaryPassword(inside.db, deps, id, passwordHash);
    } else {
      await insertAdministrator(inside.db, { id, email, passwordHash, now });
    }
    const action = existing ? "user.administrator-renewed" : "user.created";
    await recordAudit(inside, BY_SYSTEM, action, ["user", id], { note: "from the console" });
    return { id, isNew: !existing };
  });
  if (!made) return { kind: "is-customer" };
  const token = deps.ids.random256();
  await startPendingSignIn(deps, made, "code", { ...CONSOLE, requestId: "console" }, token);
  return {
    kind: made.isNew ? "made" : "renewed",
    email: email.trim(),
    temporaryPassword,
    signInUrl: `${deps.env.APP_ORIGIN}/admin/login/create-password?token=${token}`,
  };
}
