import { data, Link, redirect } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import { readTime } from "#app/features/assessors/hours.ts";
import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import { MAX_WAITING, whoWaitsFor, type Waiting } from "#app/features/visits/plan/freed-times.server.ts";
import { findVisit, type Visit } from "#app/features/visits/record/find-visits.server.ts";
import { formerAssessorsOf } from "#app/features/visits/record/former-assessors.server.ts";
import { isAskedAbout } from "#app/features/visits/record/freed-times.server.ts";
import { whenOf } from "#app/features/visits/record/visit-times.ts";
import { isIsoDate } from "#app/platform/dates.ts";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import { Times } from "#app/ui/times.tsx";
import type { Route } from "./+types/visit-waiting";

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

/** The bookings that wait for a time. An unknown visit is 404; one whose time is not free leads to its booking. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
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

export default function WhoWaitsPage({ loaderData: page }: Route.ComponentProps) {
  const { bookingId, when, assessor, plan, waiting, asksWaiting, isCut } = page;
  return (
    <Page
      title="Who would like this time"
      back={{ label: "Back to the booking", to: `/admin/bookings/${bookingId}` }}
    >
      <p className="lead">
        <Times>{when}</Times>, with {assessor}
      </p>
      {waiting.length === 0 ? (
        <p>No booking waits for an earlier date that {assessor} could keep then.</p>
      ) : (
        <Card heading="Bookings that want an earlier date">
          <p className="note">
            {asksWaiting
              ? "Those who asked for an earlier date are asked by email, one after another; below is who was. The first to press has the time."
              : "Call the referrer first: nobody has been told of this time."}
          </p>
          {isCut ? (
            <p className="note">These are the first {waiting.length}, the most urgent first.</p>
          ) : null}
          <ul className="stack mt-3">
            {waiting.map((one) => (
              <WaitingBooking key={one.id} waiting={one} plan={plan} />
            ))}
          </ul>
        </Card>
      )}
    </Page>
  );
}

function WaitingBooking({ waiting, plan }: { waiting: Waiting; plan: string }) {
  const { id, reference, client, why, where, held, isSameAssessor, asked, warnings } = waiting;
  const path = `/admin/bookings/${id}`;
  return (
    <li>
      <strong>{client}</strong>{" "}
      <Link className="inline-block" to={path}>
        {reference}
      </Link>
      {where ? `, ${where}` : ""}
      <p>
        {why}. {asked ? `${asked}. ` : ""}
        {held ? <Times>{`Agreed: ${held}.`}</Times> : "No visit is agreed yet."}
      </p>
      {warnings.length > 0 ? <p className="note">Check: {warnings.join(" · ")}</p> : null}
      {held && !isSameAssessor ? (
        <p className="note">Another assessor has that visit: give it to this one, and then move it.</p>
      ) : (
        <Link
          to={`${path}/visit${held ? "/move" : ""}${plan}`}
          aria-label={`Offer this time for ${reference}`}
        >
          Offer this time
        </Link>
      )}
    </li>
  );
}
