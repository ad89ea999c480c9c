import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { emailRequestLink } from "./email-request.server.ts";
import { bookingStructuredData } from "#app/features/before-booking/introduction/about-the-service.tsx";

test("the email request opens with a template for referrer, client and assessment details", () => {
  const link = new URL(emailRequestLink("hello@example.org"));
  expect(link.pathname).toBe("hello@example.org");
  const body = link.searchParams.get("body")!;
  for (const heading of ["REFERRER DETAILS", "CLIENT DETAILS", "ASSESSMENT DETAILS"]) {
    expect(body).toContain(heading);
  }
  expect(body).toContain("\r\n");
});

test("structured data states the price range and where a booking is posted", () => {
  const { company, logo } = createTestDeps().settings.current();
  const settings = { company: { ...company, name: "Care Co" }, logo };
  expect(bookingStructuredData("https://book.example.org", settings)).toMatchObject({
    name: "Care Co",
    makesOffer: { lowPrice: 498, highPrice: 672, priceCurrency: "GBP" },
    potentialAction: { target: { urlTemplate: "https://book.example.org/api/bookings", httpMethod: "POST" } },
  });
});
