import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { changeBooking, DONE, refused } from "#app/features/booking/record/change-booking.server.ts";
import { coverPrice } from "#app/features/booking/record/write-booking.server.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { bookingDayOf } from "#app/features/visits/record/booking-days.server.ts";
import { formatDate } from "#app/platform/dates.ts";
import {
  dueDifference,
  findInvoice,
  invoiceDifference,
  type DueDifference,
  type InvoiceDifference,
} from "./invoice-state.server.ts";

/** Records that a booking's invoice is right although its amount is another one, as after a deliberate credit note.
 * `seen` is the difference on the page: `changed` when it is another one by now. */
export async function acceptDifference(
  deps: Deps,
  by: ActedByRequest,
  bookingId: string,
  seen: Pick<InvoiceDifference, "wantedPence" | "standingPence">,
) {
  return changeBooking(deps, { bookingId, by, whenErased: true }, async (inside, booking) => {
    const invoice = await findInvoice(inside, bookingId);
    const difference = invoice && invoiceDifference(booking, invoice);
    const { wantedPence, standingPence } = seen;
    if (difference?.wantedPence !== wantedPence || difference.standingPence !== standingPence)
      return refused("changed");
    if (difference.isAccepted) return DONE;
    await inside.db
      .updateTable("invoices")
      .set({ accepted_wanted_pence: wantedPence, accepted_standing_pence: standingPence })
      .where("booking_id", "=", bookingId)
      .execute();
    await coverPrice(inside.db, bookingId, booking.total_pence);
    const amounts = `${formatPoundsAndPence(standingPence)} for ${formatPoundsAndPence(wantedPence)}`;
    await recordAudit(inside, by, "invoice.difference-accepted", ["booking", bookingId], { note: amounts });
    return DONE;
  });
}

/** Records that an invoice may be due on another day than its assessment calls for. `seen` is what the page showed:
 * `changed` when it is something else by now. */
export async function acceptDueDay(
  deps: Deps,
  by: ActedByRequest,
  bookingId: string,
  seen: Pick<DueDifference, "day" | "wantedOn">,
) {
  return changeBooking(deps, { bookingId, by, whenErased: true }, async (inside, booking) => {
    const invoice = await findInvoice(inside, bookingId);
    const day = await bookingDayOf(inside, booking);
    const difference = invoice && dueDifference(booking, invoice, day);
    if (difference?.day !== seen.day || difference.wantedOn !== seen.wantedOn) return refused("changed");
    if (difference.isAccepted) return DONE;
    await inside.db
      .updateTable("invoices")
      .set({ accepted_for_day: seen.day })
      .where("booking_id", "=", bookingId)
      .execute();
    await recordAudit(inside, by, "invoice.difference-accepted", ["booking", bookingId], {
      note: `Its due day, for an assessment on ${formatDate(seen.day)}`,
    });
    return DONE;
  });
}
