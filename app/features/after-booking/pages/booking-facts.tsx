import type { BookingPage } from "./booking-page.server.ts";
import { Link } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { referralLinkWords, referralStateWords, type ReferralState } from "./referral-words.ts";
import { priceText, travelFeeText } from "#app/features/catalogue/pricing.ts";
import { Card } from "#app/ui/card.tsx";
import { Facts, Sums } from "#app/ui/lists.tsx";
import {
  isOnlyPriceOnRequest,
  locationWords,
  longDateOr,
  referrerName,
  referrerPhone,
  type BookingSummary,
} from "#app/features/booking/record/booking-summary.ts";
import { paymentWords } from "#app/features/booking/fields/reference-lists.ts";
import { billingRows, INVOICE_WILL_CHANGE } from "#app/features/booking/money/billing.ts";
import { closingSums } from "#app/features/booking/money/price-sums.ts";
import { isToCome } from "#app/features/booking/fields/status.ts";
import { currentOffer, noticeText, promiseText } from "#app/features/catalogue/catalogue.ts";
import { WhoAssesses } from "#app/features/catalogue/who-assesses.tsx";
import { visitRows } from "#app/features/visits/record/agreed-visit.ts";
import { londonDate } from "#app/platform/dates.ts";
import { paymentTerms } from "#app/features/booking/money/payment-terms.ts";

type PricesProps = { booking: BookingSummary; vatSentence: string; isForStaff?: boolean };

export function BookingPrices({ booking, vatSentence, isForStaff = false }: PricesProps) {
  const { assessmentPrices, subtotal, discount, total } = booking.calculatedPricing;
  const onlyOnRequest = isOnlyPriceOnRequest(booking);
  const rows = [
    ...assessmentPrices.map((line) => ({
      name: line.name,
      value: priceText(line.price === null ? null : line.price * 100),
    })),
    ...closingSums({
      subtotalPence: subtotal * 100,
      discountPence: discount * 100,
      totalPence: total * 100,
      isOnlyPriceOnRequest: onlyOnRequest,
    }),
  ];
  return (
    <>
      <Sums rows={rows} />
      <p className="note mt-3">
        {`${vatSentence}${
          assessmentPrices.some((line) => line.isPriceOnRequest) && !onlyOnRequest
            ? " What is priced on request is not in the total."
            : ""
        }`}
      </p>
      {booking.otherAssessmentDetails ? (
        <p className="note mt-3 whitespace-pre-line">
          {isForStaff ? "The referrer wrote" : "You wrote"}: {booking.otherAssessmentDetails}
        </p>
      ) : null}
    </>
  );
}

type FactsProps = Pick<BookingPage, "booking" | "facts">;

export function SchedulingFacts(page: FactsProps & Pick<BookingPage, "visit" | "day">) {
  const { booking, facts, visit, day } = page;
  return (
    <Facts
      rows={[
        ...visitRows(visit, day),
        ["Preferred date", longDateOr(booking.preferredDate, "Flexible")],
        ["Location", locationWords(booking)],
        ["Weekends", booking.allowWeekends ? "Weekend appointments are possible" : "Weekdays only"],
        booking.preferEarlierDate && [
          "Earlier date",
          "You would prefer an earlier date if one comes free. Additional fees may apply.",
        ],
        ...facts.assessment,
      ]}
    />
  );
}

export function ReferrerFacts({ booking, facts }: FactsProps) {
  return (
    <Facts
      rows={[
        ["Name", referrerName(booking)],
        ["Relationship", booking.referrerCustomRole ?? booking.referrerRelationship],
        ["Email", booking.referrerEmail],
        ["Phone", referrerPhone(booking) ?? "Not provided"],
        ...facts.referrer,
      ]}
    />
  );
}

export function PaymentFacts({ booking, owed, day, depositPercent, daysToPay, waitsForPo }: BookingPage) {
  if (booking.status === "cancelled") return <p>{owed || "This booking was cancelled."}</p>;
  const terms = paymentTerms({
    totalPence: Math.round(booking.calculatedPricing.total * 100),
    depositPercent,
    daysToPay,
    waitsForPo,
    bookedOn: londonDate(new Date(booking.createdAt)),
    day,
  });
  if (booking.paymentMethod === "pay_now") {
    return (
      <div className="prose">
        <p>
          <strong>Pay now.</strong> {terms.payNowWording}
        </p>
        <p className="note">If you would rather pay later: {terms.depositWording}</p>
        <p className="note">{terms.invoiceWording}</p>
      </div>
    );
  }
  return (
    <div className="prose">
      <p>
        <strong>{paymentWords(booking)}.</strong> {terms.depositWording}
      </p>
      <p>{terms.invoiceWording}</p>
      <p className="note">{terms.lastDayWording}</p>
    </div>
  );
}

