import { rulesOfPage } from "#app/features/catalogue/offer-scope.server.ts";
import { data, redirect } from "react-router";
import { openBooking, readBookingPage } from "#app/features/after-booking/pages/booking-page.server.ts";
import { Receipt } from "#app/features/after-booking/pages/receipt.tsx";
import { referralLinkWords, referralStateWords } from "#app/features/after-booking/pages/referral-words.ts";
import { whatHappensNext } from "#app/features/booking/fields/status.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { Times } from "#app/ui/times.tsx";
import type { Route } from "./+types/thankyou";

const LOAD_FAILURE =
  "Unable to load booking confirmation. Please check your email for booking details or contact us for assistance.";

export const handle = { loadFailure: LOAD_FAILURE };

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const bookingId = query.get("bookingId");
  if (!bookingId || !query.get("token")) throw redirect("/");
  const opened = await openBooking({ request, context, params: { bookingId } }, LOAD_FAILURE);
  const { id, bookingReference, referrerFirstName, referrerEmail, status } = opened.booking;
  const { referral, visit, day, isContacted } = await readBookingPage(opened);
  return data(
    {
      id,
      bookingReference,
      referrerFirstName,
      referrerEmail,
      status,
      referral,
      visit,
      day,
      isContacted,
      ...rulesOfPage(),
    },
    { headers: opened.headers },
  );
}

export default function ThankYou({ loaderData }: Route.ComponentProps) {
  return (
    <Receipt heading={`Thank you, ${loaderData.referrerFirstName}!`} reference={loaderData.bookingReference}>
      <PageTitle title="Thank you" />
      <h2>What happens next</h2>
      <ul>
        <li>
          A confirmation email was sent to <strong>{loaderData.referrerEmail}</strong>. If it does not arrive
          within a few minutes, please look in your junk folder.
        </li>
        <li>
          <Times>{whatHappensNext(loaderData)}</Times>
        </li>
        <li>{referralStateWords(loaderData.referral, loaderData.status)}</li>
      </ul>
      <div className="actions">
        <ButtonLink to={`/booking/confirmation/${loaderData.id}`}>See your booking</ButtonLink>
        <ButtonLink look="quiet" to={`/referral-form/${loaderData.id}`}>
          {referralLinkWords(loaderData.referral, loaderData.status)}
        </ButtonLink>
      </div>
    </Receipt>
  );
}
