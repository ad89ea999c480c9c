import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { ActionCards, ActionQueue } from "#app/features/staff/dashboard/action-list.tsx";
import { BookingsTable } from "#app/features/staff/dashboard/bookings-table.tsx";
import { TotalCards } from "#app/features/staff/dashboard/dashboard-figures.tsx";
import { DashboardFilters, OwnersLinks } from "#app/features/staff/dashboard/dashboard-filters.tsx";
import { isFiltered, readDashboardView } from "#app/features/staff/dashboard/dashboard-view.ts";
import { readDashboard } from "#app/features/staff/dashboard/read-dashboard.server.ts";
import { readSetup } from "#app/features/staff/settings/read-setup.server.ts";
import { recentRestore } from "#app/features/settings/restored.server.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { useDone } from "#app/ui/use-done.ts";
import type { Route } from "./+types/dashboard";
import { Link } from "react-router";

type Step = { title: string; about: string; to: string | null };

/** The steps that a new practice takes first, and has not taken. */
function FirstSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <section aria-labelledby="first-steps" className="card">
      <h2 id="first-steps">Before your first booking</h2>
      <ol className="first-steps">
        {steps.map(({ title, about, to }) => (
          <li key={title}>
            <Link to={to ?? "/admin/setup"}>{title}</Link>
            <p className="note">{about}</p>
          </li>
        ))}
      </ol>
      <p>
        <Link to="/admin/setup">See the first steps</Link>, those that are done included.
      </p>
    </section>
  );
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user: staff } = await requireStaff(context, request);
  const view = readDashboardView(new URL(request.url).searchParams);
  const dashboard = await readDashboard(deps, view, staff.userId, staff);
  const restoredFrom = recentRestore(deps);
  const isNewPractice = dashboard.totals.count === 0 && staff.roleId === "administrator";
  const firstSteps = isNewPractice ? (await readSetup(deps)).filter(({ isDone }) => !isDone) : [];
  return { view, dashboard, restoredFrom, firstSteps };
}

export const handle = { loadFailure: "Error loading bookings. Please try again." };

const DONE = {
  status: "The booking was marked as completed, and the referrer is told.",
  draft: "Your draft was saved. You find it under New booking.",
};

export default function DashboardPage({
  loaderData: { view, dashboard, restoredFrom, firstSteps },
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
      {firstSteps.length > 0 ? <FirstSteps steps={firstSteps} /> : null}
      <ActionQueue dashboard={dashboard} />
      <section aria-labelledby="bookings" className="bookings">
        <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
          <h2 id="bookings">Bookings</h2>
          <OwnersLinks view={view} />
          <ButtonLink className="no-print" to="/admin/bookings/new">
            New booking
          </ButtonLink>
        </div>
        <DashboardFilters view={view} assessors={dashboard.assessors} />
        <BookingsTable view={view} {...dashboard} />
      </section>
      <ActionCards dashboard={dashboard} />
    </div>
  );
}
