import { expect, test } from "vitest";
import { BOOKING_REQUEST } from "#tests/setup/api.ts";
import { bookingRequest } from "./booking-request.ts";

test.each([
  ["referrerEmail", { referrerEmail: "joanna@gmial.com" }],
  ["sessionData", { sessionData: { big: "x".repeat(4096) } }],
])("refuses a body for its %s also when other values are read otherwise than written", (field, refused) => {
  const readOtherwise = { paymentMethod: "pay_now", referrerFirstName: " Joanna ", clientTitle: null };
  const body = { ...BOOKING_REQUEST, ...readOtherwise, ...refused, clientDob: "2999-01-01" };
  const { error } = bookingRequest("2027-03-10").safeParse(body);
  expect(new Set(error?.issues.map(({ path }) => path.join(".")))).toEqual(new Set(["clientDob", field]));
});
