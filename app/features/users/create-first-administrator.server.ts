import type { Deps } from "#app/deps.server.ts";
import { recordAudit, SYSTEM } from "#app/features/audit/record-audit.server.ts";
import { newUserRow } from "#app/features/accounts/new-user-row.ts";
import { hashPassword } from "#app/features/accounts/passwords/password-hash.server.ts";
import { makeTemporaryPassword } from "#app/features/accounts/passwords/temporary-password.server.ts";

/** Makes the first administrator of a new installation (`ADMIN_EMAIL`, `ADMIN_PASSWORD`). Returns the temporary
 * password, which is stored nowhere; null when there is a member of staff already. */
export async function createFirstAdministrator(
  deps: Pick<Deps, "env" | "db" | "clock" | "ids">,
): Promise<{ email: string; temporaryPassword: string } | null> {
  if (await hasStaff(deps.db)) return null;
  const email = deps.env.ADMIN_EMAIL ?? `admin@${deps.env.CONTACT_EMAIL.split("@")[1]}`;
  const temporaryPassword = deps.env.ADMIN_PASSWORD ?? makeTemporaryPassword();
  const passwordHash = await hashPassword(temporaryPassword);
  const now = deps.clock.now().toISOString();
  const id = deps.ids.uuid();
  const isMade = await deps.db.transaction().execute(async (trx) => {
    if (await hasStaff(trx)) return false;
    await trx
      .insertInto("users")
      .values(
        newUserRow({ id, email, roleId: "administrator", passwordHash, isPasswordTemporary: true, now }),
      )
      .execute();
    await recordAudit(trx, deps, { actor: SYSTEM, action: "user.created", subject: { kind: "user", id } });
    return true;
  });
  return isMade ? { email, temporaryPassword } : null;
}

async function hasStaff(executor: Pick<Deps["db"], "selectFrom">): Promise<boolean> {
  const row = await executor
    .selectFrom("users")
    .select("id")
    .where("role_id", "!=", "customer")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
