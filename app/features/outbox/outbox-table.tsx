import { Link } from "react-router";
import { PostForm } from "#app/forms/post-form.tsx";
import { formatInstant } from "#app/platform/dates.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Who, type ListColumn } from "#app/ui/list.tsx";
import type { JobListItem } from "./job-queries.server.ts";

export function JobActions({ job, backTo }: { job: JobListItem; backTo: string }) {
  if (!job.canRetry && !job.canCancel) return null;
  const about = <span className="sr-only">{` ${job.label} ${job.booking?.reference ?? ""}`}</span>;
  return (
    <PostForm action={`/admin/outbox/${job.id}`} className="flex flex-wrap gap-2">
      <input type="hidden" name="backTo" value={backTo} />
      {job.canRetry ? (
        <Button look="quiet" isSmall intent="retry">
          {job.attempts === 0 && job.nextAttemptAt ? "Send now" : "Retry"}
          {about}
        </Button>
      ) : null}
      {job.canCancel ? (
        <Button look="danger" isSmall intent="cancel">
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

/** Columns of the outbox. `backTo` is the address to which a press leads back. */
export const outboxColumns = (backTo: string): ListColumn<JobListItem>[] => [
  {
    name: "What",
    place: "name",
    cell: (job) => (
      <>
        <Link to={`/admin/outbox/${job.id}`}>{job.label}</Link>
        <span className="note block">{job.to}</span>
      </>
    ),
  },
  {
    name: "Booking",
    cell: ({ booking }) =>
      booking ? (
        <Who
          to={`/admin/bookings/${booking.id}`}
          name={booking.person || "Client not given"}
          code={booking.reference}
        />
      ) : null,
  },
  {
    name: "State",
    place: "side",
    cell: (job) => (
      <>
        <JobStateBadge job={job} />
        {job.attempts > 1 ? <span className="note block">{job.attempts} attempts</span> : null}
        {job.problem ? <span className="note block">{job.problem}</span> : null}
      </>
    ),
  },
  { name: "Created", place: "side", cell: (job) => formatInstant(job.createdAt) },
  { name: "Actions", place: "wide", cell: (job) => <JobActions job={job} backTo={backTo} /> },
];
