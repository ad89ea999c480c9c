import { ASSESSMENTS } from "#app/features/catalogue/catalogue.ts";
import { toPounds } from "#app/platform/money.ts";

/** What search engines read on the booking page, as schema.org describes services. */

type Site = {
  name: string;
  origin: string;
  phone: string;
  email: string;
  address?: string;
  logo?: string;
};

const PRICES = ASSESSMENTS.flatMap(({ faceToFacePence, virtualPence }) => [faceToFacePence, virtualPence])
  .filter((pence) => pence !== null)
  .map(toPounds);

const LOWEST_PRICE = Math.min(...PRICES);
const HIGHEST_PRICE = Math.max(...PRICES);

export function bookingStructuredData(site: Site) {
  return {
    "@context": "https://schema.org",
    "@type": "ProfessionalService",
    name: site.name,
    description: "Mental capacity assessments in the UK, face-to-face and virtual.",
    url: `${site.origin}/booking`,
    telephone: site.phone,
    email: site.email,
    ...(site.address && { address: site.address }),
    ...(site.logo && { logo: site.logo }),
    areaServed: { "@type": "Country", name: "United Kingdom" },
    priceRange: `£${LOWEST_PRICE} - £${HIGHEST_PRICE}`,
    makesOffer: {
      "@type": "AggregateOffer",
      lowPrice: LOWEST_PRICE,
      highPrice: HIGHEST_PRICE,
      priceCurrency: "GBP",
    },
    potentialAction: {
      "@type": "ReserveAction",
      name: "Book a mental capacity assessment",
      target: {
        "@type": "EntryPoint",
        urlTemplate: `${site.origin}/api/bookings`,
        httpMethod: "POST",
        encodingType: "application/json",
        contentType: "application/json",
      },
      result: { "@type": "Reservation", name: "Mental capacity assessment booking" },
    },
  };
}
