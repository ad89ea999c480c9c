/** What search engines read on the booking page (SPEC sections 2, 7 and 9), as schema.org describes services. */

type Site = { name: string; origin: string; phone: string; email: string };

/** Pounds, VAT included (SPEC section 9). */
const LOWEST_PRICE = 498;
const HIGHEST_PRICE = 672;

export function bookingStructuredData(site: Site) {
  return {
    "@context": "https://schema.org",
    "@type": "ProfessionalService",
    name: site.name,
    description: "Mental capacity assessments in the UK, face-to-face and virtual.",
    url: `${site.origin}/booking`,
    telephone: site.phone,
    email: site.email,
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
