import type { Deps } from "#app/deps.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import { findTokenUser, spendToken } from "#app/features/accounts/account-tokens.server.ts";
import { actorOf, type Account } from "#app/features/accounts/principal.server.ts";
import { confirmAddress } from "#app/features/accounts/confirm-address.server.ts";
import { mailAboutRegistration } from "./mail-about-registration.server.ts";
import type { Limited } from "#app/features/accounts/caller.ts";

type Customer = { kind: "customer" } & Account;

/** True when the link is live and this customer's own. Does not use it up. */
export async function isOwnConfirmationLink(
  deps: Pick<Deps, "db" | "clock" | "secrets">,
  customer: Customer,
  token: string,
): Promise<boolean> {
  return (await findTokenUser(deps.db, deps, "confirm-email", token)) === customer.userId;
}

/** Confirms a customer's address by the mailed link: other bookings with it now appear. The account must be signed in:
 * otherwise somebody who registered with another's address could have them confirm it. `taken`: the address belongs to
 * another account now. */
export async function confirmEmail(
  deps: Pick<Deps, "db" | "clock" | "ids" | "secrets">,
  customer: Customer,
  token: string,
  requestId: string,
): Promise<{ kind: "confirmed" | "refused" | "taken" }> {
  return deps.db.transaction().execute(async (trx) => {
    if (!(await spendToken(trx, deps, "confirm-email", token, customer.userId))) {
      return { kind: "refused" as const };
    }
    if (!(await confirmAddress(trx, deps, customer.userId))) return { kind: "taken" as const };
    await recordAudit(trx, deps, {
      actor: actorOf(customer),
      action: "user.email-confirmed",
      subject: { kind: "user", id: customer.userId },
      requestId,
    });
    return { kind: "confirmed" as const };
  });
}

/** Sends the confirmation mail again; the previous link stops working. Nothing for a confirmed address. */
export async function resendConfirmation(
  deps: Pick<Deps, "env" | "db" | "clock" | "ids" | "secrets" | "jobs">,
  customer: Customer,
): Promise<{ kind: "sent" } | Limited> {
  if (customer.isEmailConfirmed) return { kind: "sent" };
  const verdict = await hitRateLimit(deps, RATE_LIMITS.otpSend, `confirm-email\n${customer.userId}`);
  if (!verdict.isAllowed) return { kind: "limited", retryAfterSeconds: verdict.retryAfterSeconds };
  await deps.db
    .transaction()
    .execute((trx) => mailAboutRegistration(trx, deps, { userId: customer.userId, email: customer.email }));
  deps.jobs.wake();
  return { kind: "sent" };
}
