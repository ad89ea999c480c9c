import { requireAdministrator } from "#app/features/accounts/sign-in/guards.server.ts";
import { readPack } from "#app/features/assurance/pack.server.ts";
import { PrintedReport } from "#app/features/report-writing/printed-report.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import type { Route } from "./+types/assurance";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireAdministrator(context, request);
  const { tree, hazards } = await readPack(deps);
  const unproven = hazards.filter(({ isProven }) => !isProven);
  return { tree, count: hazards.length, unproven: unproven.map(({ id, hazard }) => ({ id, hazard })) };
}

export default function AssurancePage({ loaderData: { tree, count, unproven } }: Route.ComponentProps) {
  return (
    <article className="file">
      <PageTitle title={tree.title} />
      <div className="actions no-print">
        <ButtonLink to="/admin/assurance.zip" reloadDocument>
          Download the pack
        </ButtonLink>
        <PrintButton look="quiet">Print</PrintButton>
        <ButtonLink look="quiet" to="/admin/settings/assurance">
          What we state ourselves
        </ButtonLink>
      </div>
      <div className="no-print mb-8">
        {unproven.length === 0 ? (
          <Alert tone="good" heading={`All ${count} hazards are proven`}>
            <p>The tests of this release passed in their last run.</p>
          </Alert>
        ) : (
          <Alert heading={`${unproven.length} of ${count} hazards are not proven`}>
            <p>
              A hazard is proven when its tests passed in the last <code>npm test</code> of the release that
              runs here. The hazard log below says of each control why not.
            </p>
            <ul>
              {unproven.map(({ id, hazard }) => (
                <li key={id}>
                  {id}: {hazard}
                </li>
              ))}
            </ul>
          </Alert>
        )}
      </div>
      <PrintedReport tree={tree} />
    </article>
  );
}
