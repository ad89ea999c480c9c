import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type Actor } from "#app/features/audit/record-audit.server.ts";
import { checkEmail } from "#app/features/booking/email.ts";
import { enqueueMail } from "#app/features/mail/enqueue-mail.server.ts";
import type { UserRow } from "#app/platform/tables.ts";
import { USER_MESSAGES } from "#app/features/accounts/sign-in/messages.ts";
import { findPasswordProblem } from "#app/features/accounts/passwords/new-password.server.ts";
import { newUserRow } from "./new-user-row.ts";
import { hashPassword } from "#app/features/accounts/passwords/password-hash.server.ts";

export type NewUser = { email: string; password: string; roleId: string };

export type CreateUserOutcome =
  | { kind: "created"; user: UserRow }
  | { kind: "invalid"; field: "email" | "password" | "roleId"; message: string };

/**
 * Makes a member of staff with a temporary password, which is mailed to them; they replace it when they first sign in.
 * Any role but Customer. The caller has checked that `actor` is an Administrator and that no field is empty.
 */
export async function createUser(
  deps: Pick<Deps, "env" | "db" | "clock" | "ids" | "secrets" | "jobs">,
  input: NewUser,
  actor: Actor,
  requestId: string,
): Promise<CreateUserOutcome> {
  const emailProblem = checkEmail(input.email, { isTypoAllowed: true });
  if (emailProblem) return { kind: "invalid", field: "email", message: emailProblem.message };
  const problem = findPasswordProblem("full", input.password, input.password);
  if (problem) return { kind: "invalid", field: "password", message: problem.message };
  const role = await deps.db
    .selectFrom("roles")
    .select("id")
    .where("id", "=", input.roleId)
    .where("id", "!=", "customer")
    .executeTakeFirst();
  if (!role) return { kind: "invalid", field: "roleId", message: "Please choose a role from the list." };

  const passwordHash = await hashPassword(input.password);
  const user = newUserRow({
    id: deps.ids.uuid(),
    email: input.email,
    roleId: role.id,
    passwordHash,
    isPasswordTemporary: true,
    now: deps.clock.now().toISOString(),
  });
  const isMade = await deps.db.transaction().execute(async (trx) => {
    const inserted = await trx
      .insertInto("users")
      .values(user)
      .onConflict((conflict) => conflict.column("email_key").doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows !== 1n) return false;
    await recordAudit(trx, deps, {
      actor,
      action: "user.created",
      subject: { kind: "user", id: user.id },
      requestId,
    });
    await enqueueMail(trx, deps, {
      topic: "temporary-password",
      to: user.email,
      dedupeKey: `temporary-password:${deps.ids.uuid()}`,
      payload: { password: input.password, url: `${deps.env.APP_ORIGIN}/admin/login` },
    });
    return true;
  });
  if (!isMade) return { kind: "invalid", field: "email", message: USER_MESSAGES.exists };
  deps.jobs.wake();
  return { kind: "created", user };
}
