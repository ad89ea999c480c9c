import { recordAudit, type Author } from "#app/features/audit/record-audit.server.ts";
import { enqueueMail } from "#app/features/mail-queue/enqueue-mail.server.ts";
import { unlinkBooking } from "#app/features/customer/registration/unlink-booking.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { updateBooking } from "#app/features/booking/write-booking.server.ts";
import { bookingToChange } from "./booking-to-change.server.ts";

type LinkRenewal = Author & {
  bookingId: string;
  /** Ends every link sent so far: one reached the wrong person. */
  isOldLinkRevoked: boolean;
};

type LinkRenewalResult = "sent" | "not-found" | "restricted";

export async function renewAccessLink(deps: Deps, renewal: LinkRenewal): Promise<LinkRenewalResult> {
  const result = await deps.db.transaction().execute(async (trx): Promise<LinkRenewalResult> => {
    const booking = await bookingToChange(trx, renewal.bookingId);
    if (typeof booking === "string") return booking;
    if (renewal.isOldLinkRevoked) {
      await unlinkBooking(trx, { id: booking.id, referrerEmailKey: booking.referrer_email_key });
      await updateBooking(trx, deps, booking, { token_version: booking.token_version + 1 });
    }
    const action = renewal.isOldLinkRevoked ? "booking.link-replaced" : "booking.link-sent";
    await recordAudit(trx, deps, renewal, action, ["booking", booking.id], {
      changedFields: renewal.isOldLinkRevoked ? ["accessLink"] : [],
    });
    await enqueueMail(trx, deps, {
      topic: "access-link",
      to: booking.referrer_email,
      bookingId: booking.id,
      dedupeKey: `access-link:${deps.ids.uuid()}`,
      payload: {},
    });
    return "sent";
  });
  if (result === "sent") deps.jobs.wake();
  return result;
}
