import { beforeEach, describe, expect, test } from "vitest";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser } from "#tests/setup/factories.ts";
import { listCustomerBookings, listCustomerReferrals } from "./customer-bookings.server.ts";

const EMAIL = "joanna.reeve@example.org";

describe("what a customer sees", () => {
  let deps: TestDeps;
  let userId: string;
  beforeEach(async () => {
    deps = createTestDeps();
    userId = (await createUser(deps, { email: EMAIL })).id;
  });

  const who = (isEmailConfirmed = true) => ({ userId, emailKey: EMAIL, isEmailConfirmed });
  const link = (booking: { id: string }) =>
    deps.db
      .insertInto("customer_bookings")
      .values({ user_id: userId, booking_id: booking.id, linked_at: deps.clock.now().toISOString() })
      .execute();
  const ids = (rows: { id: string }[]) => rows.map((row) => row.id);

  test("bookings are those linked to the account, whoever referred", async () => {
    const linked = await createBooking(deps, { referrer_email_key: "ward@example.org" });
    await link(linked);
    await createBooking(deps);
    expect(ids(await listCustomerBookings(deps, who()))).toEqual([linked.id]);
  });

  test("referrals are those with the confirmed address, newest first", async () => {
    const older = await createBooking(deps, { created_at: "2027-03-01T09:00:00.000Z" });
    const newer = await createBooking(deps, { created_at: "2027-03-02T09:00:00.000Z" });
    await createBooking(deps, { referrer_email_key: "ward@example.org" });
    expect(ids(await listCustomerReferrals(deps, who()))).toEqual([newer.id, older.id]);
    expect(ids(await listCustomerReferrals(deps, who(), { limit: 1 }))).toEqual([newer.id]);
    expect(ids(await listCustomerReferrals(deps, who(), { before: newer.id }))).toEqual([older.id]);
  });

  test("an address that was only typed shows nothing but what was linked", async () => {
    const linked = await createBooking(deps);
    await link(linked);
    await createBooking(deps);
    expect(ids(await listCustomerReferrals(deps, who(false)))).toEqual([linked.id]);
  });
});
