import { data, redirect } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import { requireStaff, type RouteContext } from "#app/features/accounts/sign-in/guards.server.ts";
import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import { readTime } from "#app/features/assessors/hours.ts";
import { isAskedAbout } from "#app/features/visits/record/freed-times.server.ts";
import { formerAssessorsOf } from "#app/features/visits/record/former-assessors.server.ts";
import { findVisit, type Visit } from "#app/features/visits/record/find-visits.server.ts";
import { MAX_WAITING, whoWaitsFor } from "#app/features/visits/plan/freed-times.server.ts";
import { whenOf } from "#app/features/visits/record/visit-times.ts";
import { isIsoDate } from "#app/platform/dates.ts";

/** The time that the address names: of a visit that was cancelled, that a former assessor had, or that was before a
 * move. Null when the visit has it still. */
async function freedTimeOf(deps: Deps, visit: Visit, search: URLSearchParams) {
  const { id, assessor_id, minutes } = visit;
  const formerId = search.get("former");
  if (formerId !== null) {
    const former = (await formerAssessorsOf(deps.db, [id])).find((one) => one.assessor_id === formerId);
    return former ? { ...former, visitId: id, assessorId: formerId } : null;
  }
  const [day, start] = [search.get("day") ?? visit.day, readTime(search.get("start") ?? visit.start)];
  if (!isIsoDate(day) || start === null) return null;
  const isMoved = day !== visit.day || start !== visit.start;
  return visit.ended_as === "cancelled" || isMoved
    ? { visitId: id, assessorId: assessor_id, day, start, minutes }
    : null;
}

type Asked = { request: Request; params: { visitId: string }; context: RouteContext };

/** A time that fell free, with the bookings that wait for it. Throws 404 for an unknown visit, and a redirect to the
 * booking of a visit whose time is not free. */
export async function openFreedTime({ request, params, context }: Asked) {
  const { deps, by } = await requireStaff(context, request);
  const visit = await findVisit(deps, params.visitId);
  if (!visit) throw data(null, { status: 404 });
  const time = await freedTimeOf(deps, visit, new URL(request.url).searchParams);
  if (!time) throw redirect(`/admin/bookings/${visit.booking_id}`);
  const waiting = await whoWaitsFor(deps, time, visit);
  for (const { id } of waiting) await recordStaffView(deps, by, "booking.viewed", ["booking", id]);
  const assessor = (await assessorsById(deps, [time.assessorId])).get(time.assessorId);
  const { day, start, minutes } = time;
  return {
    bookingId: visit.booking_id,
    when: whenOf(time),
    plan: `?${new URLSearchParams({ day, start, minutes: String(minutes) })}`,
    assessor: assessor?.name ?? "Somebody",
    waiting,
    asksWaiting: deps.settings.current().times.asksWaiting && (await isAskedAbout(deps.db, time)),
    isCut: waiting.length >= MAX_WAITING,
  };
}
