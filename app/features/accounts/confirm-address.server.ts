import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { emailKey } from "./email-key.ts";
import { findOwnerOfEmail } from "./find-user.server.ts";

/** Records that a user proved their e-mail address. False, with nothing changed, when it belongs to another account. */
export async function confirmAddress(
  trx: Executor,
  deps: Pick<Deps, "clock">,
  userId: string,
): Promise<boolean> {
  const { email } = await trx
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const owner = await findOwnerOfEmail(trx, email);
  if (owner && owner.id !== userId) return false;
  await trx
    .updateTable("users")
    .set((eb) => ({
      email_key: emailKey(email),
      unconfirmed_email_key: null,
      email_confirmed_at: eb.fn.coalesce("email_confirmed_at", eb.val(deps.clock.now().toISOString())),
    }))
    .where("id", "=", userId)
    .execute();
  return true;
}
