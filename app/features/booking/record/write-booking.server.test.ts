import { globSync, readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { updateBooking, fillBookingIndex } from "./write-booking.server.ts";
import { countBookings, listBookings } from "#app/features/staff/dashboard/dashboard-queries.server.ts";
import { readTotals } from "#app/features/staff/dashboard/read-dashboard.server.ts";
import { readDashboardView } from "#app/features/staff/dashboard/dashboard-view.ts";
import { eraseBooking } from "./erase-booking.server.ts";
import {
  encryptClientDetails,
  NO_CLIENT_DETAILS,
} from "#app/features/booking/fields/field-columns.server.ts";

let deps: TestDeps;
beforeEach(() => {
  deps = createTestDeps();
});

const view = (search: string) => readDashboardView(new URLSearchParams({ search }));

async function find(search: string) {
  const { bookings } = await listBookings(deps.db, view(search));
  expect(await countBookings(deps.db, view(search))).toBe(bookings.length);
  return bookings.map((booking) => booking.reference);
}

test("a search follows every later edit, and finds nothing of what was erased", async () => {
  const { token: _, ...booking } = await createBooking(deps, {
    reference: "MCA-AAAA-AAAA",
    client_last_name: "Élodie",
    referrer_organisation: "Oakwood Care",
  });
  expect(await find("élodie oakwood 07700 900123 leeds")).toEqual(["MCA-AAAA-AAAA"]);
  const changes = { client_last_name: "Dubois", assessment_location: "York", referrer_phone: "7700900999" };
  const edited = await updateBooking(deps.db, deps, booking, changes);
  expect(await find("ELODIE")).toEqual([]);
  expect(await find("900123")).toEqual([]);
  expect(await find("dubois york +44 7700 900999")).toEqual(["MCA-AAAA-AAAA"]);
  expect(await updateBooking(deps.db, deps, booking, { client_last_name: "Late" })).toBeNull();
  expect(await find("late")).toEqual([]);
  await eraseBooking(deps.db, deps, edited!.id);
  expect(await deps.db.selectFrom("booking_search_words").selectAll().execute()).toEqual([]);
});

test("what is encrypted never stands among the words", async () => {
  const id = deps.ids.uuid();
  const client = {
    ...NO_CLIENT_DETAILS,
    phone: "7700900777",
    postcode: "ZZ9 9ZZ",
    addressLine1: "Secret Lane",
  };
  await createBooking(deps, { id, client_details_sealed: encryptClientDetails(deps.secrets, id, client) });
  for (const secret of ["7700900777", "900777", "ZZ9 9ZZ", "secret"]) expect(await find(secret)).toEqual([]);
});

test("totals follow status and value", async () => {
  const { token: _, ...booking } = await createBooking(deps);
  await createBooking(deps);
  expect(await readTotals(deps.db)).toMatchObject({ count: 2, revenuePence: 119_000 });
  await updateBooking(deps.db, deps, booking, { status: "cancelled", total_pence: 60_000 });
  expect(await readTotals(deps.db)).toMatchObject({
    count: 2,
    revenuePence: 119_500,
    byStatus: { pending: { count: 1, revenuePence: 59_500 }, cancelled: { count: 1, revenuePence: 60_000 } },
  });
});

test("a database that was filled by another release is searchable after the start, also when a start was cut off", async () => {
  for (let number = 0; number < 450; number += 1) {
    await createBooking(deps, { client_last_name: `Old${number}` });
  }
  const totals = await readTotals(deps.db);
  const said: string[] = [];
  const log = { ...deps.log, info: (line: string) => void said.push(line) };
  expect(await fillBookingIndex({ ...deps, log })).toBe(0);
  expect(said).toEqual([]);

  await deps.db.deleteFrom("booking_totals").execute();
  await deps.db.deleteFrom("booking_search_words").where("word", "!=", "leeds").execute();
  expect(await find("old7")).toEqual([]);
  expect(await fillBookingIndex({ ...deps, log })).toBe(450);
  expect(said).toEqual([
    "deriving search words and totals of all bookings",
    "search words and totals of bookings derived anew",
  ]);
  expect(await find("old447")).toHaveLength(1);
  expect(await readTotals(deps.db)).toEqual(totals);
  expect(await fillBookingIndex(deps)).toBe(0);
});

test("deriving search words and totals anew can be cut off, and takes in what is booked beside it", async () => {
  for (let number = 0; number < 60; number += 1) {
    if (number % 20 === 0) deps.clock.advance(86_400_000);
    await createBooking(deps, { client_last_name: `Old${number}` });
  }
  const totals = await readTotals(deps.db);
  await deps.db.deleteFrom("booking_totals").execute();
  await deps.db.deleteFrom("booking_search_words").execute();
  let pieces = 0;
  const cut = await fillBookingIndex({ ...deps, isStopping: () => (pieces += 1) > 4 });
  expect(cut).toBeLessThan(60);
  const filling = fillBookingIndex(deps);
  await createBooking(deps, { client_last_name: "Beside" });
  expect(await filling, "days that were done stay").toBeLessThan(61 - cut + 20);
  expect(await find("old59")).toHaveLength(1);
  expect(await find("beside")).toHaveLength(1);
  expect((await readTotals(deps.db)).count).toBe(totals.count + 1);
  expect(await fillBookingIndex(deps)).toBe(0);
});

test("only one place writes bookings, so that nothing derived from them is forgotten", () => {
  const writers = globSync("{app,scripts}/**/*.{ts,tsx}").filter(
    (file) =>
      !file.includes(".test.") &&
      /(?:updateTable|insertInto|deleteFrom)\(\s*"bookings"/.test(readFileSync(file, "utf8")),
  );
  expect(writers.map((file) => file.split("/").at(-1))).toEqual(["write-booking.server.ts"]);
});
