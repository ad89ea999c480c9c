import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import { requireBookingAccess } from "#app/features/api/booking-access.server.ts";
import { createBooking, createInvoiceByCall } from "#app/features/api/keyed-calls.server.ts";
import type { Operation } from "#app/features/api/operation.ts";
import { BOOKING_CALLS } from "#app/features/api/operations/bookings.ts";
import { INVOICE_CALLS } from "#app/features/api/operations/invoices.ts";
import { allBookingsAsJson, withStages, withVisits } from "#app/features/api/bookings-with-visits.server.ts";
import { linkAfter, pageRequest, toPage } from "#app/features/api/paging.ts";
import { apiRoute, serve, type Call } from "#app/features/api/serve.server.ts";
import { bookingToken, grantBooking } from "#app/features/booking/record/guards.server.ts";
import {
  endOfPage,
  listAllBookings,
  readBooking,
  readBookings,
} from "#app/features/booking/record/queries.server.ts";
import {
  creditPence,
  dueDayOf,
  openPence,
  standingOf,
  standingPence,
  type InvoiceFacts,
} from "#app/features/billing/invoice-standing.ts";
import { findInvoice } from "#app/features/billing/invoice-state.server.ts";
import { chargesForCustomer, type CustomerCharge } from "#app/features/charges/staff-charges.server.ts";
import { partStates } from "#app/features/contributions/parts-out.server.ts";
import { reportState } from "#app/features/report-writing/report-state.server.ts";
import { readProgress } from "#app/features/report/read-progress.server.ts";
import { inPieces } from "#app/platform/in-pieces.server.ts";
import { londonDate, type IsoDate } from "#app/platform/dates.ts";
import { toPounds } from "#app/platform/money.ts";

const chargeForApi = ({ standing, description, pence, vatRate }: CustomerCharge) => ({
  state: standing,
  description,
  vatRate,
  amount: toPounds(pence),
});

const paymentForApi = (invoice: InvoiceFacts, today: IsoDate) => ({
  standing: standingOf(invoice, today),
  invoiced: toPounds(standingPence(invoice)),
  paid: toPounds(invoice.paidPence ?? 0),
  toPay: toPounds(openPence(invoice)),
  ...(invoice.onItsWay && { onItsWay: toPounds(invoice.onItsWay.pence) }),
  credit: toPounds(creditPence(invoice)),
  dueOn: dueDayOf(invoice),
});

type BookingCall = Pick<Call<Operation>, "deps" | "request" | "params" | "by">;

/** The booking at either of its two addresses; records a view by staff. Throws 404. */
async function readAndRecord(call: BookingCall) {
  const { booking, principal } = await requireBookingAccess(call, call.params.bookingId);
  await recordStaffView(call.deps, call.by, "booking.viewed", ["booking", booking.id]);
  const progress = (await readProgress(call.deps, [booking])).get(booking.id) ?? null;
  const withMore = principal.kind === "staff" ? withStages : withVisits;
  const [shown] = await withMore(call.deps, [await readBooking(call.deps, booking)]);
  const partsAsked = await partStates(call.deps, booking);
  const report = principal.kind === "staff" ? { report: await reportState(call.deps, booking.id) } : {};
  const charges = await chargesForCustomer(call.deps, booking.id);
  const more = charges.length > 0 && { furtherCharges: charges.map(chargeForApi) };
  const invoice = await findInvoice(call.deps, booking.id);
  const payment = invoice && { payment: paymentForApi(invoice, londonDate(call.deps.clock.now())) };
  return { ...shown!, ...report, version: booking.version, progress, partsAsked, ...payment, ...more };
}

export const loader = apiRoute(
  serve(BOOKING_CALLS.listBookings, async ({ deps, request, query, reply }) => {
    const page = pageRequest(query);
    if (page.limit === undefined) {
      const end = await endOfPage(deps, deps.env.API_MAX_BOOKINGS, page.before);
      const headers = { "Content-Type": "application/json", ...(end && linkAfter(request, end)) };
      return new Response(inPieces(allBookingsAsJson(deps, { ...page, last: end?.id })), { headers });
    }
    const rows = await listAllBookings(deps, page);
    const { items, headers } = toPage(request, query.limit, await readBookings(deps, rows));
    return reply(200, await withStages(deps, items), headers);
  }),
  serve(BOOKING_CALLS.createBooking, async (call) => {
    const { deps, request, reply } = call;
    const booking = await createBooking(call);
    const { id, reference, total_pence } = booking;
    const made = { id, bookingReference: reference, totalValue: toPounds(total_pence) };
    const cookie = await grantBooking(deps, request, booking);
    const headers = { Location: `/api/bookings/${id}`, "Set-Cookie": cookie };
    return reply(201, { booking: made, accessToken: bookingToken(deps, booking) }, headers);
  }),
  serve(BOOKING_CALLS.readBooking, async (call) => call.reply(200, await readAndRecord(call))),
  serve(BOOKING_CALLS.readBookingConfirmation, async (call) => call.reply(200, await readAndRecord(call))),
  serve(INVOICE_CALLS.createInvoice, async (call) => call.reply(200, await createInvoiceByCall(call))),
);
export const action = loader;
