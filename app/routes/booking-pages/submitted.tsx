import { data } from "react-router";
import { requestScope } from "#app/context.ts";
import { createInvoice } from "#app/features/billing/create-invoice.server.ts";
import { invoiceKind } from "#app/features/booking/money/payment-terms.ts";
import { bookingToken } from "#app/features/booking/record/guards.server.ts";
import { openBooking } from "#app/features/after-booking/pages/booking-page.server.ts";
import { Receipt } from "#app/features/after-booking/pages/receipt.tsx";
import { REFERRAL_ADVICE } from "#app/features/after-booking/pages/referral-words.ts";
import { mayChooseFreely } from "#app/features/after-booking/own-booking/free-times.server.ts";
import { useAfterSubmission } from "#app/features/after-booking/pages/use-after-submission.ts";
import { visitAndDayOf } from "#app/features/visits/record/booking-days.server.ts";
import { whatHappensNext } from "#app/features/booking/fields/status.ts";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { Times } from "#app/ui/times.tsx";
import type { Route } from "./+types/submitted";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestScope);
  const { row, booking, by, headers } = await openBooking(deps, request, params.bookingId);
  // A member of its organisation comes by their account, which can end; no link is told to them.
  const isMember = row.organisation_id !== null && by === "owner";
  const token = isMember ? "account" : bookingToken(deps, row);
  const query = new URLSearchParams({ bookingId: row.id, token });
  const isPaidNow = row.status !== "cancelled" && invoiceKind(row, { hasDeposits: false }) === "full";
  const outcome = isPaidNow ? await createInvoice(deps, row) : null;
  const submitted = {
    id: row.id,
    reference: row.reference,
    email: booking.referrerEmail,
    thankYouUrl: `/thankyou?${query}`,
    isPaidNow,
    next: whatHappensNext({ ...booking, ...(await visitAndDayOf(deps, row)) }),
    mayChoose: await mayChooseFreely(deps, row),
    invoiceUrl: outcome?.state === "ready" ? outcome.invoice.onlineUrl : null,
  };
  return data(submitted, { headers });
}

export default function Submitted({ loaderData: booking }: Route.ComponentProps) {
  useAfterSubmission(booking);
  return (
    <Receipt heading="Booking Successfully Submitted!" reference={booking.reference}>
      <PageTitle title="Booking Successfully Submitted!" />
      {booking.invoiceUrl ? (
        <Alert tone="good">
          Your invoice is ready. <a href={booking.invoiceUrl}>Pay online now</a>
        </Alert>
      ) : booking.isPaidNow ? (
        <Alert>You chose to pay now. Your invoice follows by email, with a link for paying by card.</Alert>
      ) : null}
      <h2>What happens next</h2>
      <ul>
        <li>
          A thank-you page opens in a new window. If you cannot see it, please check your popup blocker, or{" "}
          <a href={booking.thankYouUrl} target="_blank" rel="noreferrer">
            open the thank-you page
          </a>{" "}
          from here.
        </li>
        <li>
          A confirmation email follows to <strong>{booking.email}</strong>.
        </li>
        <li>
          <Times>{booking.next}</Times>
        </li>
        <li>{REFERRAL_ADVICE}</li>
      </ul>
      <div className="actions">
        <ButtonLink to={`/booking/confirmation/${booking.id}`}>See your booking</ButtonLink>
        {booking.mayChoose ? (
          <ButtonLink look="quiet" to={`/booking/${booking.id}/times`}>
            Choose a time for the visit
          </ButtonLink>
        ) : null}
        <ButtonLink look="quiet" to={`/referral-form/${booking.id}`}>
          Fill in the referral forms
        </ButtonLink>
        <ButtonLink look="quiet" to="/">
          Return to Homepage
        </ButtonLink>
      </div>
    </Receipt>
  );
}
