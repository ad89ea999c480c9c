import { useRouteLoaderData } from "react-router";
import { AccessibilityStatement } from "#app/features/information/accessibility-statement.tsx";
import type { loader as rootLoader } from "#app/root.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";

export default function AccessibilityStatementPage() {
  const root = useRouteLoaderData<typeof rootLoader>("root")!;
  return (
    <>
      <PageTitle title="Accessibility" />
      <AccessibilityStatement site={root.site} />
    </>
  );
}
