import { CUSTOMER_CALLS } from "#app/features/api/operations/bookings.ts";
import { withVisits } from "#app/features/api/bookings-with-visits.server.ts";
import { pageRequest, toPage } from "#app/features/api/paging.ts";
import { apiRoute, serve } from "#app/features/api/serve.server.ts";
import { readBookings } from "#app/features/booking/record/queries.server.ts";
import {
  listCustomerBookings,
  listCustomerReferrals,
} from "#app/features/after-booking/customer/customer-bookings.server.ts";

export const loader = apiRoute(
  serve(CUSTOMER_CALLS.listMyBookings, async ({ deps, request, query, principal, reply }) => {
    const rows = await listCustomerBookings(deps, principal, pageRequest(query));
    const { items, headers } = toPage(request, query.limit, await readBookings(deps, rows));
    return reply(200, await withVisits(deps, items), headers);
  }),
  serve(CUSTOMER_CALLS.listMyReferrals, async ({ deps, request, query, principal, reply }) => {
    const rows = await listCustomerReferrals(deps, principal, pageRequest(query));
    const { items, headers } = toPage(request, query.limit, await readBookings(deps, rows));
    return reply(200, await withVisits(deps, items), headers);
  }),
);
export const action = loader;
