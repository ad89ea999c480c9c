import type { Deps } from "#app/deps.server.ts";
import { findInvoice, invoiceTask } from "#app/features/billing/invoice-state.server.ts";
import { bookingFacts } from "#app/features/booking/fact-rows.ts";
import { referralCompletion } from "#app/features/referral/queries.server.ts";
import { actorOf } from "#app/features/accounts/principal.server.ts";
import { noteStaffView } from "#app/features/audit/note-staff-view.server.ts";
import type { BookingRow } from "#app/features/booking/tables.ts";
import { summariseBooking, type BookingSummary } from "#app/features/booking/booking-summary.ts";
import {
  bookingNotFoundPage,
  findAccessibleBooking,
  grantBooking,
} from "#app/features/booking/guards.server.ts";
import { readBooking } from "#app/features/booking/queries.server.ts";

type OpenedBooking = {
  row: BookingRow;
  booking: BookingSummary;
  /** A cookie that replaces the token in the next requests. */
  headers: { "Set-Cookie"?: string };
};

/** Checks the right to a booking and reads what its pages show. Throws `notFound` for an unknown booking or somebody
 * else's. */
export async function openBooking(
  deps: Deps,
  request: Request,
  bookingId: string,
  notFound: unknown = bookingNotFoundPage(),
): Promise<OpenedBooking> {
  const access = await findAccessibleBooking(deps, request, bookingId);
  if (!access) throw notFound;
  const by = { actor: actorOf(access.principal), requestId: null };
  await noteStaffView(deps, by, "booking.viewed", ["booking", access.booking.id]);
  const booking = summariseBooking(await readBooking(deps, access.booking));
  const headers =
    access.by === "token" ? { "Set-Cookie": await grantBooking(deps, request, access.booking) } : {};
  return { row: access.booking, booking, headers };
}

export async function readBookingPage(deps: Deps, { row, booking }: OpenedBooking) {
  const { submittedAt, completeCount, sectionCount } = await referralCompletion(deps, row);
  const invoice = await findInvoice(deps, row.id);
  return {
    booking,
    depositPercent: row.deposit_percent,
    facts: bookingFacts(booking),
    referral: { submittedAt, completeCount, sectionCount },
    invoiceUrl: invoice?.onlineUrl ?? null,
    isInvoiceOutdated: invoice !== null && invoiceTask(row, invoice) !== null,
  };
}
