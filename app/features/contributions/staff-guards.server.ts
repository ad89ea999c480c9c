import { requireStaff, type RouteContext } from "#app/features/accounts/sign-in/guards.server.ts";
import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import { requireBookingRow } from "#app/features/booking/record/guards.server.ts";
import type { Asking } from "./help-page.server.ts";

/** Staff on a booking's pages about parts; reading them is recorded. Throws as `requireStaff`. */
export async function requireStaffAsking(context: RouteContext, request: Request, bookingId: string) {
  const { deps, scope, by } = await requireStaff(context, request);
  const booking = await requireBookingRow(deps, bookingId);
  if (request.method === "GET") await recordStaffView(deps, by, "referral.viewed", ["booking", booking.id]);
  return { scope, booking, by, area: "staff", headers: {} } satisfies Asking;
}
