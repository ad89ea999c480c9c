import type { BookingSummary } from "#app/features/booking/booking-summary.ts";
import { isDateAgreed } from "#app/features/booking/status-words.ts";
import { paymentTerms, WHICH_WORDING_APPLIES } from "#app/features/booking/payment-terms.ts";

export function PaymentFacts({
  booking,
  depositPercent,
}: {
  booking: BookingSummary;
  depositPercent: number;
}) {
  if (booking.status === "cancelled") {
    return (
      <p>
        This booking was cancelled. Please call us about anything that you have paid or have an invoice for.
      </p>
    );
  }
  const terms = paymentTerms({
    totalPence: Math.round(booking.calculatedPricing.total * 100),
    depositPercent,
    preferredDate: booking.preferredDate,
    isDateAgreed: isDateAgreed(booking),
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
        <strong>Pay later.</strong> {terms.depositWording}
      </p>
      <p>{terms.invoiceWording}</p>
      <p className="note">{WHICH_WORDING_APPLIES}</p>
    </div>
  );
}

type HowToPayProps = { bankDetails: string; invoiceUrl: string | null; isInvoiceOutdated: boolean };

export function HowToPay({ bankDetails, invoiceUrl, isInvoiceOutdated }: HowToPayProps) {
  return (
    <>
      {bankDetails ? (
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
      {invoiceUrl && !isInvoiceOutdated ? (
        <p className="mt-3">
          <a href={invoiceUrl}>See and pay your invoice</a>
        </p>
      ) : null}
    </>
  );
}
