import type { Deps } from "#app/deps.server.ts";
import { enqueueMail } from "#app/features/mail-queue/enqueue-mail.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { issueToken } from "#app/features/accounts/account-tokens.server.ts";
import { CONFIRM_EMAIL_DAYS } from "#app/features/accounts/lifetimes.ts";
import { findOwnerOfEmail } from "#app/features/accounts/find-user.server.ts";

/** Mails a new account's owner to confirm the address, or to sign in to the account that the address has already; both
 * cost the same. An older link of this account stops working. */
export async function mailAboutRegistration(
  trx: Executor,
  deps: Pick<Deps, "env" | "clock" | "ids" | "secrets">,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const { APP_ORIGIN } = deps.env;
  const token = await issueToken(trx, deps, userId, "confirm-email", CONFIRM_EMAIL_DAYS * 24 * 60);
  const owner = await findOwnerOfEmail(trx, email);
  const mail = { to: email, dedupeKey: `confirm-email:${deps.ids.uuid()}` };
  if (!owner) {
    const url = `${APP_ORIGIN}/customer/verify-email?token=${token}`;
    await enqueueMail(trx, deps, { ...mail, topic: "confirm-email", payload: { url } });
    return;
  }
  const url = `${APP_ORIGIN}/${owner.role_id === "customer" ? "customer" : "admin"}/login`;
  await enqueueMail(trx, deps, { ...mail, topic: "account-exists", payload: { url } });
}
