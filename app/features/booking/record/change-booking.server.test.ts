import { beforeEach, expect, test } from "vitest";
import { byVisitor } from "#app/features/audit/record-audit.server.ts";
import { placeRestriction } from "#app/features/data-protection/restrictions.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { changeBooking, DONE, refused, type Inside, type Result } from "./change-booking.server.ts";
import { eraseBooking } from "./erase-booking.server.ts";
import { findBooking } from "./find-booking.server.ts";
import { updateStaffFields } from "./write-booking.server.ts";

const REFERRER = byVisitor("test");
const SINCE = "2027-03-01T09:00:00.000Z";

let deps: TestDeps;
let bookingId: string;
let version: number;
beforeEach(async () => {
  deps = createTestDeps();
  ({ id: bookingId, version } = await createBooking(deps));
});

const restrict = () =>
  placeRestriction(deps, {
    ...BY_STAFF,
    kind: "restriction",
    reason: "Disputed",
    case: { id: "case", email_key: null, booking_id: bookingId },
  });

const put = (inside: Inside) =>
  updateStaffFields(inside.db, inside, bookingId, { awaits_contact_since: SINCE });

const written = async () => (await findBooking(deps.db, bookingId))!.awaits_contact_since === SINCE;

const change = (more: Partial<Parameters<typeof changeBooking>[1]> = {}) =>
  changeBooking(deps, { bookingId, by: BY_STAFF, ...more }, async (inside) => {
    await put(inside);
    return DONE;
  });

test("a booking that may be changed is changed", async () => {
  expect(await change({ version })).toEqual(DONE);
  expect(await written()).toBe(true);
});

test("a booking that is not there, or has another version than the page showed, is not changed", async () => {
  expect(await change({ bookingId: "nobody" })).toEqual(refused("not-found"));
  expect(await change({ version: version + 1 })).toEqual(refused("changed-since"));
  expect(await written()).toBe(false);
});

test("nothing is added to an erased booking; what adds nothing about a person may be changed", async () => {
  await eraseBooking(deps.db, deps, bookingId);
  expect(await change()).toEqual(refused("erased"));
  expect(await change({ by: REFERRER })).toEqual(refused("erased"));
  expect(await written()).toBe(false);
  expect(await change({ whenErased: true })).toEqual(DONE);
});

test("a restriction binds staff, and its referrer where more than their word is needed", async () => {
  await restrict();
  expect(await change()).toEqual(refused("restricted"));
  expect(await change({ by: REFERRER, bindsReferrer: true })).toEqual(refused("restricted"));
  expect(await written()).toBe(false);
  expect(await change({ by: REFERRER })).toEqual(DONE);
});

test("a refused change leaves nothing behind, nor does a change inside of it", async () => {
  const by = BY_STAFF;
  const outer = changeBooking(deps, { bookingId, by }, async (inside): Promise<Result<"late">> => {
    const inner = await changeBooking(inside, { bookingId, by }, async (innermost) => {
      await put(innermost);
      return DONE;
    });
    expect(inner).toEqual(DONE);
    return refused("late");
  });
  expect(await outer).toEqual(refused("late"));
  expect(await written()).toBe(false);
});

test("an error is thrown on, and undoes the change", async () => {
  const failing = changeBooking(deps, { bookingId, by: BY_STAFF }, async (inside): Promise<Result> => {
    await put(inside);
    throw new Error("broken");
  });
  await expect(failing).rejects.toThrow("broken");
  expect(await written()).toBe(false);
});
