import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { eraseBooking } from "#app/features/booking/record/erase-booking.server.ts";
import { STEP_FIELDS } from "./fields.ts";
import { ALL_FIELDS, isText, listFields } from "./field-values.ts";
import { readBooking } from "#app/features/booking/record/queries.server.ts";
import { bookingSubmission } from "./schema.ts";
import { submitBooking } from "#app/features/booking/record/submit-booking.server.ts";

const REQUEST = {
  referrerFirstName: "Joanna",
  referrerLastName: "Reeve",
  referrerEmail: "joanna@example.org",
  referrerPhone: "07700 900123",
  referrerCountryCode: "+44",
  referrerRelationship: "Carer",
  referrerProfessionalCapacity: "Professional capacity",
  referrerCustomRole: "Ward manager",
  referrerOrganisation: "Leeds General",
  showVirtualPricing: false,
  selectedAssessments: ["Other"],
  otherAssessmentDetails: "Whether Mum can keep her dog",
  assessmentLocation: "Leeds",
  preferredDate: "2027-03-22",
  allowWeekends: true,
  preferEarlierDate: true,
  paymentMethod: "pay-now",
  clientTitle: "Mrs",
  clientFirstName: "Ada",
  clientLastName: "Smith",
  clientGender: "Other",
  clientGenderOther: "Woman of letters",
  clientDob: "1941-02-03",
  clientPhone: "0113 496 0000",
  clientCountryCode: "+44",
  clientAddressLine1: "1 High Street",
  clientAddressLine2: "Headingley",
  clientTownCity: "Bradford",
  clientPostcode: "LS1 4AP",
  consentEmail: true,
  consentWhatsApp: true,
  consentUpdates: true,
  consentPrivacyPolicy: true,
  startRequested: false,
};

/** The values that a booking stores in another form than they were sent. */
const READ_AS: Record<string, unknown> = {
  referrerPhone: "7700900123",
  clientPhone: "1134960000",
  paymentMethod: "pay_now",
};

async function book() {
  const deps = createTestDeps();
  const booking = await submitBooking(deps, {
    submission: bookingSubmission("2027-03-10").parse(REQUEST),
    tracking: { utmParameters: {}, sessionData: {} },
    actor: { kind: "visitor", id: null },
    requestId: "r1",
  });
  return { deps, booking };
}

test("every field that the steps ask for is in this test", () => {
  const asked = Object.values(STEP_FIELDS).flatMap((group) => listFields(group).map(({ name }) => name));
  expect(Object.keys(REQUEST).sort()).toEqual(
    asked.filter((name) => name !== "referrerEmailConfirmed").sort(),
  );
});

test("what was sent in each field is what the booking holds, the consents too", async () => {
  const { deps, booking } = await book();
  const { consentEmail, consentWhatsApp, consentUpdates, consentPrivacyPolicy, startRequested, ...fields } =
    REQUEST;
  expect(startRequested, "somebody at work has no such right").toBe(false);
  expect([consentEmail, consentWhatsApp, consentUpdates, consentPrivacyPolicy]).not.toContain(false);
  expect(await readBooking(deps, booking)).toMatchObject({ ...fields, ...READ_AS });
  expect(booking).toMatchObject({
    consent_email: 1,
    consent_whatsapp: 1,
    consent_updates: 1,
    consent_privacy_policy: 1,
  });
});

test("nothing that was written in a field is left when the booking is erased", async () => {
  const { deps, booking } = await book();
  await eraseBooking(deps.db, deps, booking.id);
  const row = await deps.db.selectFrom("bookings").selectAll().executeTakeFirstOrThrow();
  const left = ALL_FIELDS.flatMap((field) => (field.column && isText(field) ? [row[field.column]] : []));
  expect(new Set(left)).toEqual(new Set(["Erased", "", null]));
  expect(row).toMatchObject({ client_details_sealed: null, other_details_sealed: null });
});
