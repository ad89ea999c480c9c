import { requestScope } from "#app/context.ts";
import { actorOf } from "#app/features/accounts/session/principal.server.ts";
import { isInArea, requireStaff, type RouteContext } from "#app/features/accounts/sign-in/guards.server.ts";
import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import { requireBooking, requireBookingRow } from "#app/features/booking/record/guards.server.ts";
import type { Asking } from "./help-page.server.ts";

type Asked = { request: Request; context: RouteContext; params: { bookingId: string } };

/** Staff on a booking's pages about parts; reading them is recorded. Throws as `requireStaff`. */
export async function requireStaffAsking({ request, context, params }: Asked) {
  const { deps, scope, by } = await requireStaff(context, request);
  const booking = await requireBookingRow(deps, params.bookingId);
  if (request.method === "GET") await recordStaffView(deps, by, "referral.viewed", ["booking", booking.id]);
  return { scope, booking, by, area: "staff", headers: {} } satisfies Asking;
}

/** Whoever asks others about a booking: on pages of staff they, else its referrer, for whom it throws and gives headers
 * as `requireBooking`. */
export async function requireAsking(asked: Asked) {
  const { request, context, params } = asked;
  if (isInArea(request, "admin")) return requireStaffAsking(asked);
  const scope = context.get(requestScope);
  const { booking, principal, headers } = await requireBooking(scope.deps, request, params.bookingId);
  const by = { actor: actorOf(principal), requestId: scope.requestId };
  return { scope, booking, by, headers, area: "referrer" } satisfies Asking;
}
