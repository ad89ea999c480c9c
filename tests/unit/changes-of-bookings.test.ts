import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Files that write about a booking in a transaction of their own, and why `changeBooking` does not fit. */
const OWN_TRANSACTIONS: Record<string, string> = {
  "billing/card/card-pages": "Records what the card service says, whatever the booking's state.",
  "billing/card/returns": "Records what the card service says, whatever the booking's state.",
  "billing/make-invoice": "Records what the vendor made already, whatever the booking's state.",
  "booking/record/submit-booking": "The booking is made here.",
  "contributions/part-page": "Counts wrong answers, which must stay counted.",
  "contributions/reply": "The standing of the request decides, restriction included.",
  "contributions/save-part": "The standing of the request decides, restriction included.",
  "contributions/take-over": "The standing of the request decides; the referral is saved by changeBooking.",
  "documents/scan-document": "A virus is dealt with whatever the booking's state.",
  "organisations/own/hand-over": "Each booking is handed over by changeBooking, all of a member at once.",
  "privacy/subject": "The privacy desk's own record.",
  "report/open-delivery": "The recipient's side: the state of the delivery decides.",
  "staff/booking/booking-links": "A link to book says nothing about a booking.",
  "visits/outcome/record-outcome": "An unsafe visit is dealt with whatever the booking's state.",
};

const OPENS_TRANSACTION = /\btransact\(|\.transaction\(/;
const WRITES_ABOUT_BOOKING = /recordAudit\([\s\S]{0,300}?\["booking"/;

const sources = globSync("app/{features,routes}/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$/.test(file));
const roomOf = (file: string) => file.replace(/^app\/(features\/)?/, "").replace(/(\.server)?\.tsx?$/, "");

test("bookings are changed by changeBooking, which asks whether they may be", () => {
  const own = sources.filter((file) => {
    const text = readFileSync(file, "utf8");
    return OPENS_TRANSACTION.test(text) && WRITES_ABOUT_BOOKING.test(text);
  });
  expect(own.map(roomOf).sort()).toEqual(Object.keys(OWN_TRANSACTIONS).sort());
});
