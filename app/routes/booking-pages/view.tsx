import { data, Link } from "react-router";
import { openBooking, readBookingPage } from "#app/features/after-booking/pages/booking-page.server.ts";
import { BillingCard, invoiceWords, payUrlOf } from "#app/features/after-booking/pages/booking-facts.tsx";
import {
  clientName,
  locationWords,
  longDateOr,
  referrerName,
  referrerPhone,
  isOnlyPriceOnRequest,
  totalWords,
} from "#app/features/booking/record/booking-summary.ts";
import { OwnBookingLinks, OwnRequests } from "#app/features/after-booking/own-booking/own-booking.tsx";
import { mayChooseFreely } from "#app/features/after-booking/own-booking/free-times.server.ts";
import { readOwnBooking } from "#app/features/after-booking/pages/booking-page.server.ts";
import { RightToCancel } from "#app/features/after-booking/own-booking/own-booking.tsx";
import { moneyInOneSentence, nextForReferrer } from "#app/features/after-booking/pages/next-for-referrer.ts";
import { ReferralPrompt } from "#app/features/after-booking/pages/booking-facts.tsx";
import { ProgressList } from "#app/features/report/progress-list.tsx";
import { StatusBadge } from "#app/features/booking/record/status-badge.tsx";
import { mayInstruct } from "#app/features/organisations/letter/read-letter.server.ts";
import { readEarlier } from "#app/features/visits/agree/earlier-times.server.ts";
import { openOfferOf } from "#app/features/visits/record/offers.server.ts";
import { formatInstant, formatLongDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { visitRows } from "#app/features/visits/record/agreed-visit.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { furtherCharges } from "#app/features/charges/customer-words.ts";
import { chargesForCustomer } from "#app/features/charges/staff-charges.server.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { Page } from "#app/ui/page.tsx";
import { useDone } from "#app/ui/use-done.ts";
import type { Route } from "./+types/view";
import { Times } from "#app/ui/times.tsx";

type NextCardProps = Pick<Route.ComponentProps["loaderData"], "booking" | "own" | "hasEarlier"> & {
  next: ReturnType<typeof nextForReferrer>;
  /** One sentence on what is to pay or was paid. */
  money: string;
  /** The address at which the invoice is paid; null where nothing is to pay. */
  payUrl: string | null;
};

/** The top of a booking's page: when and with whom, what is left to do, the money, and where papers go. */
function NextCard({ booking, next, money, payUrl, own, hasEarlier }: NextCardProps) {
  const { headline, sentences, isFormsLeft, isTimeLeft } = next;
  const isCancelled = booking.status === "cancelled";
  return (
    <Card heading={<Times>{headline}</Times>} className={isCancelled ? "stack" : "stack answer"}>
      <p>{sentences.join(" ")}</p>
      <p>
        {money} {payUrl ? <a href={payUrl}>See and pay your invoice</a> : null}
      </p>
      {isCancelled ? null : (
        <p className="actions no-print">
          {isTimeLeft ? <ButtonLink to={`/booking/${booking.id}/times`}>Choose a time</ButtonLink> : null}
          {isFormsLeft ? (
            <ButtonLink {...(isTimeLeft && { look: "quiet" })} to={`/referral-form/${booking.id}`}>
              Fill in the referral forms
            </ButtonLink>
          ) : null}
          {hasEarlier ? (
            <ButtonLink look="quiet" to={`/booking/${booking.id}/earlier`}>
              See the earlier time
            </ButtonLink>
          ) : null}
          <ButtonLink look="quiet" to={`/referral-form/${booking.id}/documents`}>
            Send papers
          </ButtonLink>
          {own.hasCalendar ? (
            <a className="button is-quiet" href={`/booking/${booking.id}/calendar.ics`}>
              Put the date into your calendar
            </a>
          ) : null}
        </p>
      )}
    </Card>
  );
}

export async function loader(args: Route.LoaderArgs) {
  if (args.params.bookingId.trim() === "") throw data({ page: "invalid-request" }, { status: 404 });
  const opened = await openBooking(args);
  const { deps } = opened;
  const own = await readOwnBooking(deps, opened.row);
  const offer = await openOfferOf(deps, opened.row.id);
  const asked = {
    own,
    charges: await chargesForCustomer(deps, opened.row.id),
    chooseBy: offer ? formatInstant(offer.until) : null,
    isFree: !offer && (await mayChooseFreely(deps, opened.row)),
    hasEarlier: (await readEarlier(deps, opened.row))?.plan !== undefined,
    isInstructed: await mayInstruct(deps, args.request, opened.row),
  };
  return data({ ...(await readBookingPage(opened)), ...asked }, { headers: opened.headers });
}

export const handle = { loadFailure: "Failed to fetch booking." };

const DONE = {
  date: "We have your request for another date, and answer by email.",
  cancel: "We have your request to cancel, and answer by email.",
  cancelled: "Your booking is cancelled. We have emailed you a confirmation.",
  withdrawn: "Your request was taken back.",
  start: "Thank you: we can plan the visit for any day now.",
  contact: "Your contact details were saved.",
  billing: "Your billing details were saved.",
  "time-chosen": "The visit is agreed. We have emailed you the time.",
  "time-asked": "We have asked the assessor whether they can come, and email you.",
  "earlier-taken": "The visit is at the earlier time now. We have emailed you the details.",
  "earlier-kept": "The agreed time stays.",
  "no-time": "Thank you for telling us. We will call you about another time.",
};

export default function ViewBooking({
  loaderData: { booking, referral, visit, day, hasLetter, own, rights, progress, isBillingLate, ...page },
}: Route.ComponentProps) {
  const said = useDone(DONE);
  const { invoice, isContacted, isInvoiceOutdated } = page;
  const { status } = booking;
  const hasRequest = own.requests.some(({ answeredAs }) => answeredAs === null);
  const { charges } = page;
  const toAnswer = charges.filter(({ standing }) => standing === "proposed");
  // A cancelled booking's charges are to be paid, also while its price is not credited yet.
  const payUrl = isInvoiceOutdated && status !== "cancelled" ? null : payUrlOf(invoice);
  const next = nextForReferrer({
    status,
    isContacted,
    visit,
    day,
    progress,
    referral,
    hasRequest,
    chooseBy: page.chooseBy,
    mayChoose: page.isFree,
    awaitsReferrer: toAnswer.length > 0 ? "charge" : payUrl ? "payment" : null,
  });
  const total = totalWords(booking);
  const words = invoice && invoiceWords(invoice);
  return (
    <Page title="Your booking">
      <p className="lead">
        Reference <strong className="inline-block">{booking.bookingReference}</strong>{" "}
        <StatusBadge status={booking.status} />
      </p>
      <Done text={said} />
      <div className="columns">
        <div className="stack">
          <NextCard
            booking={booking}
            next={next}
            payUrl={payUrl}
            own={own}
            hasEarlier={page.hasEarlier}
            money={moneyInOneSentence({
              status,
              total,
              invoice: words,
              isInvoiceOutdated,
              owed: page.owed,
              isOnRequest: isOnlyPriceOnRequest(booking),
            })}
          />
          {toAnswer.length > 0 ? (
            <Alert
              heading={toAnswer.length === 1 ? "A charge needs your answer" : "Charges need your answer"}
            >
              <p>
                {toAnswer.map(({ pence }) => formatPoundsAndPence(pence)).join(" and ")}, by{" "}
                {formatLongDate(toAnswer[0]!.answerBy!)}.{" "}
                <Link to={`/booking/${booking.id}/charges`}>See the charge and answer</Link>
              </p>
            </Alert>
          ) : null}
          <OwnRequests own={own} />
          {progress ? (
            <Card heading="Where your booking is">
              <ProgressList progress={progress} />
            </Card>
          ) : null}
          {next.isFormsLeft ? null : <ReferralPrompt booking={booking} referral={referral} isWithoutPapers />}
          {rights ? <RightToCancel bookingId={booking.id} rights={rights} /> : null}
          <OwnBookingLinks bookingId={booking.id} own={own} />
        </div>
        <div className="stack">
          <Card heading="Assessment">
            <Facts
              rows={[
                ...visitRows(visit, day),
                ["Preferred date", longDateOr(booking.preferredDate, "Not specified")],
                ["Location", locationWords(booking)],
                ["Type", booking.isVirtual ? "Virtual Assessment" : "Face-to-Face Assessment"],
                ["Total value", total],
                charges.length > 0 && [
                  "Further charges",
                  <Link to={`/booking/${booking.id}/charges`}>{furtherCharges(charges)}</Link>,
                ],
              ]}
            />
            <h3 className="mt-3">Selected assessments</h3>
            {booking.selectedAssessments.length > 0 ? (
              <ul className="list-disc pl-5">
                {booking.selectedAssessments.map((name) => (
                  <li key={name}>{name}</li>
                ))}
              </ul>
            ) : (
              <p>No assessments selected</p>
            )}
          </Card>
          <Card heading="Client">
            <Facts rows={[["Name", clientName(booking)]]} />
            {hasLetter ? (
              <p className="mt-3">
                We have a letter about the visit for the client. Please print it and hand it over.{" "}
                <Link to={`/booking/${booking.id}/letter`}>Letter about the visit</Link>
              </p>
            ) : null}
          </Card>
          <Card heading="Referrer">
            <Facts
              rows={[
                ["Name", referrerName(booking)],
                ["Email", booking.referrerEmail],
                ["Phone", referrerPhone(booking) ?? "Not provided"],
                booking.referrerOrganization !== null && ["Organisation", booking.referrerOrganization],
              ]}
            />
            {page.isInstructed ? (
              <p className="mt-3">
                <Link to={`/organisation/letter/${booking.id}`}>Letter of instruction</Link>
              </p>
            ) : null}
          </Card>
          <BillingCard booking={booking} isBillingLate={isBillingLate} asksAddress={page.asksAddress} />
        </div>
      </div>
    </Page>
  );
}
