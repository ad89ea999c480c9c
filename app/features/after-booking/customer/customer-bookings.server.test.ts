import { beforeEach, describe, expect, test } from "vitest";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { listCustomerBookings, listCustomerReferrals } from "./customer-bookings.server.ts";

const EMAIL = "joanna.reeve@example.org";

describe("what a customer sees", () => {
  let deps: TestDeps;
  let userId: string;
  beforeEach(async () => {
    deps = createTestDeps();
    userId = (await createUser(deps, { email: EMAIL })).id;
  });

  const findUserByEmail = () =>
    deps.db.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
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

  test("the oldest of more than a hundred bookings is on the last page", async () => {
    const { id: _, token: __, ...row } = await createBooking(deps);
    for (let at = 0; at < 120; at += 1) {
      const id = `older-${String(at).padStart(3, "0")}`;
      const created_at = `2026-03-01T09:00:00.${String(at).padStart(3, "0")}Z`;
      await deps.db
        .insertInto("bookings")
        .values({ ...row, id, reference: id, draft_id: null, created_at })
        .execute();
    }
    const { cookie } = await signInAs(deps, (await findUserByEmail())!);
    const first = joinTexts((await render(deps, "/customer/dashboard", cookie)).text);
    expect(first).toContain("1 to 50 of 121 bookings");
    expect(first).not.toContain("older-000");
    const last = joinTexts((await render(deps, "/customer/dashboard?referrals=3", cookie)).text);
    expect(last).toContain("101 to 121 of 121 bookings");
    expect(last).toContain("older-000");
  });

  test("an address that was only typed shows nothing but what was linked", async () => {
    const linked = await createBooking(deps);
    await link(linked);
    await createBooking(deps);
    expect(ids(await listCustomerReferrals(deps, who(false)))).toEqual([linked.id]);
  });
});
