import { data, redirect } from "react-router";
import { requireStaff, type RouteContext } from "#app/features/accounts/sign-in/guards.server.ts";
import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import { readTime } from "#app/features/assessors/hours.ts";
import { findVisit } from "#app/features/visits/find-visits.server.ts";
import { whoWaitsFor } from "#app/features/visits/freed-times.server.ts";
import { whenOf } from "#app/features/visits/visit-times.ts";
import { isIsoDate } from "#app/platform/dates.ts";

type Asked = { request: Request; params: { visitId: string }; context: RouteContext };

/** The time of a cancelled visit, or, for one that was moved, its former day and hour in the address, with the bookings that wait for
 * it. Throws 404 for an unknown visit, and a redirect to the booking of a visit whose time is not free. */
export async function openFreedTime({ request, params, context }: Asked) {
  const { deps, by } = await requireStaff(context, request);
  const visit = await findVisit(deps, params.visitId);
  if (!visit) throw data(null, { status: 404 });
  const search = new URL(request.url).searchParams;
  const [day, start] = [search.get("day") ?? visit.day, readTime(search.get("start") ?? visit.start)];
  const isMoved = day !== visit.day || start !== visit.start;
  if (!isIsoDate(day) || start === null || (visit.ended_as !== "cancelled" && !isMoved))
    throw redirect(`/admin/bookings/${visit.booking_id}`);
  const time = { visitId: visit.id, assessorId: visit.assessor_id, day, start, minutes: visit.minutes };
  const waiting = await whoWaitsFor(deps, time, visit);
  for (const { id } of waiting) await recordStaffView(deps, by, "booking.viewed", ["booking", id]);
  const assessor = (await assessorsById(deps, [visit.assessor_id])).get(visit.assessor_id);
  return {
    bookingId: visit.booking_id,
    when: whenOf(time),
    plan: `?${new URLSearchParams({ day, start, minutes: String(visit.minutes) })}`,
    assessor: assessor?.name ?? "Somebody",
    waiting,
  };
}
