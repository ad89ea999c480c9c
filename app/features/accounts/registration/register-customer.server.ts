import type { Deps } from "#app/deps.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { enqueueMail } from "#app/features/mail/enqueue-mail.server.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import type { BookingRow } from "#app/platform/tables.ts";
import { issueToken } from "#app/features/accounts/account-tokens.server.ts";
import { REGISTRATION_MESSAGES } from "#app/features/accounts/sign-in/messages.ts";
import {
  findPasswordProblem,
  type PasswordProblem,
} from "#app/features/accounts/passwords/new-password.server.ts";
import { newUserRow } from "#app/features/accounts/users/new-user-row.ts";
import { hashPassword, verifyPassword } from "#app/features/accounts/passwords/password-hash.server.ts";
import { findActiveUserByEmail } from "#app/features/accounts/users/find-user.server.ts";
import {
  CONFIRM_EMAIL_DAYS,
  later,
  type Caller,
  type Limited,
} from "#app/features/accounts/sign-in/sign-in.ts";

/** For so long the same form sent again is a second press, or one whose answer got lost. */
const REPEAT_MINUTES = 10;

export type RegistrationOutcome =
  | { kind: "registered"; userId: string }
  | { kind: "invalid-password"; problem: PasswordProblem }
  /** `isRepeat`: the account is the one that this very form made, so that its page can say so again. */
  | { kind: "exists"; message: string; isRepeat: boolean }
  | Limited;

type RegisterDeps = Pick<Deps, "env" | "db" | "clock" | "ids" | "secrets" | "jobs">;

/**
 * Makes a customer account for the referrer of a booking, to which the caller has proved the right. The e-mail is the
 * booking's. The account sees this booking at once, others with that address after its owner confirmed it by a mailed
 * link (DESIGN decision 17).
 */
export async function registerCustomer(
  deps: RegisterDeps,
  booking: BookingRow,
  input: { password: string; confirmPassword: string },
  caller: Caller,
): Promise<RegistrationOutcome> {
  const problem = findPasswordProblem("customer", input.password, input.confirmPassword);
  if (problem) return { kind: "invalid-password", problem };
  const verdict = await hitRateLimit(deps, "registration", caller.clientAddress);
  if (!verdict.isAllowed) return { kind: "limited", retryAfterSeconds: verdict.retryAfterSeconds };

  const passwordHash = await hashPassword(input.password);
  const now = deps.clock.now().toISOString();
  const userId = deps.ids.uuid();
  const isMade = await deps.db.transaction().execute(async (trx) => {
    const inserted = await trx
      .insertInto("users")
      .values(
        newUserRow({
          id: userId,
          email: booking.referrer_email,
          firstName: booking.referrer_first_name,
          lastName: booking.referrer_last_name,
          roleId: "customer",
          passwordHash,
          isPasswordTemporary: false,
          now,
        }),
      )
      .onConflict((conflict) => conflict.column("email_key").doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows !== 1n) return false;
    await trx
      .insertInto("customer_bookings")
      .values({ user_id: userId, booking_id: booking.id, linked_at: now })
      .execute();
    const token = await issueToken(trx, deps, userId, "confirm-email", CONFIRM_EMAIL_DAYS * 24 * 60);
    await enqueueMail(trx, deps, {
      topic: "confirm-email",
      to: booking.referrer_email,
      dedupeKey: `confirm-email:${deps.ids.uuid()}`,
      payload: { url: confirmEmailUrl(deps, token) },
    });
    await recordAudit(trx, deps, {
      actor: { kind: "customer", id: userId },
      action: "user.registered",
      subject: { kind: "user", id: userId },
      requestId: caller.requestId,
    });
    return true;
  });
  if (!isMade) {
    const isRepeat = await wasJustRegistered(deps, booking, input.password);
    return { kind: "exists", message: REGISTRATION_MESSAGES.exists, isRepeat };
  }
  deps.jobs.wake();
  return { kind: "registered", userId };
}

/** True when the account was made from this booking, with this password, `REPEAT_MINUTES` ago at most. */
async function wasJustRegistered(
  deps: Pick<Deps, "db" | "clock">,
  booking: BookingRow,
  password: string,
): Promise<boolean> {
  const user = await findActiveUserByEmail(deps.db, booking.referrer_email);
  if (!user || user.created_at <= later(deps.clock.now(), -REPEAT_MINUTES)) return false;
  const link = await deps.db
    .selectFrom("customer_bookings")
    .select("user_id")
    .where("user_id", "=", user.id)
    .where("booking_id", "=", booking.id)
    .executeTakeFirst();
  return link !== undefined && (await verifyPassword(user.password_hash, password));
}

/** The link that a confirmation mail carries. */
export function confirmEmailUrl(deps: Pick<Deps, "env">, token: string): string {
  return `${deps.env.APP_ORIGIN}/customer/verify-email?token=${token}`;
}
