import { expect, test } from "vitest";
import { createTally, monthsOf, type CountedBooking } from "./tally.ts";

const booking = (rest: Partial<CountedBooking> = {}): CountedBooking => ({
  createdAt: "2027-03-10T09:00:00.000Z",
  isCancelled: false,
  valuePence: 59_500,
  paidPence: 0,
  source: "leaflet",
  relationship: "Daughter",
  region: "Wales",
  assessor: "Nobody yet",
  assessments: [{ id: "capacity-will", name: "Capacity to Make a Will", pricePence: 59_500 }],
  ...rest,
});

test("months come one after the other, also those without a booking", () => {
  expect(monthsOf("2026-11-30", "2027-02-01")).toEqual(["2026-11", "2026-12", "2027-01", "2027-02"]);
  const tally = createTally({ from: "2027-02-01", to: "2027-04-30" });
  // Midnight in London on 1 April.
  tally.add(booking({ createdAt: "2027-03-31T23:00:00.000Z" }));
  const { months } = tally.result();
  expect(months.map(({ name, bookings }) => [name, bookings])).toEqual([
    ["February 2027", 0],
    ["March 2027", 0],
    ["April 2027", 1],
  ]);
});

test("a cancelled booking counts as cancelled and has no value; what was paid for it counts", () => {
  const tally = createTally({ from: "2027-03-01", to: "2027-03-31" });
  tally.add(booking());
  tally.add(booking({ isCancelled: true, paidPence: 10_000 }));
  const { total, sources, assessments } = tally.result();
  expect(total).toEqual({ bookings: 1, cancelled: 1, valuePence: 59_500, paidPence: 10_000 });
  expect(sources).toMatchObject([{ name: "leaflet", bookings: 1, cancelled: 1 }]);
  expect(assessments).toMatchObject([{ bookings: 1, cancelled: 1, valuePence: 59_500, paidPence: 10_000 }]);
});

test("what was paid for several assessments is shared by their prices, to the penny", () => {
  const tally = createTally({ from: "2027-03-01", to: "2027-03-31" });
  const line = (id: string, pricePence: number | null) => ({ id, name: id, pricePence });
  tally.add(booking({ paidPence: 100, assessments: [line("a", 100), line("b", 200), line("c", null)] }));
  tally.add(booking({ paidPence: 50, assessments: [line("other", null)] }));
  const rows = tally.result().assessments;
  expect(Object.fromEntries(rows.map(({ id, paidPence }) => [id, paidPence]))).toEqual({
    a: 34,
    b: 66,
    c: 0,
    other: 50,
  });
});

test("an assessment that was renamed is one row, and the most booked is first", () => {
  const tally = createTally({ from: "2027-03-01", to: "2027-03-31" });
  const will = (name: string) => ({ id: "capacity-will", name, pricePence: 59_500 });
  tally.add(booking({ assessments: [{ id: "other", name: "Other", pricePence: null }] }));
  tally.add(booking({ assessments: [will("Will")] }));
  tally.add(booking({ assessments: [will("Making a will")] }));
  const rows = tally.result().assessments;
  expect(rows.map(({ id, bookings, valuePence }) => [id, bookings, valuePence])).toEqual([
    ["capacity-will", 2, 119_000],
    ["other", 1, 0],
  ]);
});

test("a hundred sources that strangers make up are thirty rows, and the sum stays", () => {
  const tally = createTally({ from: "2027-03-01", to: "2027-03-31" });
  for (let index = 0; index < 100; index += 1) tally.add(booking({ source: `source-${index}` }));
  const { sources } = tally.result();
  expect(sources).toHaveLength(30);
  expect(sources.at(-1)).toMatchObject({ name: "All others", bookings: 71 });
});
