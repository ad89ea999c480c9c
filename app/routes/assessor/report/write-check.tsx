import { Link } from "react-router";
import { FindingList } from "#app/features/report-writing/finding-list.tsx";
import { requireDraft } from "#app/features/report-writing/guards.server.ts";
import { readCheck } from "#app/features/report-writing/read-check.server.ts";
import { writePath } from "#app/features/report-writing/write-path.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/write-check";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, opened } = await requireDraft({ request, params, context });
  const findings = await readCheck(deps, opened);
  return { visitId: params.visitId, reference: opened.booking.reference, findings };
}

export default function WriteCheck({ loaderData: { visitId, reference, findings } }: Route.ComponentProps) {
  const must = findings.filter(({ level }) => level === "must");
  const look = findings.filter(({ level }) => level === "look");
  return (
    <Page
      title="Check before you send"
      back={{ label: `Back to the report ${reference}`, to: writePath(visitId) }}
    >
      {must.length === 0 ? (
        <Alert tone="good">
          <p>Nothing stops this report.</p>
        </Alert>
      ) : (
        <Card heading={`To put right (${must.length})`}>
          <FindingList visitId={visitId} findings={must} />
        </Card>
      )}
      {look.length > 0 ? (
        <Card heading={`To look at (${look.length})`} className="stack">
          <p>These may be as they should be. The opinion is yours.</p>
          <FindingList visitId={visitId} findings={look} />
        </Card>
      ) : null}
      <Card heading="Send it" className="stack">
        <p>
          Open <Link to={writePath(visitId, "preview")}>the preview</Link>, save it as a PDF with your
          browser’s print command, and upload it under{" "}
          <Link to={`/assessor/visits/${visitId}/report`}>Report</Link>.
        </p>
      </Card>
    </Page>
  );
}
