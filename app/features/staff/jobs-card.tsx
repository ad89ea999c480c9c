import { Link } from "react-router";
import { formatInstant } from "#app/platform/dates.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import type { BookingFile } from "./read-booking-file.server.ts";

export function JobsCard({ jobs }: { jobs: BookingFile["jobs"] }) {
  if (jobs.length === 0) {
    return (
      <p className="card">
        <strong>Mails and invoices</strong>: nothing was sent yet.
      </p>
    );
  }
  return (
    <Card heading="Mails and invoices" className="action-card">
      <ul>
        {jobs.map((job) => (
          <li key={job.id}>
            <span>
              <Link to={`/admin/outbox/${job.id}`}>{job.label}</Link>{" "}
              <span className="note">
                {formatInstant(job.finishedAt ?? job.nextAttemptAt ?? job.createdAt)}
              </span>
            </span>
            <Badge colour={job.state.colour}>{job.state.label}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
