import { beforeEach, describe, expect, test } from "vitest";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { listAwaitingContact, readTotals, readWeeks } from "./dashboard-figures.server.ts";

describe("the dashboard's figures", () => {
  let deps: TestDeps;
  beforeEach(() => {
    deps = createTestDeps();
  });

  test("the totals count every booking, cancelled ones included", async () => {
    await createBooking(deps);
    await createBooking(deps, { status: "cancelled", total_pence: 100 });
    expect(await readTotals(deps.db)).toEqual({
      count: 2,
      revenuePence: 59_600,
      byStatus: {
        pending: { count: 1, revenuePence: 59_500 },
        confirmed: { count: 0, revenuePence: 0 },
        completed: { count: 0, revenuePence: 0 },
        cancelled: { count: 1, revenuePence: 100 },
      },
    });
  });

  test("weeks run from Monday to Sunday in London, the summer hour included", async () => {
    deps.clock.set("2027-04-02T09:00:00.000Z");
    await createBooking(deps, { created_at: "2027-03-28T22:59:00.000Z", total_pence: 100 });
    await createBooking(deps, { created_at: "2027-03-28T23:00:00.000Z", total_pence: 200 });
    await createBooking(deps, { created_at: "2027-03-15T00:00:00.000Z", total_pence: 400 });
    await createBooking(deps, { created_at: "2027-03-14T23:59:00.000Z", total_pence: 800 });
    expect(await readWeeks(deps.db, deps.clock.now(), 3)).toEqual([
      { monday: "2027-03-15", count: 1, revenuePence: 400 },
      { monday: "2027-03-22", count: 1, revenuePence: 100 },
      { monday: "2027-03-29", count: 1, revenuePence: 200 },
    ]);
  });

  test("the booking that has waited longest comes first", async () => {
    await createBooking(deps, { reference: "MCA-BBBB-BBBB", created_at: "2027-03-09T09:00:00.000Z" });
    await createBooking(deps, { reference: "MCA-AAAA-AAAA", created_at: "2027-03-08T09:00:00.000Z" });
    await createBooking(deps, { status: "confirmed", created_at: "2027-03-01T09:00:00.000Z" });
    const waiting = await listAwaitingContact(deps.db, deps.clock.now(), 5);
    expect(waiting.map((booking) => booking.reference)).toEqual(["MCA-AAAA-AAAA", "MCA-BBBB-BBBB"]);
  });
});