/** The details for the invoice; nothing where none were given. */
export function BillingCard(page: Pick<BookingPage, "booking" | "isBillingLate" | "asksAddress">) {
  const { booking, isBillingLate, asksAddress } = page;
  const rows = billingRows(booking);
  if (rows.length === 0 && !isBillingLate && !asksAddress) return null;
  return (
    <Card heading="Billing details">
      {rows.length > 0 ? <Facts rows={rows} /> : <p>None are given now.</p>}
      {isBillingLate ? <p className="mt-3">{INVOICE_WILL_CHANGE}</p> : null}
      {asksAddress ? (
        <p className="mt-3 no-print">
          A VAT invoice over £250 has the address of its buyer. If you reclaim VAT,{" "}
          <a href={`/booking/${booking.id}/billing`}>enter your billing address</a>. Otherwise you need do
          nothing.
        </p>
      ) : null}
    </Card>
  );
}

type PageInvoice = NonNullable<BookingPage["invoice"]>;

/** `INV-0001, £595.00: due by 1 May 2027` */
export function invoiceWords({ number, amount, standing, words }: PageInvoice): string {
  const said = words.charAt(0).toLowerCase() + words.slice(1);
  return `${[number, standing === "void" ? "" : amount].filter(Boolean).join(", ")}: ${said}`;
}

/** The address at which an invoice is paid; null where nothing is to pay online. */
export const payUrlOf = (invoice: Pick<PageInvoice, "url" | "standing"> | null): string | null =>
  invoice && (invoice.standing === "due" || invoice.standing === "overdue") ? invoice.url : null;

export function HowToPay(page: BookingPage & { bankDetails: string }) {
  const { bankDetails, invoice, isInvoiceOutdated, isDueDayOld } = page;
  const isToPay = !invoice || invoice.standing === "due" || invoice.standing === "overdue";
  return (
    <>
      {invoice ? (
        <p className="mt-3">
          <strong>Your invoice:</strong> {invoiceWords(invoice)}.
        </p>
      ) : null}
      {bankDetails && isToPay ? (
        <p className="mt-3 whitespace-pre-line">
          {`By bank transfer, with your booking reference:\n${bankDetails}`}
        </p>
      ) : null}
      {isInvoiceOutdated ? (
        <p className="mt-3">
          Your booking was changed after its invoice was made. We will be in touch about it: please do not pay
          it before that.
        </p>
      ) : null}
      {isDueDayOld ? (
        <p className="mt-3">
          Your invoice was made for another date of the assessment. We will change the day by which it is due.
        </p>
      ) : null}
      {invoice?.url && isToPay && !isInvoiceOutdated ? (
        <p className="mt-3">
          <a href={invoice.url}>See and pay your invoice</a>
        </p>
      ) : null}
    </>
  );
}

type ReferralPromptProps = {
  booking: Pick<BookingSummary, "id" | "status">;
  referral: ReferralState;
  /** The page leads to the papers elsewhere. */
  isWithoutPapers?: boolean;
};

export function ReferralPrompt({ booking, referral, isWithoutPapers = false }: ReferralPromptProps) {
  return (
    <Card heading="Referral forms">
      <p>{referralStateWords(referral, booking.status)}</p>
      <p className="no-print mt-3">
        <ButtonLink look="quiet" to={`/referral-form/${booking.id}`}>
          {referralLinkWords(referral, booking.status)}
        </ButtonLink>
      </p>
      {booking.status === "cancelled" || isWithoutPapers ? null : (
        <p className="no-print mt-3">
          {isToCome(booking.status)
            ? "A GP letter, an earlier assessment, court papers or a will help the assessor, too. "
            : null}
          <Link to={`/referral-form/${booking.id}/documents`}>Send papers</Link>
        </p>
      )}
    </Card>
  );
}

export function ImportantInformation({ booking }: { booking: BookingSummary }) {
  const { urgentFee } = currentOffer().rules;
  return (
    <div className="prose">
      {isToCome(booking.status) ? (
        <ul>
          {booking.status === "pending" ? (
            <li>We will contact you within {promiseText()} to confirm the date of the assessment.</li>
          ) : null}
          <li>{travelFeeText()} We tell you before you pay.</li>
          <li>
            An urgent assessment (within {noticeText()}) may have an additional fee
            {urgentFee ? `: ${urgentFee}` : ""}.
          </li>
        </ul>
      ) : null}
      <WhoAssesses />
    </div>
  );
}
