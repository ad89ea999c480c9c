import type { Deps } from "#app/deps.server.ts";
import { actorOf } from "#app/features/accounts/session/principal.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import {
  findTokenUser,
  spendToken,
  issueToken,
} from "#app/features/accounts/password/account-tokens.server.ts";
import type { CustomerPrincipal } from "#app/features/accounts/sign-in/guards.server.ts";
import { confirmAddress, findOwnerOfEmail } from "#app/features/accounts/record/user-row.server.ts";
import type { Limited } from "#app/features/accounts/record/caller.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { transact } from "#app/platform/database.server.ts";
import { CONFIRM_EMAIL_DAYS } from "#app/features/accounts/record/lifetimes.ts";

/** True when the link is live and this customer's own. Does not use it up. */
export const isOwnConfirmationLink = async (deps: Deps, customer: CustomerPrincipal, token: string) =>
  (await findTokenUser(deps.db, deps, "confirm-email", token)) === customer.userId;

/** Confirms a customer's address by the mailed link: other bookings with it now appear. The account must be signed in:
 * otherwise somebody who registered with another's address could have them confirm it. `taken`: the address belongs to
 * another account now. */
export const confirmEmail = async (
  deps: Deps,
  customer: CustomerPrincipal,
  token: string,
  requestId: string,
): Promise<{ kind: "confirmed" | "refused" | "taken" }> =>
  transact(deps, async (inside) => {
    if (!(await spendToken(inside.db, deps, "confirm-email", token, customer.userId)))
      return { kind: "refused" as const };
    if (!(await confirmAddress(inside.db, deps, customer.userId))) return { kind: "taken" as const };
    const by = { actor: actorOf(customer), requestId };
    await recordAudit(inside, by, "user.email-confirmed", ["user", customer.userId]);
    return { kind: "confirmed" as const };
  });

/** Sends the confirmation mail again; the previous link stops working. Nothing for a confirmed address. */
export async function resendConfirmation(
  deps: Deps,
  customer: CustomerPrincipal,
): Promise<{ kind: "sent" } | Limited> {
  if (customer.isEmailConfirmed) return { kind: "sent" };
  const verdict = await hitRateLimit(deps, RATE_LIMITS.otpSend, `confirm-email\n${customer.userId}`);
  if (!verdict.isAllowed) return { kind: "limited", retryAfterSeconds: verdict.retryAfterSeconds };
  await transact(deps, (inside) =>
    mailAboutRegistration(inside, { userId: customer.userId, email: customer.email }),
  );
  return { kind: "sent" };
}

/** Mails a new account's owner to confirm the address, or to sign in to the account that the address has already; both
 * cost the same. An older link of this account stops working. */
export async function mailAboutRegistration(
  deps: Deps,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const token = await issueToken(deps.db, deps, userId, "confirm-email", CONFIRM_EMAIL_DAYS * 24 * 60);
  const owner = await findOwnerOfEmail(deps.db, email);
  const mail = { to: email, dedupeKey: `confirm-email:${deps.ids.uuid()}` };
  if (!owner) {
    const path = `/customer/verify-email?token=${token}`;
    await enqueueMail(deps, { ...mail, topic: "confirm-email", payload: { path } });
    return;
  }
  const path = `/${owner.role_id === "customer" ? "customer" : "admin"}/login`;
  await enqueueMail(deps, { ...mail, topic: "account-exists", payload: { path } });
}
