import { paymentTerms, WHICH_WORDING_APPLIES } from "#app/features/booking/payment-terms.ts";

/** How and when a booking is paid, with its amounts and dates; paying later has two wordings (SPEC section 9). */
export function PaymentFacts(props: {
  totalPence: number;
  preferredDate: string | null;
  paymentMethod: "pay_now" | "pay_later";
}) {
  const terms = paymentTerms(props);
  if (props.paymentMethod === "pay_now") {
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
