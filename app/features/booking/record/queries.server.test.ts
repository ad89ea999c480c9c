import { expect, test } from "vitest";
import { createBooking } from "#tests/setup/factories.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import {
  NO_CLIENT_DETAILS,
  decryptClientDetails,
  fieldColumns,
  encryptClientDetails,
} from "#app/features/booking/fields/field-columns.server.ts";
import { readBooking, readBookings } from "./queries.server.ts";

const LINES = [
  { assessment_id: "capacity-gift", name: "Gift", price_pence: 67_200 },
  { assessment_id: "capacity-will", name: "Will", price_pence: 59_500 },
  { assessment_id: "other", name: "Other", price_pence: null },
];

/** A booking with everything that is kept sealed. */
async function insertBooking(deps: TestDeps): Promise<BookingRow> {
  const id = deps.ids.uuid();
  return createBooking(
    deps,
    {
      id,
      ...fieldColumns(deps.secrets, id, { otherAssessmentDetails: "Capacity to marry" }),
      referrer_organisation: "Doe & Partners",
      preferred_date: "2027-03-22",
      prefer_earlier_date: 1,
      client_first_name: "Ada",
      client_last_name: "Smith",
      client_details_sealed: encryptClientDetails(deps.secrets, id, {
        ...NO_CLIENT_DETAILS,
        title: "Mrs",
        dob: "1940-02-29",
        phone: "1904496000",
        phoneAsTyped: "01904 496000",
        postcode: "YO1 7HH",
      }),
      subtotal_pence: 126_700,
      discount_pence: 7_000,
      total_pence: 119_700,
    },
    LINES,
  );
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
  const second = await createBooking(deps);
  const views = await readBookings(deps, [second, first]);
  expect(views.map((view) => view.id)).toEqual([second.id, first.id]);
  expect(views[0]).toMatchObject({ clientDob: null, clientCountryCode: "+44", otherAssessmentDetails: null });
  expect(views[1]!.selectedAssessments).toHaveLength(3);
  expect(await readBookings(deps, [])).toEqual([]);
});

test("client details copied into another booking's row do not open", async () => {
  const deps = createTestDeps();
  const booking = await insertBooking(deps);
  expect(() => decryptClientDetails(deps.secrets, { ...booking, id: "another" })).toThrow();
});
