import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { transact } from "#app/platform/database.server.ts";
import { cleanLine } from "#app/platform/clean-line.ts";
import type { UserRow } from "#app/features/accounts/record/tables.ts";
import {
  UNKNOWN_ROLE,
  USER_MESSAGES,
  findNewUserProblem,
  type NewUserFields,
  type NewUserProblem,
} from "./user-rules.ts";
import { findPasswordProblem } from "#app/features/accounts/password/new-password.server.ts";
import { newUserRow } from "#app/features/accounts/record/user-row.server.ts";
import { hashPassword } from "#app/features/accounts/password/password-hash.server.ts";

type CreateUserOutcome = { kind: "created"; user: UserRow } | { kind: "invalid"; problem: NewUserProblem };

export const cleanName = (typed: string | undefined): string =>
  cleanLine((typed ?? "").replace(/\s+/g, " ")).trim();

const refused = (field: keyof NewUserFields, text: string): CreateUserOutcome => ({
  kind: "invalid",
  problem: { title: USER_MESSAGES.failedTitle, text, field },
});

export async function mailTemporaryPassword(deps: Deps, to: string, password: string) {
  await enqueueMail(deps, {
    topic: "temporary-password",
    to,
    dedupeKey: `temporary-password:${deps.ids.uuid()}`,
    payload: { password, path: "/admin/login" },
  });
}

/** Makes a member of staff and mails a temporary password. The caller has checked that an Administrator asks. */
export async function createUser(
  deps: Deps,
  input: NewUserFields,
  by: ActedByRequest,
): Promise<CreateUserOutcome> {
  const problem = findNewUserProblem(input);
  if (problem) return { kind: "invalid", problem };
  const passwordProblem = findPasswordProblem("full", input.password, input.password);
  if (passwordProblem) return refused("password", passwordProblem.message);
  const role = await deps.db
    .selectFrom("roles")
    .select("id")
    .where("id", "=", input.roleId)
    .where("id", "!=", "customer")
    .executeTakeFirst();
  if (!role) return refused("roleId", UNKNOWN_ROLE);

  const passwordHash = await hashPassword(input.password);
  const user = newUserRow({
    id: deps.ids.uuid(),
    email: input.email,
    firstName: cleanName(input.firstName),
    lastName: cleanName(input.lastName),
    roleId: role.id,
    passwordHash,
    isPasswordTemporary: true,
    now: deps.clock.now().toISOString(),
  });
  const isMade = await transact(deps, async (inside) => {
    const inserted = await inside.db
      .insertInto("users")
      .values(user)
      .onConflict((conflict) => conflict.column("email_key").doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows !== 1n) return false;
    await recordAudit(inside, by, "user.created", ["user", user.id]);
    await mailTemporaryPassword(inside, user.email, input.password);
    return true;
  });
  if (!isMade) return refused("email", USER_MESSAGES.exists);
  return { kind: "created", user };
}
