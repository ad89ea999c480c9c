import { data, Link } from "react-router";
import { requireAssessor } from "#app/features/accounts/sign-in/guards.server.ts";
import { NeedsBox } from "#app/features/visits/needs-box.tsx";
import { openAssessorVisit } from "#app/features/visits/open-visit.server.ts";
import { ContactsCard, RisksCard, WhenAndWhere, WhoCard } from "#app/features/visits/visit-cards.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/visit";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, by } = await requireAssessor(context, request);
  const visit = await openAssessorVisit(deps, params.visitId, by);
  if (!visit) throw data(null, { status: 404 });
  return { visit };
}

export default function AssessorVisit({ loaderData: { visit } }: Route.ComponentProps) {
  const { about } = visit;
  const page = `/assessor/visits/${visit.id}`;
  return (
    <Page title={`Visit for ${visit.reference}`} back={{ label: "Back to your visits", to: "/assessor" }}>
      {about === null ? (
        <>
          <WhenAndWhere visit={visit} />
          <Alert tone="bad">
            <p>
              The use of this person’s data is restricted for now. Call the office before you go: the visit
              may not take place.
            </p>
          </Alert>
        </>
      ) : (
        <>
          <NeedsBox needs={about.needs} />
          <WhenAndWhere visit={visit} />
          <WhoCard about={about} />
          <RisksCard risks={about.risks} />
          <ContactsCard contacts={about.contacts} />
          <p className="no-print flex flex-wrap gap-x-5 gap-y-2">
            <Link to={`${page}/documents`}>Documents of this booking</Link>
            <Link to={`${page}/referral`}>
              Referral’s print view{about.isReferralSubmitted ? "" : " (not submitted yet)"}
            </Link>
            <Link to={`${page}/report`}>Report</Link>
          </p>
        </>
      )}
    </Page>
  );
}
