import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { Outcomes, QualityFigures, QualityForm, RUNNING } from "#app/features/quality/quality-parts.tsx";
import { readQuality } from "#app/features/quality/read-quality.server.ts";
import { useSite } from "#app/ui/frame-parts.tsx";
import { Page } from "#app/ui/page.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import type { Route } from "./+types/quality-tender";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireStaff(context, request);
  return readQuality(deps, new URL(request.url).searchParams, { isTender: true });
}

export default function QualityTender({ loaderData: quality }: Route.ComponentProps) {
  const { from, to, period, today, isRunning } = quality;
  const back = { label: "Back to Proof of work", to: `/admin/quality?${new URLSearchParams({ from, to })}` };
  return (
    <Page title="Figures for a tender" back={back}>
      <p className="lead">
        {`${useSite().name}: bookings made in ${period}, counted on ${today}.`}
        {isRunning ? ` ${RUNNING}` : null}
      </p>
      <p>
        Every figure is counted from the records of bookings, visits and reports, and none can be typed. A
        figure of fewer than 5 cases reads “too few”.
      </p>
      <QualityForm quality={quality} />
      <QualityFigures quality={quality} />
      <Outcomes quality={quality} />
      <div className="actions no-print">
        <PrintButton look="quiet">Print</PrintButton>
      </div>
    </Page>
  );
}
