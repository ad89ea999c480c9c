import { bookingToken } from "#app/features/booking/record/guards.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { isEqualSecret } from "#app/platform/secrets.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";

type LinkDeps = Pick<Deps, "env" | "secrets">;

/** The token of this link gives no access: it only turns off one booking's reminders. */
const UNSUBSCRIBE = "reminder-opt-out";

/** Compares in constant time. The token stops reminders and opens nothing. */
export const isUnsubscribeToken = (deps: Pick<Deps, "secrets">, bookingId: string, token: string): boolean =>
  deps.secrets.hashes(bookingId, UNSUBSCRIBE).some((hash) => isEqualSecret(token, hash));

/** Links for mails to the referrer; they carry the access token of the booking's link version. */
export function bookingLinks(deps: LinkDeps, booking: Pick<BookingRow, "id" | "token_version">) {
  const { APP_ORIGIN } = deps.env;
  const token = bookingToken(deps, booking);
  const unsubscribe = deps.secrets.hash(booking.id, UNSUBSCRIBE);
  return {
    view: `${APP_ORIGIN}/booking/${booking.id}?token=${token}`,
    letter: `${APP_ORIGIN}/booking/${booking.id}/letter?token=${token}`,
    billing: `${APP_ORIGIN}/booking/${booking.id}/billing?token=${token}`,
    charges: `${APP_ORIGIN}/booking/${booking.id}/charges?token=${token}`,
    earlier: `${APP_ORIGIN}/booking/${booking.id}/earlier?token=${token}`,
    times: `${APP_ORIGIN}/booking/${booking.id}/times?token=${token}`,
    again: `${APP_ORIGIN}/booking/${booking.id}/book-again?token=${token}`,
    confirmation: `${APP_ORIGIN}/booking/confirmation/${booking.id}?token=${token}`,
    referral: `${APP_ORIGIN}/referral-form/${booking.id}?token=${token}`,
    documents: `${APP_ORIGIN}/referral-form/${booking.id}/documents?token=${token}`,
    unsubscribe: `${APP_ORIGIN}/mail/unsubscribe/${booking.id}?token=${unsubscribe}`,
    unsubscribeOneClick: `${APP_ORIGIN}/api/mail/unsubscribe/${booking.id}?token=${unsubscribe}`,
    rightToCancel: `${APP_ORIGIN}/right-to-cancel`,
    staff: `${APP_ORIGIN}/admin/bookings/${booking.id}`,
  };
}
