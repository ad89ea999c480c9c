import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { BookingRow } from "./tables.ts";
import { enqueueMails, type MailRequest } from "#app/features/mail-queue/enqueue-mail.server.ts";

const DAY_MS = 86_400_000;

/** The mails of a new booking; whether a reminder is still needed is checked when it is due. */
export async function enqueueBookingMails(
  executor: Executor,
  deps: Pick<Deps, "clock" | "ids" | "secrets" | "settings">,
  booking: Pick<BookingRow, "id" | "referrer_email" | "created_at">,
): Promise<void> {
  const bookingId = booking.id;
  const to = booking.referrer_email;
  const mails: MailRequest[] = [
    {
      topic: "booking-confirmation",
      to,
      bookingId,
      dedupeKey: `booking-confirmation:${bookingId}`,
      payload: {},
    },
    {
      topic: "company-notice",
      to: deps.settings.current().company.email,
      bookingId,
      dedupeKey: `company-notice:${bookingId}`,
      payload: {},
    },
  ];
  for (const day of currentOffer().rules.reminderDays) {
    mails.push({
      topic: "referral-reminder",
      to,
      bookingId,
      dedupeKey: `referral-reminder:${bookingId}:${day}`,
      payload: { day },
      notBefore: new Date(Date.parse(booking.created_at) + day * DAY_MS).toISOString(),
    });
  }
  await enqueueMails(executor, deps, mails);
}
