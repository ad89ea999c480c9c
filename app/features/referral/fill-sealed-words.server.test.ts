import { expect, test } from "vitest";
import {
  encryptClientDetails,
  NO_CLIENT_DETAILS,
} from "#app/features/booking/fields/field-columns.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { updateBooking } from "#app/features/booking/record/write-booking.server.ts";
import { eraseBookingEverywhere } from "#app/features/privacy/personal-rooms.server.ts";
import { readDashboardView } from "#app/features/staff/dashboard/dashboard-view.ts";
import { searchEverywhere } from "#app/features/staff/dashboard/search-everywhere.server.ts";
import { transact } from "#app/platform/database.server.ts";
import { createSecrets } from "#app/platform/secrets.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { fillSealedWords } from "./fill-sealed-words.server.ts";
import { saveSections } from "./save-sections.server.ts";

const details = (deps: TestDeps, id: string, phone: string) =>
  encryptClientDetails(deps.secrets, id, {
    ...NO_CLIENT_DETAILS,
    phone,
    phoneAsTyped: `0${phone}`,
    townCity: "Otley",
    postcode: "LS21 3AB",
  });

/** The referrer's phone ends in 0777, the client's in 0456, the solicitor's in 0888. */
async function bookingWithPhones(deps: TestDeps) {
  const id = deps.ids.uuid();
  const booking = await createBooking(deps, {
    id,
    referrer_phone: "7700900777",
    client_details_sealed: details(deps, id, "7700900456"),
  });
  await saveSections(deps, {
    booking,
    sections: { courtApplication: { answers: { solicitorPhone: "0113 496 0888" } } },
    actor: BY_STAFF.actor,
    requestId: null,
  });
  return booking;
}

const found = async (deps: TestDeps, search: string) =>
  (await searchEverywhere(deps, readDashboardView(new URLSearchParams({ search }))))!.matchCount;

const wordsIn = (deps: TestDeps) =>
  deps.db.selectFrom("sealed_search_words").selectAll().orderBy("word").orderBy("source").execute();

/** The database of the release before this one. */
async function forget(deps: TestDeps) {
  await deps.db.deleteFrom("sealed_search_words").execute();
  await deps.db.deleteFrom("booking_search_words").where("word", "=", "0777").execute();
  await deps.db.updateTable("bookings").set({ has_sealed_words: 0 }).execute();
}

const SEARCHES = ["0777", "0456", "07700 900456", "0113 496 0888", "0888", "LS21 3AB", "ls213ab", "otley"];

test("every phone number of a booking, the client's town and postcode find it, and none can be read", async () => {
  const deps = createTestDeps();
  await bookingWithPhones(deps);
  await createBooking(deps);
  for (const search of SEARCHES) expect(await found(deps, search), search).toBe(1);
  for (const search of ["0889", "otle", "07700 900457"]) expect(await found(deps, search), search).toBe(0);
  expect(JSON.stringify(await wordsIn(deps))).not.toMatch(/otley|ls21|0456|0888/i);
});

test("a number that was corrected is no longer found", async () => {
  const deps = createTestDeps();
  const booking = await bookingWithPhones(deps);
  const before = (await findBooking(deps.db, booking.id))!;
  await updateBooking(deps.db, deps, before, {
    client_details_sealed: details(deps, booking.id, "7700900499"),
  });
  await saveSections(deps, {
    booking,
    sections: { courtApplication: { answers: { solicitorPhone: "0113 496 0999" } } },
    actor: BY_STAFF.actor,
    requestId: null,
  });
  for (const search of ["0456", "0888"]) expect(await found(deps, search), search).toBe(0);
  for (const search of ["0499", "0999", "otley"]) expect(await found(deps, search), search).toBe(1);
});

test("bookings that the release before this one wrote are found after the start", async () => {
  const deps = createTestDeps();
  await bookingWithPhones(deps);
  const words = await wordsIn(deps);
  await forget(deps);
  await fillSealedWords(deps);
  expect(await wordsIn(deps)).toEqual(words);
  for (const search of SEARCHES) expect(await found(deps, search), search).toBe(1);
});

test("a booking whose key is gone keeps nobody from starting, and is read once the key is back", async () => {
  const deps = createTestDeps();
  await bookingWithPhones(deps);
  const words = await wordsIn(deps);
  await forget(deps);
  await fillSealedWords({ ...deps, secrets: createSecrets(["another-key-0123456789-0123456789-abcdef"]) });
  expect(await wordsIn(deps)).toEqual([]);
  await fillSealedWords(deps);
  expect(await wordsIn(deps)).toEqual(words);
});

test("after the key is rotated, what the old one wrote is found", async () => {
  const deps = createTestDeps();
  await bookingWithPhones(deps);
  const fresh = "another-key-0123456789-0123456789-abcdef";
  const rotated = { ...deps, secrets: createSecrets([fresh, ...deps.env.DATA_KEY]) };
  for (const search of SEARCHES) expect(await found(rotated, search), search).toBe(1);
});

test("an erased booking has no words", async () => {
  const deps = createTestDeps();
  const { id } = await bookingWithPhones(deps);
  await transact(deps, (inside) => eraseBookingEverywhere(inside.db, deps, id));
  expect(await wordsIn(deps)).toEqual([]);
  for (const search of SEARCHES) expect(await found(deps, search), search).toBe(0);
});
