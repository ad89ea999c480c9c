import type { Deps } from "#app/deps.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import {
  findPasswordProblem,
  type InvalidPassword,
} from "#app/features/accounts/password/new-password.server.ts";
import { findUnconfirmedByEmail, newUserRow } from "#app/features/accounts/record/user-row.server.ts";
import { hashPassword, verifyPassword } from "#app/features/accounts/password/password-hash.server.ts";
import { authorOf } from "#app/features/accounts/session/principal.server.ts";
import { endAccess } from "#app/features/accounts/session/end-access.server.ts";
import type { SignInClient, Limited } from "#app/features/accounts/record/caller.ts";
import { mailAboutRegistration } from "./confirm-email.server.ts";
import { unconfirmedKeyOf } from "./unlink-booking.server.ts";
import { changeBooking, DONE, refused } from "#app/features/booking/record/change-booking.server.ts";
import { findAccessibleBooking, isByLink } from "#app/features/booking/record/guards.server.ts";

/** The booking that the visitor may register for, by its token or cookie, not as staff; null also for an unknown one.
 * `token` as in `findAccessibleBooking`. */
export async function findRegistrableBooking(
  deps: Deps,
  request: Request,
  bookingId: string,
  token?: string | null,
): Promise<BookingRow | null> {
  const access = await findAccessibleBooking(deps, request, bookingId, token);
  return access && isByLink(access) ? access.booking : null;
}

/** Makes a customer account with the booking's e-mail, for a visitor who may see the booking. It can sign in at once
 * and sees only this booking until the address is confirmed. Answer and work are the same whether or not the address
 * has an account (docs/decisions/0015). Registering again replaces the password. */
export async function registerCustomer(
  deps: Deps,
  booking: BookingRow,
  input: { password: string; confirmPassword: string },
  caller: SignInClient,
): Promise<{ kind: "registered" } | InvalidPassword | Limited> {
  const problem = findPasswordProblem("customer", input.password, input.confirmPassword);
  if (problem) return { kind: "invalid-password", problem };
  const verdict = await hitRateLimit(deps, RATE_LIMITS.registration, caller.clientAddress);
  if (!verdict.isAllowed) return { kind: "limited", retryAfterSeconds: verdict.retryAfterSeconds };

  const email = booking.referrer_email;
  const earlier = await findUnconfirmedByEmail(deps.db, email);
  const passwordHash = await hashPassword(input.password, earlier?.password_hash);
  const mayMail = await hitRateLimit(
    deps,
    RATE_LIMITS.passwordReset,
    `registration\n${booking.referrer_email_key}`,
  );
  const userId = deps.ids.uuid();
  const by = authorOf({ id: userId, role_id: "customer" }, caller);
  const made = await changeBooking(deps, { bookingId: booking.id, by }, async (inside) => {
    const isMade = await insertAccount(inside.db, inside, booking, { userId, passwordHash });
    if (!isMade) return refused("has-account");
    await recordAudit(inside, by, "user.registered", ["user", userId]);
    if (mayMail.isAllowed) await mailAboutRegistration(inside, { userId, email });
    return DONE;
  });
  const isAsBefore = await hasPassword(deps, booking.id, input.password);
  if (!made.ok && !isAsBefore) await replacePassword(deps, booking.id, passwordHash, caller);
  return { kind: "registered" };
}

/** False when the booking already has an unconfirmed account. */
async function insertAccount(
  trx: Executor,
  deps: Deps,
  booking: BookingRow,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): Promise<boolean> {
  const now = deps.clock.now().toISOString();
  const inserted = await trx
    .insertInto("users")
    .values(
      newUserRow({
        id: userId,
        email: booking.referrer_email,
        unconfirmedKey: unconfirmedKeyOf(booking.id),
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
  return true;
}

async function hasPassword(deps: Pick<Deps, "db">, bookingId: string, password: string): Promise<boolean> {
  const user = await deps.db
    .selectFrom("users")
    .select("password_hash")
    .where("email_key", "=", unconfirmedKeyOf(bookingId))
    .executeTakeFirst();
  return verifyPassword(user?.password_hash ?? null, password);
}

async function replacePassword(deps: Deps, bookingId: string, passwordHash: string, caller: SignInClient) {
  await transact(deps, async (inside) => {
    const changed = await inside.db
      .updateTable("users")
      .set({ password_hash: passwordHash, updated_at: deps.clock.now().toISOString() })
      .where("email_key", "=", unconfirmedKeyOf(bookingId))
      .returning("id")
      .executeTakeFirst();
    if (!changed) return;
    await endAccess(inside.db, changed.id);
    const by = authorOf({ ...changed, role_id: "customer" }, caller);
    await recordAudit(inside, by, "user.registered", ["user", changed.id], { changedFields: ["password"] });
  });
}
