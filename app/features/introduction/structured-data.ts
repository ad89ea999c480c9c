import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { logoHref } from "#app/features/settings/site.ts";
import type { SettingsGroups } from "#app/features/settings/values.ts";
import { toPounds } from "#app/platform/money.ts";

/** What search engines read on the booking page, as schema.org describes services. */

/** Of one assessment, in pounds, VAT included; null while nothing has a price. */
function priceRange(): { lowPrice: number; highPrice: number } | null {
  const prices = currentOffer()
    .assessments.flatMap(({ faceToFacePence, virtualPence }) => [faceToFacePence, virtualPence])
    .filter((pence) => pence !== null)
    .map(toPounds);
  return prices.length === 0 ? null : { lowPrice: Math.min(...prices), highPrice: Math.max(...prices) };
}

export function bookingStructuredData(
  origin: string,
  { company, logo }: Pick<SettingsGroups, "company" | "logo">,
) {
  const range = priceRange();
  return {
    "@context": "https://schema.org",
    "@type": "ProfessionalService",
    name: company.name,
    description: "Mental capacity assessments in the UK, face-to-face and virtual.",
    url: `${origin}/booking`,
    telephone: company.phone,
    email: company.email,
    ...(company.tradingAddress && { address: company.tradingAddress.replaceAll("\n", ", ") }),
    ...(logo.png && { logo: origin + logoHref(logo) }),
    areaServed: { "@type": "Country", name: "United Kingdom" },
    ...(range && {
      priceRange: `£${range.lowPrice} - £${range.highPrice}`,
      makesOffer: {
        "@type": "AggregateOffer",
        ...range,
        priceCurrency: "GBP",
      },
    }),
    potentialAction: {
      "@type": "ReserveAction",
      name: "Book a mental capacity assessment",
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
