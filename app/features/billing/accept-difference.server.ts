import type { Deps } from "#app/deps.server.ts";
import { transact } from "#app/platform/database.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { bookingToChange } from "#app/features/booking/record/booking-to-change.server.ts";
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
 * `seen` is the difference on the page: false when it is another one by now. */
export async function acceptDifference(
  deps: Deps,
  by: ActedByRequest,
  bookingId: string,
  seen: Pick<InvoiceDifference, "wantedPence" | "standingPence">,
): Promise<boolean> {
  return transact(deps.db, async (trx) => {
    const booking = await bookingToChange(trx, bookingId);
    if (typeof booking === "string") return false;
    const invoice = await findInvoice({ ...deps, db: trx }, bookingId);
    const difference = invoice && invoiceDifference(booking, invoice);
    const { wantedPence, standingPence } = seen;
    if (difference?.wantedPence !== wantedPence || difference.standingPence !== standingPence) return false;
    if (difference.isAccepted) return true;
    await trx
      .updateTable("invoices")
      .set({ accepted_wanted_pence: wantedPence, accepted_standing_pence: standingPence })
      .where("booking_id", "=", bookingId)
      .execute();
    const amounts = `${formatPoundsAndPence(standingPence)} for ${formatPoundsAndPence(wantedPence)}`;
    await recordAudit(trx, deps, by, "invoice.difference-accepted", ["booking", bookingId], {
      note: amounts,
    });
    return true;
  });
}

/** Records that an invoice may be due on another day than its assessment calls for. `seen` is what the page showed:
 * false when it is something else by now. */
export async function acceptDueDay(
  deps: Deps,
  by: ActedByRequest,
  bookingId: string,
  seen: Pick<DueDifference, "day" | "wantedOn">,
): Promise<boolean> {
  return transact(deps.db, async (trx) => {
    const booking = await bookingToChange(trx, bookingId);
    if (typeof booking === "string") return false;
    const invoice = await findInvoice({ ...deps, db: trx }, bookingId);
    const day = await bookingDayOf({ ...deps, db: trx }, booking);
    const difference = invoice && dueDifference(booking, invoice, day);
    if (difference?.day !== seen.day || difference.wantedOn !== seen.wantedOn) return false;
    if (difference.isAccepted) return true;
    await trx
      .updateTable("invoices")
      .set({ accepted_for_day: seen.day })
      .where("booking_id", "=", bookingId)
      .execute();
    await recordAudit(trx, deps, by, "invoice.difference-accepted", ["booking", bookingId], {
      note: `Its due day, for an assessment on ${formatDate(seen.day)}`,
    });
    return true;
  });
}
