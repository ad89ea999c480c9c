import { Link } from "react-router";
import {
  REPORT_FILTER_LABELS,
  REPORT_FILTERS,
  REPORT_STAGE_COLOURS,
  REPORT_STAGES,
  reportsPath,
} from "#app/features/report/report-list.ts";
import { DeadlineBadges } from "#app/features/referral/deadline-badges.tsx";
import { StatusBadge } from "#app/features/booking/record/status-badge.tsx";
import { formatShortDate } from "#app/platform/dates.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Table } from "#app/ui/table.tsx";
import type { ReportsPage } from "./read-reports-page.server.ts";

/** The list's filters with the number of each open stage. */
export function ReportFilters({ page: { show, counts } }: { page: ReportsPage }) {
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

export function ReportsTable({ page }: { page: ReportsPage }) {
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
