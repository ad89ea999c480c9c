import { Link } from "react-router";
import { PostForm } from "#app/forms/post-form.tsx";
import { formatInstant } from "#app/platform/dates.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
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

export function OutboxTable({ jobs, backTo }: { jobs: JobListItem[]; backTo: string }) {
  if (jobs.length === 0) return <p className="card">Nothing here</p>;
  return (
    <table className="table is-stacked">
      <caption>{`${jobs.length} ${jobs.length === 1 ? "entry" : "entries"}, newest first`}</caption>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Booking</th>
          <th scope="col">To</th>
          <th scope="col">State</th>
          <th scope="col" className="is-number">
            Attempts
          </th>
          <th scope="col">Last problem</th>
          <th scope="col">Created</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} backTo={backTo} />
        ))}
      </tbody>
    </table>
  );
}

function JobRow({ job, backTo }: { job: JobListItem; backTo: string }) {
  return (
    <tr>
      <th scope="row" data-label="What">
        <Link to={`/admin/outbox/${job.id}`}>{job.label}</Link>
      </th>
      <td data-label="Booking">
        {job.booking ? (
          <Link className="whitespace-nowrap" to={`/admin/bookings/${job.booking.id}`}>
            {job.booking.reference}
          </Link>
        ) : (
          "None"
        )}
      </td>
      <td data-label="To">{job.to}</td>
      <td data-label="State">
        <JobStateBadge job={job} />
      </td>
      <td data-label="Attempts" className="is-number">
        {job.attempts}
      </td>
      <td data-label="Last problem">{job.problem ?? "None"}</td>
      <td data-label="Created" className="whitespace-nowrap">
        {formatInstant(job.createdAt)}
      </td>
      <td data-label="Actions">
        {job.canRetry || job.canCancel ? <JobActions job={job} backTo={backTo} /> : "Nothing to do"}
      </td>
    </tr>
  );
}
