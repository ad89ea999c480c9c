import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { ActionList } from "#app/features/staff/dashboard/action-list.tsx";
import { BookingsTable } from "#app/features/staff/dashboard/bookings-table.tsx";
import { Bars, FiguresTable, TotalCards } from "#app/features/staff/dashboard/dashboard-figures.tsx";
import { DashboardFilters, OwnersLinks } from "#app/features/staff/dashboard/dashboard-filters.tsx";
import { isFiltered, readDashboardView } from "#app/features/staff/dashboard/dashboard-view.ts";
import { readDashboard } from "#app/features/staff/dashboard/read-dashboard.server.ts";
import { recentRestore } from "#app/features/settings/restored.server.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { useDone } from "#app/ui/use-done.ts";
import type { Route } from "./+types/dashboard";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user: staff } = await requireStaff(context, request);
  const view = readDashboardView(new URL(request.url).searchParams);
  const dashboard = await readDashboard(deps, view, staff.userId, staff);
  const restoredFrom = recentRestore(deps);
  const isNewPractice = dashboard.totals.count === 0 && staff.roleId === "administrator";
  return { view, dashboard, restoredFrom, isNewPractice };
}

export const handle = { loadFailure: "Error loading bookings. Please try again." };

const DONE = {
  status: "The booking was marked as completed, and the referrer is told.",
  draft: "Your draft was saved. You find it under New booking.",
};

export default function DashboardPage({
  loaderData: { view, dashboard, restoredFrom, isNewPractice },
}: Route.ComponentProps) {
  const said = useDone(DONE);
  return (
    <div className={isFiltered(view) ? "dashboard is-found" : "dashboard"}>
      <PageTitle title={"Dashboard"} />
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
        <h1>Dashboard</h1>
        <TotalCards totals={dashboard.totals} weeks={dashboard.weeks} />
      </div>
      <Done text={said} />
      {restoredFrom ? (
        <Alert tone="warning" heading="This data was restored from a backup">
          <p>
            Bookings, prices and other settings are those of {formatInstant(restoredFrom)}.{" "}
            <a href="/admin/settings">Check the settings</a> before you go on.
          </p>
        </Alert>
      ) : null}
      {isNewPractice ? (
        <Alert tone="info" heading="Before your first booking">
          <p>
            <a href="/admin/setup">See the first steps</a>: your details, prices, mails, backups and sign-in.
          </p>
        </Alert>
      ) : null}
      <ActionList dashboard={dashboard} />
      <section aria-labelledby="bookings" className="bookings">
        <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
          <h2 id="bookings">Bookings</h2>
          <ButtonLink className="no-print" to="/admin/bookings/new">
            New booking
          </ButtonLink>
        </div>
        <OwnersLinks view={view} />
        <DashboardFilters view={view} assessors={dashboard.assessors} />
        <BookingsTable view={view} {...dashboard} />
      </section>
      {dashboard.totals.count === 0 ? null : (
        <section aria-labelledby="figures" className="stack pt-6">
          <h2 id="figures">The last twelve weeks</h2>
          <div className="grid gap-4 lg:grid-cols-3">
            <Bars chart={dashboard.charts.bookings} heading="Bookings by week" />
            <Bars chart={dashboard.charts.revenue} heading="Revenue by week (£)" />
            <Bars chart={dashboard.charts.statuses} heading="All bookings by status" />
          </div>
          <FiguresTable weeks={dashboard.weeks} totals={dashboard.totals} />
        </section>
      )}
    </div>
  );
}
