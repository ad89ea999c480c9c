import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatShortDate } from "#app/platform/dates.ts";
import { Badge } from "#app/ui/badge.tsx";
import type { Dashboard } from "./read-dashboard.server.ts";

/** What somebody should do something about today, the most pressing first. */
export function ActionList({ dashboard }: { dashboard: Dashboard }) {
  const { awaitingContact, withoutReferral, withoutReferralCount, failedJobs, failedJobCount, totals } =
    dashboard;
  const pendingCount = totals.byStatus.pending.count;
  return (
    <section aria-labelledby="needs-action" className="stack">
      <h2 id="needs-action">Needs action now</h2>
      <div className="grid gap-4 lg:grid-cols-3">
        <ActionCard
          heading="Contact within 24 hours"
          emptyText="Everybody has been contacted."
          more={
            pendingCount > awaitingContact.length && (
              <Link to="?status=pending&direction=asc">All {pendingCount} pending</Link>
            )
          }
        >
          {awaitingContact.map((booking) => (
            <li key={booking.id}>
              <BookingLink booking={booking} />
              <Badge colour={booking.promise.isOverdue ? "red" : "yellow"}>{booking.promise.text}</Badge>
            </li>
          ))}
        </ActionCard>
        <ActionCard
          heading="Referral forms not submitted"
          emptyText="No confirmed booking waits for its forms."
          more={
            withoutReferralCount > withoutReferral.length && (
              <span>
                {withoutReferralCount} in all: see{" "}
                <Link to="?status=confirmed&direction=asc">the confirmed bookings</Link>
              </span>
            )
          }
        >
          {withoutReferral.map((booking) => (
            <li key={booking.id}>
              <BookingLink booking={booking} />
              <span className="note">
                {booking.preferred_date ? `for ${formatShortDate(booking.preferred_date)}` : "no date yet"}
              </span>
            </li>
          ))}
        </ActionCard>
        <ActionCard
          heading="Mails and invoices that failed"
          emptyText="Everything was sent."
          more={
            failedJobCount > failedJobs.length && (
              <Link to="/admin/outbox?show=problems">All {failedJobCount} in the outbox</Link>
            )
          }
        >
          {failedJobs.map((job) => (
            <li key={job.id}>
              <Link to={`/admin/outbox/${job.id}`}>{job.label}</Link>
              <Badge colour={job.state.colour}>{job.state.label}</Badge>
            </li>
          ))}
        </ActionCard>
      </div>
    </section>
  );
}

function BookingLink({ booking }: { booking: { id: string; reference: string } }) {
  return (
    <Link className="whitespace-nowrap" to={`/admin/bookings/${booking.id}`}>
      {booking.reference}
    </Link>
  );
}

type ActionCardProps = { heading: string; emptyText: string; children: ReactNode[]; more: ReactNode };

function ActionCard({ heading, emptyText, children, more }: ActionCardProps) {
  return (
    <div className="card action-card">
      <h3>{heading}</h3>
      {children.length > 0 ? <ul>{children}</ul> : <p className="note">{emptyText}</p>}
      {more ? <p className="note">{more}</p> : null}
    </div>
  );
}
