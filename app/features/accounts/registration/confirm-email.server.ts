import type { Deps } from "#app/deps.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { enqueueMail } from "#app/features/mail/enqueue-mail.server.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { findTokenUser, issueToken, spendToken } from "#app/features/accounts/account-tokens.server.ts";
import { actorOf, type Account } from "#app/features/accounts/principal.server.ts";
import { confirmEmailUrl } from "./register-customer.server.ts";
import { CONFIRM_EMAIL_DAYS, type Limited } from "#app/features/accounts/sign-in/sign-in.ts";

type Customer = { kind: "customer" } & Account;

/** True when the link is live and this customer's own. Spends nothing: what a GET may do. */
export async function isOwnConfirmationLink(
  deps: Pick<Deps, "db" | "clock" | "secrets">,
  customer: Customer,
  token: string,
): Promise<boolean> {
  return (await findTokenUser(deps.db, deps, "confirm-email", token)) === customer.userId;
}

/**
 * Confirms a customer's e-mail address by the mailed link: bookings with that address appear from now on. The account
 * must be signed in: otherwise somebody who registered with another's address could have them confirm it unawares.
 */
export async function confirmEmail(
  deps: Pick<Deps, "db" | "clock" | "ids" | "secrets">,
  customer: Customer,
  token: string,
  requestId: string,
): Promise<{ kind: "confirmed" } | { kind: "refused" }> {
  return deps.db.transaction().execute(async (trx) => {
    if (!(await spendToken(trx, deps, "confirm-email", token, customer.userId))) {
      return { kind: "refused" as const };
    }
    await trx
      .updateTable("users")
      .set({ email_confirmed_at: deps.clock.now().toISOString() })
      .where("id", "=", customer.userId)
      .execute();
    await recordAudit(trx, deps, {
      actor: actorOf(customer),
      action: "user.email-confirmed",
      subject: { kind: "user", id: customer.userId },
      requestId,
    });
    return { kind: "confirmed" as const };
  });
}

/** Mails the confirmation link again; the one before it stops working. Nothing is sent for a confirmed address. */
export async function resendConfirmation(
  deps: Pick<Deps, "env" | "db" | "clock" | "ids" | "secrets" | "jobs">,
  customer: Customer,
): Promise<{ kind: "sent" } | Limited> {
  if (customer.isEmailConfirmed) return { kind: "sent" };
  const verdict = await hitRateLimit(deps, "otpSend", `confirm-email\n${customer.userId}`);
  if (!verdict.isAllowed) return { kind: "limited", retryAfterSeconds: verdict.retryAfterSeconds };
  await deps.db.transaction().execute(async (trx) => {
    const token = await issueToken(trx, deps, customer.userId, "confirm-email", CONFIRM_EMAIL_DAYS * 24 * 60);
    await enqueueMail(trx, deps, {
      topic: "confirm-email",
      to: customer.email,
      dedupeKey: `confirm-email:${deps.ids.uuid()}`,
      payload: { url: confirmEmailUrl(deps, token) },
    });
  });
  deps.jobs.wake();
  return { kind: "sent" };
}
