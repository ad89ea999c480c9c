import { data } from "react-router";
import { requestScope } from "#app/context.ts";
import { RegistrationWidget } from "#app/features/accounts/registration/registration-widget.tsx";
import { readBookingPage } from "#app/features/booking/pages/booking-page.server.ts";
import { BookingPrices, ReferrerFacts, SchedulingFacts } from "#app/features/booking/pages/booking-facts.tsx";
import { findOpenBooking } from "#app/features/booking/pages/open-booking.server.ts";
import { PaymentFacts } from "#app/features/booking/pages/payment-facts.tsx";
import { ReferralPrompt } from "#app/features/booking/pages/referral-prompt.tsx";
import { StatusBadge } from "#app/features/booking/status-badge.tsx";
import type { BookingStatus } from "#app/features/booking/status.ts";
import { WhoAssesses } from "#app/features/booking/pages/who-assesses.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import type { Route } from "./+types/confirmation";

/** The same for a missing id, a wrong token and a booking that is not there (DESIGN decision 16). */
const INVALID_LINK = {
  page: "booking-not-found",
  heading: "Booking Not Found",
  message:
    "Invalid booking confirmation link. Failed to load booking confirmation. We couldn't find your booking. Please check your booking reference and try again.",
};

export const handle = { loadFailure: "Failed to load booking confirmation." };

/** The heading stays as the specification has it; this says what is and is not fixed (DESIGN decision 15). */
const WHAT_IT_MEANS: Record<BookingStatus, string> = {
  pending:
    "We have your booking. The date is not fixed yet: we will be in touch within 24 hours to confirm it with you.",
  confirmed: "The date is agreed with you. Please call us if anything changes.",
  completed: "The assessment has taken place. Thank you for booking with us.",
  cancelled: "This booking was cancelled since. Please call us if you did not expect that.",
};

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestScope);
  const opened = await findOpenBooking(deps, request, params.bookingId ?? "");
  if (!opened) throw data(INVALID_LINK, { status: 404 });
  return data(await readBookingPage(deps, opened), { headers: opened.headers });
}

export const meta: Route.MetaFunction = () => [{ title: "Booking Confirmed" }];

export default function Confirmation({
  loaderData: { booking, referral, invoiceUrl },
}: Route.ComponentProps) {
  return (
    <div className="stack">
      <h1>Booking Confirmed</h1>
      <p className="lead">
        Booking reference <strong className="whitespace-nowrap">{booking.bookingReference}</strong>{" "}
        <StatusBadge status={booking.status} />
      </p>
      <p className="prose">{WHAT_IT_MEANS[booking.status]}</p>
      <div className="columns">
        <div className="stack">
          <Card heading="Assessments and price">
            <BookingPrices booking={booking} />
          </Card>
          <Card heading="Payment information">
            <PaymentFacts
              totalPence={Math.round(booking.calculatedPricing.total * 100)}
              preferredDate={booking.preferredDate}
              paymentMethod={booking.paymentMethod}
            />
            {invoiceUrl ? (
              <p className="mt-3">
                <a href={invoiceUrl}>See and pay your invoice</a>
              </p>
            ) : null}
          </Card>
          <Card heading="Scheduling">
            <SchedulingFacts booking={booking} />
          </Card>
          <Card heading="Referrer information">
            <ReferrerFacts booking={booking} />
          </Card>
        </div>
        <aside className="stack">
          <ReferralPrompt bookingId={booking.id} referral={referral} />
          <Card heading="Important information">
            <ImportantInformation />
          </Card>
        </aside>
      </div>
      <RegistrationWidget bookingId={booking.id} email={booking.referrerEmail} />
      <div className="actions">
        <PrintButton>Print Confirmation</PrintButton>
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
      </ul>
      <WhoAssesses />
    </div>
  );
}
