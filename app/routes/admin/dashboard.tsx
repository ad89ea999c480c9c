import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { durationWords } from "#app/features/booking/record/contact-promise.ts";
import { QueueCard, VisitsToday } from "#app/features/staff/dashboard/queue-list.tsx";
import { BookingsTable } from "#app/features/staff/dashboard/bookings-table.tsx";
import { FirstSteps, TotalCards } from "#app/features/staff/dashboard/dashboard-figures.tsx";
import { DashboardFilters, StatusChips } from "#app/features/staff/dashboard/dashboard-filters.tsx";
import {
  dashboardQuery,
  isFiltered,
  readDashboardView,
  sortQuery,
} from "#app/features/staff/dashboard/dashboard-view.ts";
import { readDashboardPage } from "#app/features/staff/dashboard/read-queue.server.ts";
import { stepsLeft } from "#app/features/staff/settings/read-setup.server.ts";
import { recentRestore } from "#app/features/settings/restored.server.ts";
import { formatInstant, formatLongDate, londonDate } from "#app/platform/dates.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Done } from "#app/ui/alert.tsx";
import { useTakesFocus } from "#app/ui/use-takes-focus.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Beside, PageHead } from "#app/ui/desk.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { useDone } from "#app/ui/use-done.ts";
import type { Route } from "./+types/dashboard";
import { Link } from "react-router";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user: staff } = await requireStaff(context, request);
  const now = deps.clock.now();
  const view = readDashboardView(new URL(request.url).searchParams);
  const { longestWait, ...dashboard } = await readDashboardPage(deps, view, staff);
  return {
    view,
    dashboard,
    today: formatLongDate(londonDate(now)),
    oldest:
      longestWait && longestWait < now.toISOString()
        ? durationWords(now.getTime() - Date.parse(longestWait))
        : null,
    restoredFrom: recentRestore(deps),
    firstSteps: staff.roleId === "administrator" ? await stepsLeft(deps) : [],
  };
}

export const handle = { loadFailure: "Error loading bookings. Please try again." };

const DONE = {
  status: "The booking was marked as completed, and the referrer is told.",
  draft: "Your draft was saved. You find it under New booking.",
};

export default function DashboardPage({ loaderData }: Route.ComponentProps) {
  const { view, dashboard, restoredFrom, firstSteps, today, oldest } = loaderData;
  const { totals, weeks, owners, queue, visits, list, assessors } = dashboard;
  const said = useDone(DONE);
  const focus = useTakesFocus<HTMLHeadingElement>(view.search || null);
  const work = (
    <Beside key="queue" aside={<VisitsToday visits={visits} />}>
      <QueueCard view={view} owners={owners} queue={queue} />
    </Beside>
  );
  const bookings = (
    <section key="bookings" aria-labelledby="bookings" className="card bookings">
      <div className="card-head">
        <h2 id="bookings" {...focus}>
          Bookings
        </h2>
        {view.sort === "due" ? null : (
          <Link to={`/admin/dashboard${sortQuery(view, "due")}`} preventScrollReset>
            Sort by what is due
          </Link>
        )}
        <ButtonLink
          look="quiet"
          isSmall
          className="no-print"
          to={`/admin/bookings.csv${dashboardQuery(view, { after: null, before: null })}`}
          reloadDocument
        >
          Export CSV
        </ButtonLink>
      </div>
      <StatusChips view={view} totals={totals} />
      <DashboardFilters view={view} assessors={assessors} />
      <BookingsTable view={view} {...list} />
    </section>
  );
  // A list that was searched for comes first.
  const isFound = isFiltered({ ...view, owner: null }) || view.after !== null || view.before !== null;
  return (
    <div className="dashboard">
      <PageTitle title={"Dashboard"} />
      <PageHead
        heading="Dashboard"
        sub={today}
        actions={<ButtonLink to="/admin/bookings/new">New booking</ButtonLink>}
      />
      <Done text={said} />
      {restoredFrom ? (
        <Alert tone="warning" heading="This data was restored from a backup">
          <p>
            Bookings, prices and other settings are those of {formatInstant(restoredFrom)}.{" "}
            <a href="/admin/settings">Check the settings</a> before you go on.
          </p>
        </Alert>
      ) : null}
      <FirstSteps steps={firstSteps} isFolded={totals.count > 0} />
      <TotalCards totals={totals} weeks={weeks} oldest={oldest} />
      {isFound ? [bookings, work] : [work, bookings]}
    </div>
  );
}
