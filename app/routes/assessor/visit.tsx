import { data, Link } from "react-router";
import { requireAssessor } from "#app/features/accounts/sign-in/guards.server.ts";
import { MODES } from "#app/features/assessors/profile.ts";
import { openAssessorVisit } from "#app/features/visits/assessor-visits.server.ts";
import { formatHours } from "#app/features/visits/visit-times.ts";
import { formatLongDate } from "#app/platform/dates.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { Page } from "#app/ui/page.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import type { Route } from "./+types/visit";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, by } = await requireAssessor(context, request);
  const visit = await openAssessorVisit(deps, params.visitId, by);
  if (!visit) throw data(null, { status: 404 });
  return { visit, visitId: params.visitId };
}

export default function AssessorVisit({ loaderData: { visit, visitId } }: Route.ComponentProps) {
  const { about } = visit;
  return (
    <Page title={`Visit for ${visit.reference}`} back={{ label: "Back to your visits", to: "/assessor" }}>
      <Card heading="When and where">
        <Facts
          rows={[
            ["Day", formatLongDate(visit.day)],
            ["Time", `${formatHours(visit)} (${visit.minutes} minutes)`],
            ["Kind", MODES[visit.mode]],
            about !== null && [
              visit.mode === "virtual" ? "How to join" : "Place",
              about.place || "Not known yet: ask the office",
            ],
          ]}
        />
      </Card>
      {about === null ? (
        <Alert tone="bad">
          <p>
            The use of this person’s data is restricted for now. Call the office before you go: the visit may
            not take place.
          </p>
        </Alert>
      ) : (
        <>
          <p className="no-print">
            <Link to={`/assessor/visits/${visitId}/documents`}>Documents of this booking</Link>
          </p>
          <Card heading="Who and what">
            <Facts
              rows={[
                ["Client", about.client],
                about.clientPhone !== null && ["Client’s phone", <PhoneLink {...about.clientPhone} />],
                ["Assessments", about.assessments.join(", ")],
                about.language !== null && ["Language", about.language],
                ["Booked by", about.bookedBy],
                about.referrerPhone !== null && ["Referrer’s phone", <PhoneLink {...about.referrerPhone} />],
              ]}
            />
          </Card>
        </>
      )}
    </Page>
  );
}
