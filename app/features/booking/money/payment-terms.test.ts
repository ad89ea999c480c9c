import { expect, test } from "vitest";
import { payLaterWords } from "#app/features/catalogue/pricing.ts";
import { invoiceDueOn, paymentTerms } from "./payment-terms.ts";

const BOOKED_ON = "2027-03-10";

const wish = (day: string) => ({ day, as: "wish" }) as const;

test("paying later names deposit, balance and both dates", () => {
  const terms = paymentTerms({
    totalPence: 172_200,
    depositPercent: 50,
    bookedOn: BOOKED_ON,
    day: wish("2027-03-22"),
  });
  expect(terms.depositWording).toBe(
    "A 50% deposit of £861 is due at least 7 days before the assessment (by Monday 15 March 2027, if the assessment is on your preferred date), and the balance of £861 on the day.",
  );
  expect(terms.invoiceWording).toBe(
    "Payment is due within 30 days of the assessment (by Wednesday 21 April 2027, if the assessment is on your preferred date). An invoice will be sent to you by email.",
  );
  expect(terms.payNowWording).toContain("£1,722 in full");
});

test("where an invoice waits for its PO number, every way to pay says so", () => {
  const terms = paymentTerms({
    totalPence: 59_500,
    depositPercent: 0,
    bookedOn: BOOKED_ON,
    day: null,
    waitsForPo: true,
  });
  for (const words of [terms.invoiceWording, terms.onAccountWording, terms.payNowWording])
    expect(words).toContain("as soon as it has its PO number");
});

test("without a preferred date no date is invented, and halves add up", () => {
  const terms = paymentTerms({
    totalPence: 59_500,
    depositPercent: 50,
    bookedOn: BOOKED_ON,
    day: null,
  });
  expect(terms.depositWording).toBe(
    "A 50% deposit of £297.50 is due at least 7 days before the assessment, and the balance of £297.50 on the day.",
  );
  expect(terms.depositPence + terms.balancePence).toBe(59_500);
  expect(terms.invoiceWording).not.toContain("by ,");
});

test("a price on request is never shown as £0", () => {
  const terms = paymentTerms({ totalPence: 0, depositPercent: 50, bookedOn: BOOKED_ON, day: null });
  expect(Object.values(terms).join(" ")).not.toContain("£");
});

test("a date that is agreed is no condition any more", () => {
  const terms = paymentTerms({
    totalPence: 59_500,
    depositPercent: 50,
    bookedOn: BOOKED_ON,
    day: { day: "2027-03-22", as: "visit" },
  });
  expect(terms.depositWording).toContain("(by Monday 15 March 2027), and");
});

test.each([
  [
    50,
    59_500,
    "A 50% deposit of £297.50 is due at least 7 days",
    "The last day to pay the balance of £297.50 is",
  ],
  [50, 0, "agreed the price with you: a 50% deposit is due", "The last day to pay the balance is"],
  [
    0,
    59_500,
    "£595 in full is due after the assessment. There is no deposit.",
    "The last day to pay £595 is",
  ],
  [0, 0, "the whole price is due after the assessment. There is no deposit.", "The last day to pay it is"],
])("a deposit of %i per cent of %i pence", (depositPercent, totalPence, deposit, lastDay) => {
  const booking = { totalPence, depositPercent, bookedOn: BOOKED_ON };
  for (const day of [null, wish("2027-03-22")]) {
    const terms = paymentTerms({ ...booking, day });
    expect(terms.depositWording).toContain(deposit);
    if (day) expect(terms.lastDayWording).toContain(`${lastDay} Wednesday 21 April 2027`);
    expect(Object.values(terms).join(" ").includes("% deposit")).toBe(depositPercent > 0);
  }
  expect(payLaterWords(depositPercent).includes("without a deposit")).toBe(depositPercent === 0);
});

test("another share leaves the rest as the balance", () => {
  const terms = paymentTerms({
    totalPence: 59_500,
    depositPercent: 33,
    bookedOn: BOOKED_ON,
    day: null,
  });
  expect(terms.depositWording).toContain("A 33% deposit of £196.35 is due");
  expect(terms.balancePence).toBe(39_865);
});

test.each([
  ["2027-03-16", "is due straight away, if the assessment is on your preferred date, and the balance"],
  ["2027-03-17", "is due at least 7 days before the assessment (by Wednesday 10 March 2027, if"],
])("for an assessment on %s a deposit %s", (preferredDate, words) => {
  const booking = { totalPence: 59_500, depositPercent: 50, bookedOn: BOOKED_ON, day: wish(preferredDate) };
  expect(paymentTerms(booking).depositWording).toContain(words);
  expect(paymentTerms({ ...booking, totalPence: 0 }).depositWording).toContain(words);
});

test("paying later asks for each amount once", () => {
  const booking = {
    totalPence: 59_500,
    depositPercent: 33,
    bookedOn: BOOKED_ON,
    day: wish("2027-03-22"),
  };
  const { depositWording, invoiceWording } = paymentTerms(booking);
  expect(`${depositWording} ${invoiceWording}`.match(/£[\d.,]*\d/g)).toEqual(["£196.35", "£398.65"]);
});

test.each([
  ["full", null, "2027-04-09"],
  ["full", "2027-03-22", "2027-04-21"],
  ["full", "2027-02-08", "2027-03-10"],
  ["full", "2027-01-15", BOOKED_ON],
  ["deposit", null, "2027-03-17"],
  ["deposit", "2027-03-22", "2027-03-15"],
  ["deposit", "2027-03-12", BOOKED_ON],
] as const)("a %s invoice for an assessment on %s is due on %s, never before it is made", (kind, on, due) => {
  expect(invoiceDueOn(kind, BOOKED_ON, on)).toBe(due);
});
