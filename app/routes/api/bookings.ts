import { createBooking } from "#app/features/api/create-booking.server.ts";
import { idempotencyKey } from "#app/features/api/idempotency-key.ts";
import * as operations from "#app/features/api/operations/bookings.ts";
import { pageRequest, toPage } from "#app/features/api/paging.ts";
import { readRawJson } from "#app/features/api/read-json.server.ts";
import { apiRoute, serve } from "#app/features/api/serve.server.ts";
import { bookingToken } from "#app/features/booking/guards.server.ts";
import { pageOfBookings } from "#app/features/staff/page-of-bookings.server.ts";
import { readBookings } from "#app/features/booking/queries.server.ts";
import { toPounds } from "#app/platform/money.ts";

const route = apiRoute(
  serve(operations.listBookings, async ({ deps, request, query, reply }) => {
    const rows = await pageOfBookings(deps, pageRequest(query));
    const { items, headers } = toPage(request, query.limit, await readBookings(deps, rows));
    return reply(200, items, headers);
  }),
  serve(operations.createBooking, async ({ deps, request, principal, scope, requestId, reply }) => {
    const booking = await createBooking(deps, {
      body: await readRawJson(request),
      key: idempotencyKey(request),
      principal,
      clientAddress: scope.clientAddress,
      requestId,
    });
    const { id, reference, total_pence } = booking;
    return reply(
      201,
      {
        booking: { id, bookingReference: reference, totalValue: toPounds(total_pence) },
        accessToken: bookingToken(deps, booking),
      },
      { Location: `/api/bookings/${id}` },
    );
  }),
);

export const loader = route.loader;
export const action = route.action;
