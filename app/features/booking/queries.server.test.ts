import { expect, test } from "vitest";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import type { BookingRow } from "#app/platform/tables.ts";
import { NO_CLIENT_DETAILS } from "./client-details.ts";
import { openClientDetails, sealClientDetails, sealOtherDetails } from "./client-details.server.ts";
import { readBooking, readBookings } from "./queries.server.ts";

async function insertBooking(deps: TestDeps, overrides: Partial<BookingRow> = {}): Promise<BookingRow> {
  const now = deps.clock.now().toISOString();
  const id = overrides.id ?? deps.ids.uuid();
  const row: BookingRow = {
    id,
    reference: deps.ids.reference(),
    draft_id: null,
    status: "pending",
    version: 1,
    token_version: 1,
    is_virtual: 0,
    other_details_sealed: sealOtherDetails(deps.secrets, id, "Capacity to marry"),
    referrer_first_name: "Jane",
    referrer_last_name: "Doe",
    referrer_email: "Jane@example.org",
    referrer_email_key: "jane@example.org",
    referrer_phone: "7700900123",
    referrer_phone_as_typed: "07700 900123",
    referrer_country_code: "+44",
    referrer_relationship: "Solicitor",
    referrer_professional_capacity: null,
    referrer_custom_role: null,
    referrer_organisation: "Doe & Partners",
    assessment_location: "York",
    preferred_date: "2027-03-22",
    allow_weekends: 0,
    prefer_earlier_date: 1,
    payment_method: "pay_later",
    client_first_name: "Ada",
    client_last_name: "Smith",
    client_details_sealed: sealClientDetails(deps.secrets, id, {
      ...NO_CLIENT_DETAILS,
      title: "Mrs",
      dob: "1940-02-29",
      phone: "1904496000",
      phoneAsTyped: "01904 496000",
      postcode: "YO1 7HH",
    }),
    consent_email: 1,
    consent_whatsapp: 0,
    consent_updates: 0,
    consent_privacy_policy: 1,
    consent_wording_version: "1",
    consent_at: now,
    subtotal_pence: 126_700,
    discount_pence: 7_000,
    total_pence: 119_700,
    utm_parameters: "{}",
    session_data: "{}",
    created_at: now,
    updated_at: now,
    ...overrides,
  };
  await deps.db.insertInto("bookings").values(row).execute();
  await deps.db
    .insertInto("booking_lines")
    .values([
      { booking_id: id, position: 2, assessment_id: "other", name: "Other", price_pence: null },
      { booking_id: id, position: 0, assessment_id: "capacity-gift", name: "Gift", price_pence: 67_200 },
      { booking_id: id, position: 1, assessment_id: "capacity-will", name: "Will", price_pence: 59_500 },
    ])
    .execute();
  return row;
}

test("a booking reads back in pounds, with both spellings and what was typed", async () => {
  const deps = createTestDeps();
  const view = await readBooking(deps, await insertBooking(deps));
  expect(view).toMatchObject({
    status: "pending",
    bookingStatus: "pending",
    totalValue: 1197,
    selectedAssessments: ["Gift", "Will", "Other"],
    otherAssessmentDetails: "Capacity to marry",
    referrerOrganisation: "Doe & Partners",
    referrerOrganization: "Doe & Partners",
    referrerPhone: "7700900123",
    referrerPhoneAsTyped: "07700 900123",
    clientTitle: "Mrs",
    clientFirstName: "Ada",
    clientDob: "1940-02-29",
    clientPhone: "1904496000",
    clientPhoneAsTyped: "01904 496000",
    preferEarlierDate: true,
    allowWeekends: false,
    paymentMethod: "pay_later",
    calculatedPricing: {
      assessmentPrices: [
        { id: "capacity-gift", name: "Gift", price: 672, isPriceOnRequest: false },
        { id: "capacity-will", name: "Will", price: 595, isPriceOnRequest: false },
        { id: "other", name: "Other", price: null, isPriceOnRequest: true },
      ],
      subtotal: 1267,
      discount: 70,
      total: 1197,
    },
  });
});

test("several bookings keep the order asked for, each with its own lines", async () => {
  const deps = createTestDeps();
  const first = await insertBooking(deps);
  const second = await insertBooking(deps, { client_details_sealed: null, other_details_sealed: null });
  const views = await readBookings(deps, [second, first]);
  expect(views.map((view) => view.id)).toEqual([second.id, first.id]);
  expect(views[0]).toMatchObject({ clientDob: null, clientCountryCode: "+44", otherAssessmentDetails: null });
  expect(views[1]!.selectedAssessments).toHaveLength(3);
  expect(await readBookings(deps, [])).toEqual([]);
});

test("client details copied into another booking's row do not open", async () => {
  const deps = createTestDeps();
  const booking = await insertBooking(deps);
  expect(() => openClientDetails(deps.secrets, { ...booking, id: "another" })).toThrow();
});
