import { readBookingCall } from "#app/features/api/operations/bookings.ts";
import { readBookingByCall } from "#app/features/api/read-booking.server.ts";
import { apiRoute, serve } from "#app/features/api/serve.server.ts";

const route = apiRoute(
  serve(readBookingCall, async (call) => call.reply(200, await readBookingByCall(call))),
);

export const loader = route.loader;
export const action = route.action;
