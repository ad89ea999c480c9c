import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import {
  Compared,
  RUNNING,
  Outcomes,
  QualityFigures,
  QualityForm,
} from "#app/features/quality/quality-parts.tsx";
import { readQuality } from "#app/features/quality/read-quality.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import type { Route } from "./+types/quality";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user } = await requireStaff(context, request);
  const isAdministrator = user.roleId === "administrator";
  return readQuality(deps, new URL(request.url).searchParams, { isAdministrator });
}

export default function QualityPage({ loaderData: quality }: Route.ComponentProps) {
  const { from, to, period, of, isRunning, compared, byMonth, byAssessor, byOrganisation } = quality;
  const months = { from, to };
  const chosen = new URLSearchParams({
    ...months,
    ...(quality.assessor && { assessor: quality.assessor }),
    ...(quality.organisation && { organisation: quality.organisation }),
  });
  return (
    <Page title="Proof of work">
      <p className="lead">
        {`Bookings made in ${[period, ...of].join(", ")}. A figure of fewer than 5 cases reads “too few”.`}
        {isRunning ? ` ${RUNNING}` : null}
      </p>
      <QualityForm quality={quality} isChosen />
      <QualityFigures quality={quality} />
      <Compared first="Month" columns={compared} rows={byMonth} />
      {byAssessor.length > 0 ? (
        <>
          <Compared first="Assessor" columns={compared} rows={byAssessor} />
          <p className="note">
            Small numbers say little: one report more or less can double a figure, and hard cases do not come
            to all alike.
          </p>
        </>
      ) : null}
      {byOrganisation.length > 0 ? (
        <Compared first="Organisation" columns={compared} rows={byOrganisation} />
      ) : null}
      <Outcomes quality={quality} />
      <div className="actions no-print">
        <ButtonLink look="quiet" to={`/admin/quality/tender?${new URLSearchParams(months)}`}>
          Figures for a tender
        </ButtonLink>
        <ButtonLink look="quiet" to={`/admin/quality.csv?${chosen}`} reloadDocument>
          Export CSV
        </ButtonLink>
        <PrintButton look="quiet">Print</PrintButton>
      </div>
    </Page>
  );
}
