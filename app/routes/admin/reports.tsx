import { Link } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { reportsPath } from "#app/features/report/report-list.ts";
import { readReportsPage } from "#app/features/staff/reports/read-reports-page.server.ts";
import { ReportFilters, ReportsTable } from "#app/features/staff/reports/reports-table.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/reports";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireStaff(context, request);
  return readReportsPage(deps, new URL(request.url).searchParams);
}

export default function ReportsListPage({ loaderData: page }: Route.ComponentProps) {
  const to = (number: number) => `${reportsPath(page.show)}&page=${number}`;
  return (
    <Page title="Reports">
      <p className="lead">
        Every report, from the visit to the receipt. What is due first is on top, by the day that was promised
        or by the hearing or deadline in the referral forms.
      </p>
      <ReportFilters page={page} />
      <ReportsTable page={page} />
      {page.page > 1 || page.hasNext ? (
        <nav aria-label="Pages of reports" className="actions">
          {page.page > 1 ? (
            <Link rel="prev" to={to(page.page - 1)}>
              Previous page
            </Link>
          ) : null}
          {page.hasNext ? (
            <Link rel="next" to={to(page.page + 1)}>
              Next page
            </Link>
          ) : null}
        </nav>
      ) : null}
    </Page>
  );
}
