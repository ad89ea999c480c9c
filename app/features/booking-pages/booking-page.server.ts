import type { Deps } from "#app/deps.server.ts";
import { findInvoice } from "#app/features/billing/find-invoice.server.ts";
import { invoiceTask } from "#app/features/billing/invoice-state.ts";
import { bookingFacts } from "#app/features/booking/fact-rows.ts";
import { referralCompletion } from "#app/features/referral/queries.server.ts";
import type { OpenedBooking } from "./open-booking.server.ts";
import type { ReferralState } from "./referral-prompt.tsx";

export async function readBookingPage(
  deps: Pick<Deps, "db" | "secrets" | "clock">,
  { row, booking }: OpenedBooking,
) {
  const completion = await referralCompletion(deps, row);
  const referral: ReferralState = {
    isSubmitted: completion.submittedAt !== null,
    completeCount: completion.completeCount,
    sectionCount: completion.sectionCount,
  };
  const invoice = await findInvoice(deps, row.id);
  return {
    booking,
    depositPercent: row.deposit_percent,
    facts: bookingFacts(booking),
    referral,
    invoiceUrl: invoice?.onlineUrl ?? null,
    isInvoiceOutdated: invoice !== null && invoiceTask(row, invoice) !== null,
  };
}
