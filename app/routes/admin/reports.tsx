import { Link } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import {
  reportsPath,
  REPORT_FILTER_LABELS,
  REPORT_FILTERS,
  REPORT_STAGE_COLOURS,
  REPORT_STAGES,
} from "#app/features/report/report-list.ts";
import { readReportsPage, type ReportsPage } from "#app/features/staff/reports/read-reports-page.server.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/reports";
import { DeadlineBadges } from "#app/features/referral/deadline-badges.tsx";
import { StatusBadge } from "#app/features/booking/record/status-badge.tsx";
import { formatShortDate } from "#app/platform/dates.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Table } from "#app/ui/table.tsx";

/** The list's filters with the number of each open stage. */
function ReportFilters({ page: { show, counts } }: { page: ReportsPage }) {
  return (
    <nav aria-label="Which reports" className="site-nav">
      {REPORT_FILTERS.map((filter) => (
        <Link key={filter} to={reportsPath(filter)} aria-current={filter === show ? "page" : undefined}>
          {REPORT_FILTER_LABELS[filter]}
          {counts[filter] ? ` (${counts[filter]})` : null}
        </Link>
      ))}
    </nav>
  );
}

function ReportsTable({ page }: { page: ReportsPage }) {
  const { show, reports, openCount } = page;
  const label = REPORT_FILTER_LABELS[show];
  if (reports.length === 0)
    return <p>{page.page > 1 ? "There is no report on this page." : "There is no such report."}</p>;
  const count = show === "finished" ? "" : `: ${openCount === 1 ? "1 report" : `${openCount} reports`}`;
  return (
    <Table
      caption={`${label}${count}`}
      hasRowNames
      columns={["Booking", "Client", "Visit", "State", "Due"]}
      rows={reports.map((report) => ({
        id: report.key,
        cells: [
          <Link to={`/admin/bookings/${report.bookingId}/report`}>{report.reference}</Link>,
          <span>
            {report.who} {report.status === "cancelled" ? <StatusBadge status={report.status} /> : null}
          </span>,
          report.visit || "–",
          <span>
            <ReportBadge report={report} />
            {report.about ? ` ${report.about}` : null}
          </span>,
          <Due report={report} />,
        ],
      }))}
    />
  );
}

/** The stage; one in review leads to where it is reviewed. */
function ReportBadge({ report: { stage, bookingId } }: { report: ReportsPage["reports"][number] }) {
  const badge = <Badge colour={REPORT_STAGE_COLOURS[stage]}>{REPORT_STAGES[stage]}</Badge>;
  return stage === "review" ? (
    <Link to={`/admin/bookings/${bookingId}/report`} aria-label="In review: review the report">
      {badge}
    </Link>
  ) : (
    badge
  );
}

function Due({ report: { dueOn, isLate, deadlines, callOn } }: { report: ReportsPage["reports"][number] }) {
  if (callOn !== null) return `Call on ${formatShortDate(callOn)}`;
  if (dueOn === null && deadlines.length === 0) return "–";
  return (
    <span className="flex flex-wrap gap-2">
      {dueOn === null ? null : isLate ? (
        <Badge colour="red">Late since {formatShortDate(dueOn)}</Badge>
      ) : (
        formatShortDate(dueOn)
      )}
      <DeadlineBadges notes={deadlines} />
    </span>
  );
}

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
