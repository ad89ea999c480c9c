import { Link } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import {
  reportsPath,
  REPORT_FILTERS,
  REPORT_STAGE_COLOURS,
  REPORT_STAGES,
} from "#app/features/report/report-list.ts";
import { readReportsPage, type ReportsPage } from "#app/features/staff/reports/read-reports-page.server.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/reports";
import { DeadlineBadges } from "#app/features/referral/deadline-badges.tsx";
import { StatusBadge } from "#app/features/booking/record/status-badge.tsx";
import { FilterChips } from "#app/kit/list-page.tsx";
import { PageLinks } from "#app/kit/pages-nav.tsx";
import { formatShortDate } from "#app/platform/dates.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { List, Who, type ListColumn } from "#app/ui/list.tsx";

/** The stage; one in review leads to where it is reviewed. */
function ReportBadge({ report: { stage, bookingId } }: { report: ReportsPage["reports"][number] }) {
  if (stage === "again") return <Badge colour="yellow">{REPORT_FILTERS.again}</Badge>;
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
  return readReportsPage(deps, new URL(request.url));
}

const COLUMNS: ListColumn<ReportsPage["reports"][number]>[] = [
  {
    name: "Client",
    place: "name",
    cell: ({ bookingId, client, reference, bookedBy, status }) => (
      <Who to={`/admin/bookings/${bookingId}/report`} name={client} code={reference}>
        {bookedBy} {status === "cancelled" ? <StatusBadge status={status} /> : null}
      </Who>
    ),
  },
  {
    name: "Visit",
    cell: ({ visit }) =>
      visit ? (
        <>
          {formatShortDate(visit.day)} <span className="note block">{visit.assessor}</span>
        </>
      ) : (
        "–"
      ),
  },
  {
    name: "State",
    place: "side",
    cell: (report) => (
      <>
        <ReportBadge report={report} />
        {report.about ? <span className="note block">{report.about}</span> : null}
      </>
    ),
  },
  { name: "Due", place: "side", cell: (report) => <Due report={report} /> },
];

export default function ReportsListPage({ loaderData: page }: Route.ComponentProps) {
  const { show, openCount } = page;
  const to = (number: number) => `${reportsPath(show)}&page=${number}`;
  const count = show === "finished" ? "" : `: ${openCount === 1 ? "1 report" : `${openCount} reports`}`;
  return (
    <Page title="Reports">
      <p className="lead">
        Every report, from the visit to the receipt. What is due first is on top, by the day that was promised
        or by the hearing or deadline in the referral forms. <Link to="/admin/look-again">To look again</Link>{" "}
        has the days on which reports ask for another look.
      </p>
      <FilterChips {...page} label="Which reports" names={REPORT_FILTERS} to={reportsPath} />
      <Card>
        <List
          caption={`${REPORT_FILTERS[show]}${count}`}
          columns={COLUMNS}
          rows={page.reports}
          empty={{
            heading: page.page > 1 ? "There is no report on this page" : "There is no such report",
            words:
              "A report is listed here from the end of its visit on. To get there, agree the visit on the booking.",
          }}
        />
        <PageLinks
          label="Pages of reports"
          links={[
            ["prev", "Previous page", page.page > 1 ? to(page.page - 1) : null],
            ["next", "Next page", page.hasNext ? to(page.page + 1) : null],
          ]}
        />
      </Card>
    </Page>
  );
}
