import { Link } from "react-router";
import { openFreedTime } from "#app/features/visits/staff-pages/open-freed-time.server.ts";
import type { Waiting } from "#app/features/visits/plan/freed-times.server.ts";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/visit-waiting";
import { Times } from "#app/ui/times.tsx";

export async function loader(args: Route.LoaderArgs) {
  return openFreedTime(args);
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
