import { ResendConfirmation } from "#app/features/customer/registration/confirmation-card.tsx";
import { requireCustomer } from "#app/features/accounts/guards.server.ts";
import { CardList } from "#app/features/customer/customer-card.tsx";
import { readCustomerDashboard } from "#app/features/customer/read-customer-dashboard.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/dashboard";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user: customer } = await requireCustomer(context, request);
  const dashboard = await readCustomerDashboard(deps, customer);
  return { ...dashboard, firstName: customer.firstName, isEmailConfirmed: customer.isEmailConfirmed };
}

export default function CustomerDashboard({ loaderData }: Route.ComponentProps) {
  const { bookings, referrals, firstName, isEmailConfirmed } = loaderData;
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
      <CardList
        heading="My Bookings"
        lead="The bookings that this account was made for or given."
        otherList={{ heading: "My Referrals", bookings: referrals }}
        bookings={bookings}
        hasLocation
        emptyText="No bookings found"
      />
      <CardList
        heading="My Referrals"
        lead="The bookings that name you as the referrer: the person who asked for the assessment."
        otherList={{ heading: "My Bookings", bookings }}
        bookings={referrals}
        hasLocation={false}
        emptyText="No referrals found"
      />
      <div className="actions">
        <ButtonLink to="/booking">Make a booking</ButtonLink>
        <ButtonLink look="quiet" to="/lost-link">
          Send me the link to a booking again
        </ButtonLink>
      </div>
    </Page>
  );
}
