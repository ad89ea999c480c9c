import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { BookingFacts, GivenWithBooking } from "./booking-file.tsx";
import { readBookingFile } from "./read-booking-file.server.ts";

const draw = async (deps: TestDeps, id: string) => {
  const file = await readBookingFile(deps, id);
  return renderToStaticMarkup(
    <MemoryRouter>
      <BookingFacts file={file} />
      <GivenWithBooking file={file} />
    </MemoryRouter>,
  );
};

test("consents given half an hour after midnight in summer carry that day, not the day before", async () => {
  const deps = createTestDeps();
  const at = "2027-06-30T23:30:00.000Z";
  const booking = await createBooking(deps, { consent_at: at, created_at: at });
  const page = await draw(deps, booking.id);
  expect(page).toContain("Consents, given 01/07/2027");
  expect(page).toContain("1 Jul 2027, 00:30");
});

test("an address with signs that mean something in a link is the only recipient", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps, { referrer_email: "jo&100%?bcc=eve@example.org" });
  const page = await draw(deps, booking.id);
  const href = /href="(mailto:[^"]*)"/.exec(page)?.[1] ?? "";
  expect(href).toBe("mailto:jo%26100%25%3Fbcc%3Deve@example.org");
});
