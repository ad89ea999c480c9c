import { data } from "react-router";
import { requestScope } from "#app/context.ts";
import { RegistrationWidget } from "#app/features/accounts/registration-widget.tsx";
import { BookingPrices, ReferrerFacts, SchedulingFacts } from "#app/features/booking/booking-facts.tsx";
import { findOpenBooking } from "#app/features/booking/open-booking.server.ts";
import { PaymentFacts } from "#app/features/booking/payment-facts.tsx";
import { statusColour, statusLabel } from "#app/features/booking/status.ts";
import { WhoAssesses } from "#app/features/booking/who-assesses.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import type { Route } from "./+types/confirmation";

/** The same for a missing id, a wrong token and a booking that is not there (DESIGN decision 16). */
const INVALID_LINK = {
  heading: "Booking Not Found",
  message:
    "Invalid booking confirmation link. We couldn't find your booking. Please check your booking reference and try again.",
};

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestScope);
  const opened = await findOpenBooking(deps, request, params.bookingId ?? "");
  if (!opened) throw data(INVALID_LINK, { status: 404 });
  return data({ booking: opened.booking }, { headers: opened.headers });
}

export const meta: Route.MetaFunction = () => [{ title: "Booking Confirmed" }];

export default function Confirmation({ loaderData: { booking } }: Route.ComponentProps) {
  return (
    <div className="stack">
      <h1>Booking Confirmed</h1>
      <p className="lead">
        Booking reference <strong>{booking.bookingReference}</strong>{" "}
        <Badge colour={statusColour(booking.status)}>{statusLabel(booking.status)}</Badge>
      </p>
      {booking.status === "pending" ? (
        <p className="prose">
          We have your booking. The date is not fixed yet: we will be in touch within 24 hours to confirm it
          with you.
        </p>
      ) : null}
      <div className="columns">
        <div className="stack">
          <Card heading="Assessments and price">
            <BookingPrices booking={booking} />
          </Card>
          <Card heading="Scheduling">
            <SchedulingFacts booking={booking} />
          </Card>
          <Card heading="Referrer information">
            <ReferrerFacts booking={booking} />
          </Card>
        </div>
        <aside className="stack">
          <Card heading="Payment information">
            <PaymentFacts
              totalPence={Math.round(booking.calculatedPricing.total * 100)}
              preferredDate={booking.preferredDate}
              paymentMethod={booking.paymentMethod}
            />
          </Card>
          <Card heading="Important information">
            <ImportantInformation />
          </Card>
        </aside>
      </div>
      <RegistrationWidget bookingId={booking.id} email={booking.referrerEmail} />
      <div className="actions">
        <ButtonLink to={`/referral-form/${booking.id}`}>Fill in the referral forms</ButtonLink>
        <PrintButton look="quiet">Print Confirmation</PrintButton>
        <ButtonLink look="quiet" to="/">
          Return to Homepage
        </ButtonLink>
      </div>
    </div>
  );
}

function ImportantInformation() {
  return (
    <div className="prose">
      <ul>
        <li>We will contact you within 24 hours to confirm the date of the assessment.</li>
        <li>Travel fees may apply outside our standard coverage area. We tell you before you pay.</li>
        <li>An urgent assessment (within 7 days) may have an additional fee.</li>
        <li>
          Please fill in the referral forms before the assessment: they tell the assessor what they need.
        </li>
      </ul>
      <WhoAssesses />
    </div>
  );
}
