import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { findInvoice } from "#app/features/billing/invoice-state.server.ts";
import { rightToCancel } from "#app/features/booking/fields/consumer.ts";
import {
  changeBooking,
  DONE,
  refused,
  type Result,
} from "#app/features/booking/record/change-booking.server.ts";
import { recordRightToCancel } from "#app/features/booking/record/requests.server.ts";
import { updateStaffFields } from "#app/features/booking/record/write-booking.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import { changeStatus } from "./change-status.server.ts";

/** Consumer Contracts Regulations 2013, regulation 34: days for paying back, from the day of the cancellation. */
const DAYS_TO_PAY_BACK = 14;

/** Cancels a booking at once, because its referrer is a private person who may cancel: its visit ends with the
 * usual messages, the referrer gets a confirmation, and the practice a notice. An invoice that was made becomes a
 * task. Refused when there is no such right any more. */
export async function cancelByRight(
  deps: Deps,
  { bookingId, note, ...by }: ActedByRequest & { bookingId: string; note: string },
) {
  return changeBooking(deps, { bookingId, by }, async (inside, booking): Promise<Result<"no-right">> => {
    const trx = inside.db;
    const today = londonDate(deps.clock.now());
    if (!rightToCancel(booking, today)) return refused("no-right");
    await recordRightToCancel(inside, bookingId, { ...by, note });
    const changed = await changeStatus(inside, {
      ...by,
      bookingId,
      version: booking.version,
      status: "cancelled",
      isByRight: true,
      reason: "The referrer used the right to cancel",
      isReferrerTold: true,
      note: "",
    });
    if (!changed.ok) throw new Error(`A right to cancel had no effect: ${changed.problem}`);
    if (await findInvoice(inside, bookingId))
      await updateStaffFields(trx, inside, bookingId, {
        billing_to_change_since: deps.clock.now().toISOString(),
      });
    await enqueueMail(inside, {
      topic: "cancelled-notice",
      to: deps.settings.current().company.email,
      bookingId,
      dedupeKey: `cancelled-notice:${bookingId}:${changed.booking.version}`,
      payload: { payBackBy: addDays(today, DAYS_TO_PAY_BACK) },
    });
    return DONE;
  });
}
