import { Link } from "react-router";
import {
  SEED_OFFER,
  currentOffer,
  noticeText,
  promiseText,
  type Offer,
} from "#app/features/catalogue/catalogue.ts";
import { WhoAssesses } from "#app/features/catalogue/who-assesses.tsx";
import { formatPounds } from "#app/platform/money.ts";

type PriceRange = { lowPrice: number; highPrice: number };

const vatWords = ({ vatPhrase }: Offer) => (vatPhrase === SEED_OFFER.vatPhrase ? "VAT included" : vatPhrase);

/** Answers that people look for before they book. `range` is in pounds; null while nothing has a price. */
export function QuestionsPeopleAsk({ range }: { range: PriceRange | null }) {
  const offer = currentOffer();
  const [mode] = offer.discountModes.length === 1 ? offer.discountModes : [];
  return (
    <section className="questions" aria-labelledby="questions">
      <h2 id="questions">Questions people ask</h2>
      <details>
        <summary>Which assessment is the right one?</summary>
        <p>
          Each decision is assessed separately, because capacity depends on the decision and the time.{" "}
          <Link to="/which-assessment">A few questions lead to the right one</Link>.
        </p>
      </details>
      <details>
        <summary>What does it cost, and when do I pay?</summary>
        <p>
          {range
            ? `Each assessment costs ${formatPounds(range.lowPrice * 100)} to ${formatPounds(range.highPrice * 100)}, ${vatWords(offer)}. `
            : ""}
          {offer.discountPence > 0 && offer.discountModes.length > 0
            ? `${mode ? (mode === "virtual" ? "Virtual, each" : "Face-to-face, each") : "Each"} after the first is ${formatPounds(offer.discountPence)} less. `
            : ""}
          You pay now, by card, or later: half at least 7 days before the assessment and the balance on the
          day, or as your invoice says. Travel fees may apply outside our standard area; we tell you before
          you pay.
        </p>
      </details>
      <details>
        <summary>How soon can it be?</summary>
        <p>
          From {noticeText()} ahead. In step 4 you can say that it is urgent; additional fees may apply, and
          we tell you before anything is charged.
        </p>
      </details>
      <details>
        <summary>Who does the assessment?</summary>
        <WhoAssesses />
      </details>
      <details>
        <summary>What happens after I book?</summary>
        <p>
          A confirmation comes by e-mail, and we call you within {promiseText()} to confirm the date. A link
          in the e-mail opens the referral forms: they tell the assessor what they need to know, and you can
          fill them in bit by bit.
        </p>
      </details>
    </section>
  );
}
