import { payLaterWords, travelFeeText } from "#app/features/catalogue/pricing.ts";
import { SEED_OFFER, currentOffer, noticeText, promiseText } from "#app/features/catalogue/catalogue.ts";
import { Link } from "react-router";
import { Page } from "#app/ui/page.tsx";
import { useSite } from "#app/ui/frame-parts.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";

/** The VAT words of the built-in price list, or the practice's own. */
function vatNote(): string {
  const { vatPhrase } = currentOffer();
  return vatPhrase === SEED_OFFER.vatPhrase ? " and include VAT" : `, ${vatPhrase}`;
}

const noticeWords = () => noticeText().replace(/^7 /, "seven ");

export default function TermsOfService() {
  const site = useSite();
  return (
    <Page className="prose" title="Terms of service">
      <h2>What you book</h2>
      <p>
        You request one or more mental capacity assessments for another person. Specialist social workers,
        nurses, occupational therapists and speech and language therapists carry them out, subject to
        availability. A psychiatrist or psychologist can be requested.
      </p>
      <h2>When a booking is fixed</h2>
      <p>
        A booking is a request until we confirm its date. We contact you within {promiseText()}. The earliest
        date to choose is {noticeWords()} ahead; urgent requests are possible and may cost more.{" "}
        {travelFeeText()}
      </p>
      <h2>Prices and payment</h2>
      <p>
        Prices are in pounds{vatNote()}. If you pay later,{" "}
        {payLaterWords(currentOffer().rules.depositPercent)}. Payment is due within 30 days of the assessment:
        the invoice says the last day.
      </p>
      <h2>Changing or cancelling</h2>
      <p>
        Call <PhoneLink number={site.phone} /> or write to <a href={`mailto:${site.email}`}>{site.email}</a>,
        and quote your booking reference. You can also ask on the page of your booking.
      </p>
      <p>
        Private persons can cancel within 14 days of booking:{" "}
        <Link to="/right-to-cancel">your right to cancel</Link>.
      </p>
      <h2>What we need from you</h2>
      <p>
        Please give correct details, and only share what the assessor needs. You confirm that you may share
        the details of the person to be assessed.
      </p>
      <p>These terms are governed by the law of England and Wales.</p>
    </Page>
  );
}
