import { promiseText } from "#app/features/catalogue/catalogue.ts";
import { data } from "react-router";
import { RightToCancel } from "#app/features/after-booking/own-booking/own-booking.tsx";
import { RegistrationWidget } from "#app/features/after-booking/customer/registration-form.tsx";
import { openBooking, readBookingPage } from "#app/features/after-booking/pages/booking-page.server.ts";
import {
  BillingCard,
  BookingPrices,
  HowToPay,
  ImportantInformation,
  PaymentFacts,
  payUrlOf,
  ReferrerFacts,
  SchedulingFacts,
} from "#app/features/after-booking/pages/booking-facts.tsx";
import { ReferralPrompt } from "#app/features/after-booking/pages/booking-facts.tsx";
import { isByLink } from "#app/features/booking/record/guards.server.ts";
import { StatusBadge } from "#app/features/booking/record/status-badge.tsx";
import { whatHappensNext } from "#app/features/booking/fields/status.ts";
import { classes } from "#app/ui/classes.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { useSite } from "#app/ui/frame-parts.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/confirmation";

const INVALID_LINK =
  "Invalid booking confirmation link. Failed to load booking confirmation. We couldn't find your booking. Please check your booking reference and try again.";

export const handle = { loadFailure: "Failed to load booking confirmation." };

type Meaning = Pick<Route.ComponentProps["loaderData"], "booking" | "visit" | "day" | "isContacted">;

function whatItMeans({ booking, visit, day, isContacted }: Meaning): string {
  if (booking.status !== "pending") return whatHappensNext({ ...booking, visit, day });
  const within = isContacted ? "" : ` within ${promiseText()}`;
  return `We have your booking. The date is not fixed yet: we will be in touch${within} to confirm it with you.`;
}

export async function loader({ params, ...args }: Route.LoaderArgs) {
  const opened = await openBooking({ ...args, params: { bookingId: params.bookingId ?? "" } }, INVALID_LINK);
  const { bankDetails } = opened.deps.settings.current().company;
  const page = { ...(await readBookingPage(opened)), bankDetails, mayRegister: isByLink(opened) };
  return data(page, { headers: opened.headers });
}

export default function Confirmation({ loaderData }: Route.ComponentProps) {
  const { booking, referral, mayRegister } = loaderData;
  const site = useSite();
  return (
    <div className={classes("stack", loaderData.isLargePrint ? "is-printed-large" : "is-printed-small")}>
      <PageTitle title="Booking Confirmed" />
      <p className="running-head">
        {site.name}. {site.phone}, {site.email}
      </p>
      <h1>Booking Confirmed</h1>
      <p className="lead">
        Booking reference <strong className="inline-block">{booking.bookingReference}</strong>{" "}
        <StatusBadge status={booking.status} />
      </p>
      <p className="prose">{whatItMeans(loaderData)}</p>
      <div className="columns">
        <div className="stack">
          <Card heading="Assessments and price">
            <BookingPrices booking={booking} vatSentence={loaderData.vatSentence} />
          </Card>
          <Card heading="Payment information">
            {loaderData.isWholePaid ? (
              <p>Thank you. There is nothing more to pay.</p>
            ) : (
              <PaymentFacts {...loaderData} />
            )}
            {booking.status === "cancelled" && payUrlOf(loaderData.invoice) === null ? null : (
              <HowToPay {...loaderData} />
            )}
          </Card>
          <BillingCard {...loaderData} />
          <Card heading="Scheduling">
            <SchedulingFacts {...loaderData} />
          </Card>
          <Card heading="Referrer information">
            <ReferrerFacts {...loaderData} />
          </Card>
        </div>
        <aside className="stack">
          <ReferralPrompt booking={booking} referral={referral} />
          {loaderData.rights ? <RightToCancel bookingId={booking.id} rights={loaderData.rights} /> : null}
          <Card heading="Important information">
            <ImportantInformation booking={booking} />
          </Card>
        </aside>
      </div>
      {mayRegister ? <RegistrationWidget bookingId={booking.id} email={booking.referrerEmail} /> : null}
      <div className="actions">
        <PrintButton look={mayRegister ? "quiet" : "main"}>Print Confirmation</PrintButton>
        <ButtonLink look="quiet" to="/">
          Return to Homepage
        </ButtonLink>
      </div>
    </div>
  );
}
