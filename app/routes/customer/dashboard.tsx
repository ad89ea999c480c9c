import { ResendConfirmation } from "#app/features/after-booking/customer/confirmation-card.tsx";
import { requireCustomer } from "#app/features/accounts/sign-in/guards.server.ts";
import { readCustomerDashboard } from "#app/features/after-booking/customer/customer-bookings.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Pages } from "#app/kit/pages-nav.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/dashboard";
import { Link } from "react-router";
import { formatInstant, formatInstantDay } from "#app/platform/dates.ts";
import { Facts } from "#app/ui/lists.tsx";
import {
  clientName,
  locationWords,
  longDateOr,
  totalWords,
} from "#app/features/booking/record/booking-summary.ts";
import { nextForReferrer } from "#app/features/after-booking/pages/next-for-referrer.ts";
import { referralLinkWords } from "#app/features/after-booking/pages/referral-words.ts";
import { Times } from "#app/ui/times.tsx";
import { progressInWords } from "#app/features/report/progress-list.tsx";
import { visitRows } from "#app/features/visits/record/agreed-visit.ts";
import { isToCome } from "#app/features/booking/fields/status.ts";
import { StatusBadge } from "#app/features/booking/record/status-badge.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user: customer } = await requireCustomer(context, request);
  const dashboard = await readCustomerDashboard(deps, customer, new URL(request.url));
  return { ...dashboard, firstName: customer.firstName, isEmailConfirmed: customer.isEmailConfirmed };
}

export default function CustomerDashboard({ loaderData }: Route.ComponentProps) {
  const { bookings, referrals, at, firstName, isEmailConfirmed } = loaderData;
  const lists = [
    {
      heading: "My Bookings",
      lead: "The bookings that this account was made for or given.",
      emptyText: "No bookings found",
      bookings,
      at: at.bookings,
      hasLocation: true,
    },
    {
      heading: "My Referrals",
      lead: "The bookings that name you as the referrer: the person who asked for the assessment.",
      emptyText: "No referrals found",
      bookings: referrals,
      at: at.referrals,
      hasLocation: false,
    },
  ] as const;
  const alsoUnder = (id: string, heading: string) =>
    lists.find((list) => list.heading !== heading && list.bookings.some((booking) => booking.id === id))
      ?.heading;
  return (
    <Page title="Your bookings" heading={firstName ? `Welcome, ${firstName}` : "Welcome"}>
      {isEmailConfirmed ? null : (
        <Alert heading="Please confirm your email address">
          <p>
            Other bookings that were made with your address appear here once you have done what the email says
            that we sent you.
          </p>
          <ResendConfirmation />
        </Alert>
      )}
      {lists.map(({ heading, lead, emptyText, bookings, at, hasLocation }) => (
        <section key={heading} className="stack pt-4" aria-label={heading}>
          <h2>{heading}</h2>
          <p>{lead}</p>
          {bookings.length === 0 ? <p className="note">{emptyText}</p> : null}
          <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
            {bookings.map((booking) => (
              <CustomerCard
                key={booking.id}
                booking={booking}
                hasLocation={hasLocation}
                alsoUnder={alsoUnder(booking.id, heading)}
              />
            ))}
          </div>
          <Pages at={at} of="bookings" />
        </section>
      ))}
      <div className="actions">
        <ButtonLink to="/booking">Make a booking</ButtonLink>
        <ButtonLink look="quiet" to="/lost-link">
          Send me the link to a booking again
        </ButtonLink>
      </div>
    </Page>
  );
}

type Card = Route.ComponentProps["loaderData"]["bookings"][number];
type CardProps = { booking: Card; hasLocation: boolean; alsoUnder: string | undefined };

function CustomerCard({ booking, hasLocation, alsoUnder }: CardProps) {
  const isRepeated = alsoUnder !== undefined && !hasLocation;
  const facts = <CardFacts booking={booking} hasLocation={hasLocation} />;
  return (
    <article className="card stack" aria-label={`Booking ${booking.bookingReference}`}>
      <h3>
        {booking.clientFirstName || booking.clientLastName ? clientName(booking) : "Client not named yet"}{" "}
        <StatusBadge status={booking.status} />
      </h3>
      {alsoUnder ? <p className="note">This booking is also listed under {alsoUnder}.</p> : null}
      {isRepeated ? (
        <details>
          <summary>{booking.bookingReference}</summary>
          {facts}
        </details>
      ) : (
        facts
      )}
    </article>
  );
}

/** Reference, what is next, and the facts. */
function CardFacts({ booking, hasLocation }: Omit<CardProps, "alsoUnder">) {
  const { headline } = nextForReferrer({ ...booking, hasRequest: false });
  return (
    <div className="stack">
      <p className="font-semibold">
        <Times>{headline}</Times>
      </p>
      <Facts
        rows={[
          ["Reference", booking.bookingReference],
          ["Booked", formatInstantDay(booking.createdAt)],
          ...visitRows(booking.visit, booking.day),
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
          booking.progress !== null && ["Where it is", progressInWords(booking.progress)],
        ]}
      />
      <p className="flex flex-wrap gap-x-5 gap-y-2">
        <Link to={`/referral-form/${booking.id}`}>{referralLinkWords(booking.referral, booking.status)}</Link>
        <Link to={`/booking/${booking.id}`}>See the booking</Link>
      </p>
    </div>
  );
}

function referralWords({ referral, status }: Card): string {
  const { submittedAt, completeCount, sectionCount } = referral;
  if (submittedAt) return `Submitted ${formatInstant(submittedAt)}`;
  return isToCome(status)
    ? `Not submitted yet: ${completeCount} of ${sectionCount} sections complete`
    : "Not submitted";
}
