import { Link } from "react-router";
import { formatInstant, formatInstantDay } from "#app/platform/dates.ts";
import { Facts } from "#app/ui/lists.tsx";
import { clientName, locationWords, longDateOr, totalWords } from "#app/features/booking/booking-summary.ts";
import type { CustomerCard as Card } from "./read-customer-dashboard.server.ts";
import { referralLinkWords } from "#app/features/booking-pages/referral-prompt.tsx";
import { isToCome } from "#app/features/booking/status-words.ts";
import { StatusBadge } from "#app/features/booking/status-badge.tsx";

type CustomerCardProps = {
  booking: Card;
  hasLocation: boolean;
  alsoUnder: string | null;
};

function CustomerCard({ booking, hasLocation, alsoUnder }: CustomerCardProps) {
  const { submittedAt } = booking.referral;
  return (
    <article className="card stack" aria-label={`Booking ${booking.bookingReference}`}>
      <h3>
        {booking.clientFirstName || booking.clientLastName ? clientName(booking) : "Client not named yet"}{" "}
        <StatusBadge status={booking.status} />
      </h3>
      <Facts
        rows={[
          ["Reference", booking.bookingReference],
          ["Booked", formatInstantDay(booking.createdAt)],
          ["Preferred date", longDateOr(booking.preferredDate, "Not specified")],
          hasLocation && ["Location", locationWords(booking)],
          [
            "Assessments",
            <ul key="assessments">
              {booking.selectedAssessments.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>,
          ],
          ["Total", totalWords(booking)],
          ["Referral forms", referralWords(booking)],
        ]}
      />
      {alsoUnder ? <p className="note">This booking is also listed under {alsoUnder}.</p> : null}
      <p className="flex flex-wrap gap-x-5 gap-y-2">
        <Link to={`/referral-form/${booking.id}`}>
          {referralLinkWords(submittedAt !== null, booking.status)}
        </Link>
        <Link to={`/booking/${booking.id}`}>See the booking</Link>
      </p>
    </article>
  );
}

function referralWords({ referral, status }: Card): string {
  const { submittedAt, completeCount, sectionCount } = referral;
  if (submittedAt) return `Submitted ${formatInstant(submittedAt)}`;
  return isToCome(status)
    ? `Not submitted yet: ${completeCount} of ${sectionCount} sections complete`
    : "Not submitted";
}

type CardListProps = {
  heading: string;
  lead: string;
  otherList: { heading: string; bookings: Card[] };
  bookings: Card[];
  hasLocation: boolean;
  emptyText: string;
};

export function CardList({ heading, lead, otherList, bookings, hasLocation, emptyText }: CardListProps) {
  const others = new Set(otherList.bookings.map(({ id }) => id));
  return (
    <section className="stack pt-4" aria-label={heading}>
      <h2>{heading}</h2>
      <p>{lead}</p>
      {bookings.length === 0 ? <p className="note">{emptyText}</p> : null}
      <div className="grid gap-4 lg:grid-cols-2">
        {bookings.map((booking) => (
          <CustomerCard
            key={booking.id}
            booking={booking}
            hasLocation={hasLocation}
            alsoUnder={others.has(booking.id) ? otherList.heading : null}
          />
        ))}
      </div>
    </section>
  );
}
