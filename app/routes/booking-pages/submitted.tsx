import { useEffect } from "react";
import { inTab } from "#app/ui/tab-storage.ts";
import { showToast } from "#app/ui/toast.ts";
import { trackComplete } from "#app/features/booking/fields/analytics.ts";
import { data, useNavigation } from "react-router";
import { createInvoice } from "#app/features/billing/create-invoice.server.ts";
import { invoiceKind } from "#app/features/booking/money/payment-terms.ts";
import { bookingToken } from "#app/features/booking/record/guards.server.ts";
import { openBooking } from "#app/features/after-booking/pages/booking-page.server.ts";
import { Receipt } from "#app/features/after-booking/pages/receipt.tsx";
import { REFERRAL_ADVICE } from "#app/features/after-booking/pages/referral-words.ts";
import { mayChooseFreely } from "#app/features/after-booking/own-booking/free-times.server.ts";
import { visitAndDayOf } from "#app/features/visits/record/booking-days.server.ts";
import { whatHappensNext } from "#app/features/booking/fields/status.ts";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { Times } from "#app/ui/times.tsx";
import type { Route } from "./+types/submitted";

const REDIRECT_DELAY_MS = 2_000;

const doneKey = (bookingId: string) => `submitted:${bookingId}`;

type Submitted = Route.ComponentProps["loaderData"];

/** Once after a booking: a toast, and the invoice 2 seconds later, or else the thank-you page in a new tab. */
function useAfterSubmission({ id, reference, thankYouUrl, invoiceUrl }: Submitted): void {
  const isLeaving = useNavigation().state !== "idle";
  useEffect(() => {
    if (isLeaving || inTab((tab) => tab.getItem(doneKey(id)))) return;
    trackComplete();
    if (invoiceUrl)
      showToast({ title: "Booking submitted", description: "We are taking you to the payment page." });
    const goOn = () => {
      inTab((tab) => tab.setItem(doneKey(id), "1"));
      if (invoiceUrl) return window.location.assign(invoiceUrl);
      showToast({ title: "Booking submitted", description: `Your booking reference is ${reference}.` });
      window.open(thankYouUrl, "_blank");
    };
    const timer = setTimeout(goOn, invoiceUrl ? REDIRECT_DELAY_MS : 0);
    return () => clearTimeout(timer);
  }, [id, reference, thankYouUrl, invoiceUrl, isLeaving]);
}

export async function loader(args: Route.LoaderArgs) {
  const { deps, row, booking, by, headers } = await openBooking(args);
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
