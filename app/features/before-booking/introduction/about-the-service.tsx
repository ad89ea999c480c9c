import { currentOffer, promiseText, noticeText } from "#app/features/catalogue/catalogue.ts";
import { payLaterWords, vatWords, travelFeeText } from "#app/features/catalogue/pricing.ts";
import { formatPounds, toPounds } from "#app/platform/money.ts";
import { WhoAssesses } from "#app/features/catalogue/who-assesses.tsx";
import { logoHref } from "#app/features/settings/site.ts";
import type { SettingsGroups } from "#app/features/settings/values.ts";

/** Reasons to trust the practice, each empty until Settings has it. */
type Trust = Pick<SettingsGroups["company"], "registers" | "sampleReportUrl">;

type WelcomeProps = { lowestPrice: number | undefined; trust: Trust };

/** Introduces the service to first-time visitors. `lowestPrice` is in pounds. */
export function Welcome({ lowestPrice, trust: { registers, sampleReportUrl } }: WelcomeProps) {
  return (
    <section className="welcome" aria-label="About this service">
      <div>
        <p className="welcome-title">
          Mental capacity assessments by specialist social workers, nurses and therapists
        </p>
        <p className="lead">
          {lowestPrice === undefined ? null : (
            <>
              From <strong>{formatPounds(lowestPrice * 100)}</strong> {currentOffer().vatPhrase}.{" "}
            </>
          )}
          A person answers the phone.
          {registers ? ` Our assessors are registered with ${registers}.` : null}
        </p>
        <ul>
          <li>Five short steps, no account, each one saved</li>
          <li>We call you within {promiseText()} to agree the day</li>
          <li>
            A written report: what was found, and why.
            {sampleReportUrl ? (
              <>
                {" "}
                <a href={sampleReportUrl}>What a report looks like</a>
              </>
            ) : null}
          </li>
        </ul>
      </div>
      <p className="card" aria-hidden="true">
        <strong>Capacity to Make a Will</strong>
        <span>Can she weigh it? Yes.</span>
        <span>“The house to Ann, the rest to Tom, and the clock to Owen: he winds it.”</span>
        <span>Every finding points to what was said.</span>
      </p>
    </section>
  );
}

/** The course from booking to report. `reportDays` are working days. */
export function WhatHappens({ reportDays }: { reportDays: number }) {
  const steps = [
    ["Book", "A confirmation comes by email"],
    [`We call within ${promiseText()}`, "To agree the date with you"],
    ["The visit", "The assessor meets the person, face-to-face or virtually"],
    ["The report", `Within ${reportDays} working days of the visit`],
  ];
  return (
    <div className="card">
      <h2>What happens</h2>
      <ol className="course">
        {steps.map(([name, sentence]) => (
          <li key={name}>
            <strong>{name}</strong> <br />
            <span className="note">{sentence}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

type PriceRange = { lowPrice: number; highPrice: number };

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
          {/* Sent with step 1, so that nothing typed there is lost. */}
          <button className="link-button" form="referrer" name="intent" value="finder">
            A few questions lead to the right one
          </button>
          .
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
          You pay now, by card, or later: {payLaterWords(offer.rules.depositPercent)}. The invoice says the
          last day. {travelFeeText()} We tell you before you pay.
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
    </section>
  );
}

/** Lowest and highest price of one assessment, in pounds, VAT included; null while nothing has a price. */
function priceRange(): PriceRange | null {
  const prices = currentOffer()
    .assessments.flatMap(({ faceToFacePence, virtualPence }) => [faceToFacePence, virtualPence])
    .filter((pence) => pence !== null)
    .map(toPounds);
  return prices.length === 0 ? null : { lowPrice: Math.min(...prices), highPrice: Math.max(...prices) };
}

export const START_TITLE = "Book a mental capacity assessment";

function description(range: PriceRange | null): string {
  const { assessments, vatPhrase } = currentOffer();
  const isVirtual = assessments.some(({ virtualPence }) => virtualPence !== null);
  const price = range ? `, from ${formatPounds(range.lowPrice * 100)} ${vatPhrase}` : "";
  return `Mental capacity assessments by specialist social workers, nurses and therapists, face-to-face${isVirtual ? " or virtual" : ""}${price}. Book in five short steps, without an account.`;
}

/** Structured data of the booking page for search engines, as schema.org describes services. */
export function bookingStructuredData(
  origin: string,
  { company, logo }: Pick<SettingsGroups, "company" | "logo">,
) {
  const range = priceRange();
  return {
    "@context": "https://schema.org",
    "@type": "ProfessionalService",
    name: company.name,
    description: description(range),
    url: `${origin}/`,
    telephone: company.phone,
    email: company.email,
    ...(company.tradingAddress && { address: company.tradingAddress.replaceAll("\n", ", ") }),
    ...(logo.png && { logo: origin + logoHref(logo) }),
    areaServed: { "@type": "Country", name: "United Kingdom" },
    ...(range && {
      priceRange: `£${range.lowPrice} - £${range.highPrice}`,
      makesOffer: { "@type": "AggregateOffer", ...range, priceCurrency: "GBP" },
    }),
    potentialAction: {
      "@type": "ReserveAction",
      name: START_TITLE,
      target: {
        "@type": "EntryPoint",
        urlTemplate: `${origin}/api/bookings`,
        httpMethod: "POST",
        encodingType: "application/json",
        contentType: "application/json",
      },
      result: { "@type": "Reservation", name: "Mental capacity assessment booking" },
    },
  };
}
