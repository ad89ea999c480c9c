import { useRouteLoaderData } from "react-router";
import { TermsOfService } from "#app/features/information/terms-of-service.tsx";
import type { loader as rootLoader } from "#app/root.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";

export default function TermsOfServicePage() {
  const root = useRouteLoaderData<typeof rootLoader>("root")!;
  return (
    <>
      <PageTitle title="Terms of service" />
      <TermsOfService site={root.site} />
    </>
  );
}
