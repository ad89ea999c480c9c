import type { Deps } from "#app/deps.server.ts";
import { whyNotRemind } from "#app/features/billing/dispute-invoice.server.ts";
import { openPence, standingOf } from "#app/features/billing/invoice-standing.ts";
import { findInvoice } from "#app/features/billing/invoice-state.server.ts";
import { movedOfBookings } from "#app/features/billing/own/payments.server.ts";
import { isDateAgreed } from "#app/features/booking/fields/status.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { CancelCode } from "#app/features/outbox/cancel-codes.ts";
import { referralSubmissions } from "#app/features/referral/queries.server.ts";
import { bookingDayOf } from "#app/features/visits/record/booking-days.server.ts";
import { londonDate, type IsoDate } from "#app/platform/dates.ts";
import { hasOptedOut } from "./stop-reminders.server.ts";

export async function reasonAgainstReminder(
  deps: Pick<Deps, "db" | "clock" | "secrets">,
  booking: BookingRow,
): Promise<CancelCode | null> {
  if (booking.status === "cancelled" || booking.status === "completed") return "booking-closed";
  const day = await bookingDayOf(deps, booking);
  if (booking.status === "confirmed" && isDateAgreed(day) && day.isOver) return "day-passed";
  const submissions = await referralSubmissions(deps.db, [booking.id]);
  if (submissions.has(booking.id)) return "forms-submitted";
  return (await hasOptedOut(deps.db, booking.id)) ? "reminders-stopped" : null;
}

export async function reasonAgainstInvoice(deps: Deps, booking: BookingRow): Promise<CancelCode | null> {
  if (booking.status === "cancelled") return "booking-cancelled";
  const invoice = await findInvoice(deps, booking.id);
  const isVoid = invoice !== null && standingOf(invoice, londonDate(deps.clock.now())) === "void";
  return isVoid ? "invoice-void" : null;
}

export async function reasonAgainstCardFailure(deps: Deps, booking: BookingRow): Promise<CancelCode | null> {
  const invoice = await findInvoice(deps, booking.id);
  const isPaid = invoice !== null && standingOf(invoice, londonDate(deps.clock.now())) === "paid";
  return isPaid ? "invoice-settled" : null;
}

/** A refund may be taken back, as recorded by mistake, before its mail leaves. */
export async function reasonAgainstRefund(
  deps: Pick<Deps, "db">,
  booking: Pick<BookingRow, "id">,
  refund: { pence: number; on: IsoDate },
): Promise<CancelCode | null> {
  const moved = (await movedOfBookings(deps, [booking.id])).get(booking.id) ?? [];
  return moved.some(({ pence, on }) => pence === -refund.pence && on === refund.on) ? null : "refund-undone";
}

export async function reasonAgainstInvoiceReminder(deps: Deps, booking: BookingRow) {
  const invoice = await findInvoice(deps, booking.id);
  if (booking.status === "cancelled" && (!invoice || openPence(invoice) === 0)) return "booking-cancelled";
  const isOverdue = invoice !== null && standingOf(invoice, londonDate(deps.clock.now())) === "overdue";
  return isOverdue && openPence(invoice) > 0 ? whyNotRemind(deps.db, booking) : "invoice-settled";
}
