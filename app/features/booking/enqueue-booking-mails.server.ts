import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { BookingRow } from "./tables.ts";
import { enqueueMail } from "#app/features/mail-queue/enqueue-mail.server.ts";

/** Days after the booking on which the referrer is reminded of the referral forms. */
const REMINDER_DAYS = [3, 7] as const;

const DAY_MS = 86_400_000;

/**
 * Promises every mail that a new booking brings: the referrer's confirmation, the company's notice and the two
 * reminders of the referral forms (whose need is checked when they are due).
 */
export async function enqueueBookingMails(
  executor: Executor,
  deps: Pick<Deps, "clock" | "ids" | "secrets" | "settings">,
  booking: Pick<BookingRow, "id" | "referrer_email" | "created_at">,
): Promise<void> {
  const bookingId = booking.id;
  const to = booking.referrer_email;
  await enqueueMail(executor, deps, {
    topic: "booking-confirmation",
    to,
    bookingId,
    dedupeKey: `booking-confirmation:${bookingId}`,
    payload: {},
  });
  await enqueueMail(executor, deps, {
    topic: "company-notice",
    to: deps.settings.current().company.email,
    bookingId,
    dedupeKey: `company-notice:${bookingId}`,
    payload: {},
  });
  for (const day of REMINDER_DAYS) {
    await enqueueMail(executor, deps, {
      topic: "referral-reminder",
      to,
      bookingId,
      dedupeKey: `referral-reminder:${bookingId}:${day}`,
      payload: { day },
      notBefore: new Date(Date.parse(booking.created_at) + day * DAY_MS).toISOString(),
    });
  }
}
