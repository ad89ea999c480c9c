import { Link } from "react-router";
import { PostForm } from "#app/forms/post-form.tsx";
import { formatInstant } from "#app/platform/dates.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Table } from "#app/ui/table.tsx";
import type { JobListItem } from "./job-queries.server.ts";

export function JobActions({ job, backTo }: { job: JobListItem; backTo: string }) {
  if (!job.canRetry && !job.canCancel) return null;
  const about = <span className="sr-only">{` ${job.label} ${job.booking?.reference ?? ""}`}</span>;
  return (
    <PostForm action={`/admin/outbox/${job.id}`} className="flex flex-wrap gap-2">
      <input type="hidden" name="backTo" value={backTo} />
      {job.canRetry ? (
        <Button look="quiet" isSmall name="intent" value="retry">
          {job.attempts === 0 && job.nextAttemptAt ? "Send now" : "Retry"}
          {about}
        </Button>
      ) : null}
      {job.canCancel ? (
        <Button look="danger" isSmall name="intent" value="cancel">
          Cancel{about}
        </Button>
      ) : null}
    </PostForm>
  );
}

export function JobStateBadge({ job }: { job: JobListItem }) {
  return (
    <>
      <Badge colour={job.state.colour}>{job.state.label}</Badge>
      {job.nextAttemptAt ? (
        <span className="note block">until {formatInstant(job.nextAttemptAt)}</span>
      ) : null}
    </>
  );
}

/** Left out of a narrow screen's card. */
function None() {
  return <span className="is-none">–</span>;
}

export function OutboxTable({ jobs, backTo }: { jobs: JobListItem[]; backTo: string }) {
  if (jobs.length === 0) return <p className="card">Nothing here</p>;
  return (
    <Table
      caption={`${jobs.length} ${jobs.length === 1 ? "entry" : "entries"}, newest first`}
      hasRowNames
      columns={[
        "What",
        "Booking",
        "To",
        "State",
        { name: "Attempts", className: "is-number" },
        "Last problem",
        { name: "Created", className: "is-instant" },
        "Actions",
      ]}
      rows={jobs.map((job) => ({
        id: job.id,
        cells: [
          <Link to={`/admin/outbox/${job.id}`}>{job.label}</Link>,
          job.booking ? (
            <Link className="inline-block" to={`/admin/bookings/${job.booking.id}`}>
              {job.booking.reference}
            </Link>
          ) : (
            <None />
          ),
          job.to,
          <JobStateBadge job={job} />,
          job.attempts,
          job.problem ?? <None />,
          formatInstant(job.createdAt),
          job.canRetry || job.canCancel ? <JobActions job={job} backTo={backTo} /> : <None />,
        ],
      }))}
    />
  );
}
