import { promiseText } from "#app/features/catalogue/catalogue.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { PostForm } from "#app/forms/post-form.tsx";
import { formatInstant, formatShortDate } from "#app/platform/dates.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import type { ActionBooking } from "./dashboard-figures.server.ts";
import type { Dashboard } from "./read-dashboard.server.ts";

export function ActionList({ dashboard }: { dashboard: Dashboard }) {
  const { awaitingContact, withoutReferral, pastDates, failedJobs, failedJobCount } = dashboard;
  return (
    <section aria-labelledby="needs-action" className="stack">
      <h2 id="needs-action">Needs action now</h2>
      <div className="action-cards">
        <ActionCard
          heading={`Contact within ${promiseText()}`}
          emptyText="Everybody has been contacted."
          more={awaitingContact.hasMore && <Link to="?status=pending&direction=asc">More of them</Link>}
        >
          {awaitingContact.shown.map((booking) => (
            <ActionItem
              key={booking.id}
              booking={booking}
              since={`Booked ${formatInstant(booking.created_at)}`}
            >
              <Badge colour={booking.promise.isOverdue ? "red" : "yellow"}>{booking.promise.text}</Badge>
            </ActionItem>
          ))}
        </ActionCard>
        <ActionCard
          heading="Dates that are past"
          emptyText="No confirmed booking has a past date."
          more={
            pastDates.shown.length > 0 && (
              <>
                The referrer is told by e-mail that the assessment is complete.{" "}
                {pastDates.hasMore ? <Link to="?status=confirmed&direction=asc">More of them</Link> : null}
              </>
            )
          }
        >
          {pastDates.shown.map((booking) => (
            <ActionItem key={booking.id} booking={booking} since={dayOf(booking)}>
              <PostForm action={`/admin/bookings/${booking.id}`}>
                <input type="hidden" name="status" value="completed" />
                <input type="hidden" name="version" value={booking.version} />
                <input type="hidden" name="notify" value="on" />
                <input type="hidden" name="next" value="dashboard" />
                <Button look="quiet" isSmall aria-label={`Mark ${booking.reference} as completed`}>
                  Mark as completed
                </Button>
              </PostForm>
            </ActionItem>
          ))}
        </ActionCard>
        <ActionCard
          heading="Referral forms not submitted"
          emptyText="No forms are missing for the next assessments."
          more={
            withoutReferral.hasMore && (
              <Link to="?status=confirmed&direction=asc">More of them, among the confirmed bookings</Link>
            )
          }
        >
          {withoutReferral.shown.map((booking) => (
            <ActionItem key={booking.id} booking={booking} since={dayOf(booking)} />
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
              <span className="min-w-0">
                <Link to={`/admin/outbox/${job.id}`}>{job.label}</Link>{" "}
                <span className="note block">
                  {[job.booking?.reference, job.recipient, formatInstant(job.finishedAt ?? job.createdAt)]
                    .filter(Boolean)
                    .join(", ")}
                </span>
              </span>
              <Badge colour={job.state.colour}>{job.state.label}</Badge>
            </li>
          ))}
        </ActionCard>
      </div>
    </section>
  );
}

function dayOf({ preferred_date }: ActionBooking): string {
  return preferred_date ? `Assessment ${formatShortDate(preferred_date)}` : "No date yet";
}

type ActionItemProps = { booking: ActionBooking; since: string; children?: ReactNode };

function ActionItem({ booking, since, children }: ActionItemProps) {
  const client = [booking.client_first_name, booking.client_last_name].filter(Boolean).join(" ");
  const referrer = `${booking.referrer_first_name} ${booking.referrer_last_name}`.trim();
  const place = booking.is_virtual ? "Virtual" : (booking.assessment_location ?? "Place to be confirmed");
  const organisation = booking.referrer_organisation ? ` (${booking.referrer_organisation})` : "";
  return (
    <li>
      <span className="min-w-0">
        <Link className="whitespace-nowrap" to={`/admin/bookings/${booking.id}`}>
          {booking.reference}
        </Link>{" "}
        <span className="block">
          {client ? `${client}, booked by ${referrer}` : referrer}
          {organisation}
        </span>
        <span className="note block">
          {place}. {since}
        </span>
      </span>
      {children}
    </li>
  );
}

type ActionCardProps = { heading: string; emptyText: string; children: ReactNode[]; more: ReactNode };

/** The rest is folded. */
const SHOWN = 2;

function ActionCard({ heading, emptyText, children, more }: ActionCardProps) {
  if (children.length === 0) {
    return (
      <p className="action-empty">
        <strong>{heading}</strong>: {emptyText}
      </p>
    );
  }
  const folded = children.slice(SHOWN);
  return (
    <div className="card action-card">
      <h3>{heading}</h3>
      <ul>{children.slice(0, SHOWN)}</ul>
      {folded.length > 0 ? (
        <details>
          <summary>{folded.length} more</summary>
          <ul>{folded}</ul>
        </details>
      ) : null}
      {more ? <p className="note">{more}</p> : null}
    </div>
  );
}
