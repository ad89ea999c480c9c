import { requireCase } from "#app/features/privacy/case-page.server.ts";
import { PersonalDataView } from "#app/features/privacy/personal-data-view.tsx";
import { exportPersonalData } from "#app/features/privacy/personal-data.server.ts";
import { Page } from "#app/ui/page.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import type { Route } from "./+types/privacy-report";

export async function loader(args: Route.LoaderArgs) {
  const { deps, by, privacyCase } = await requireCase(args);
  return { personalData: await exportPersonalData(deps, privacyCase, by) };
}

export default function PrivacyReportPage({ loaderData }: Route.ComponentProps) {
  return (
    <Page title="Everything we hold">
      <PrintButton>Print</PrintButton>
      <PersonalDataView personalData={loaderData.personalData} />
    </Page>
  );
}
