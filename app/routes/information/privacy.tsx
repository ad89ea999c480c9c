import { useRouteLoaderData } from "react-router";
import { requestScope } from "#app/context.ts";
import { PrivacyNotice } from "#app/features/information/privacy-notice.tsx";
import { processors } from "#app/features/information/processors.ts";
import { controllerLine } from "#app/features/settings/site.ts";
import { retentionInWords } from "#app/features/data-protection/retention.ts";
import type { loader as rootLoader } from "#app/root.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/privacy";

export function loader({ context }: Route.LoaderArgs) {
  const { env, settings } = context.get(requestScope).deps;
  const { retention, switches, company } = settings.current();
  return {
    retention: retentionInWords(retention, env.BACKUP_KEEP_DAYS),
    processors: processors({ ...env, SENTRY_DSN: switches.errorReports ? env.SENTRY_DSN : undefined }),
    hasAnalytics: env.ANALYTICS_ID !== undefined && switches.analytics,
    controller: controllerLine(company),
  };
}

export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
  const root = useRouteLoaderData<typeof rootLoader>("root")!;
  return (
    <>
      <PageTitle title="Privacy notice" />
      <PrivacyNotice site={root.site} {...loaderData} />
    </>
  );
}
