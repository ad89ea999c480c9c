import { data } from "react-router";
import { requireAssessor, type RouteContext } from "#app/features/accounts/sign-in/guards.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { readHistory } from "#app/features/audit/queries.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import { findVisit, visitsOfBooking, type Visit } from "./find-visits.server.ts";

/** The London day on which a completed or cancelled booking was closed; null while it is open. */
async function closedOn(deps: Deps, booking: BookingRow): Promise<string | null> {
  if (booking.status === "pending" || booking.status === "confirmed") return null;
  const [change] = await readHistory(deps.db, [{ kind: "booking", id: booking.id }], {
    only: ["booking.status-changed"],
    limit: 1,
  });
  return londonDate(new Date(change?.at ?? booking.updated_at));
}

/** Access ends so many days (Settings) after the booking was closed, or after a visit that did not take place. */
async function isAccessOver(deps: Deps, booking: BookingRow, visit: Visit): Promise<boolean> {
  const { assessorDays } = deps.settings.current().retention;
  const endedOn = visit.ended_as === "not-held" ? visit.day : await closedOn(deps, booking);
  return endedOn !== null && londonDate(deps.clock.now()) > addDays(endedOn, assessorDays);
}

async function openBooking(deps: Deps, visit: Visit, assessorId: string | null): Promise<BookingRow | null> {
  if (visit.assessor_id !== assessorId || visit.ended_as === "cancelled") return null;
  const booking = await findBooking(deps.db, visit.booking_id);
  return booking && !isErased(booking) && !(await isAccessOver(deps, booking, visit)) ? booking : null;
}

/** A visit and its booking when it is this assessor's own. Null for visits of others, former ones included, cancelled
 * ones, those of an erased booking, and those to which access is over. */
export async function findAssessorVisit(deps: Deps, visitId: string, assessorId: string | null) {
  const visit = await findVisit(deps, visitId);
  const booking = visit && (await openBooking(deps, visit, assessorId));
  return booking ? { visit, booking } : null;
}

export type OwnVisit = NonNullable<Awaited<ReturnType<typeof findAssessorVisit>>>;

type Asked = { context: RouteContext; request: Request; params: { visitId: string } };

/** The assessor's own visit that the address names. Throws as `requireAssessor`, and 404 for any other visit. */
export async function requireAssessorVisit({ context, request, params }: Asked) {
  const signedIn = await requireAssessor(context, request);
  const own = await findAssessorVisit(signedIn.deps, params.visitId, signedIn.user.userId);
  if (!own) throw data(null, { status: 404 });
  return { ...signedIn, ...own };
}

/** True for a booking with a visit that this assessor may open. */
export async function isOpenToAssessor(deps: Deps, bookingId: string, assessorId: string): Promise<boolean> {
  for (const visit of await visitsOfBooking(deps, bookingId)) {
    if (await openBooking(deps, visit, assessorId)) return true;
  }
  return false;
}
