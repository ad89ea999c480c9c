import type { KyselyPlugin } from "kysely";
import { describe, expect, test } from "vitest";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { fillBookingIndex } from "#app/features/booking/booking-index.server.ts";
import { readDashboardView } from "./dashboard-view.ts";
import { readDashboard } from "./read-dashboard.server.ts";

const view = (query = "") => readDashboardView(new URLSearchParams(query));

/** Copies one booking until there are `count`, spread over time, names, totals and statuses. */
async function fillTo(deps: TestDeps, count: number) {
  const { token: _, ...template } = await createBooking(deps);
  const statuses = ["pending", "confirmed", "completed", "cancelled"] as const;
  const start = deps.clock.now().getTime();
  await deps.db.transaction().execute(async (trx) => {
    for (let number = 1; number < count; number += 1) {
      const id = deps.ids.uuid();
      const booking = {
        ...template,
        id,
        reference: `MCA-${String(number).padStart(8, "0")}`,
        status: statuses[number % 4]!,
        client_last_name: `Client ${number % 977}`,
        referrer_email_key: `person${number % 1_009}@example.org`,
        total_pence: 49_800 + (number % 7) * 1_000,
        created_at: new Date(start - number * 3_600_000).toISOString(),
      };
      await trx.insertInto("bookings").values(booking).execute();
      await trx
        .insertInto("booking_lines")
        .values({
          booking_id: id,
          position: 0,
          assessment_id: "other",
          name: "Other",
          price_pence: null,
        })
        .execute();
    }
  });
  await fillBookingIndex(deps);
}

/** How many queries `work` runs; what is a part of another one is not counted. */
async function countQueries(deps: TestDeps, work: (deps: TestDeps) => Promise<unknown>): Promise<number> {
  let count = 0;
  const spy: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      count += 1;
      return result;
    },
  };
  await work({ ...deps, db: deps.db.withPlugin(spy) });
  return count;
}

describe("what needs action", () => {
  test("confirmed bookings whose day is past are to be completed; those to come are asked for their forms", async () => {
    const deps = createTestDeps();
    const confirmed = (preferred_date: string | null) =>
      createBooking(deps, { status: "confirmed", preferred_date });
    const [past, today, soon, undated] = [
      await confirmed("2027-03-09"),
      await confirmed("2027-03-10"),
      await confirmed("2027-03-12"),
      await confirmed(null),
    ];
    await createBooking(deps, { status: "completed", preferred_date: "2027-03-01" });
    const { pastDates, withoutReferral, awaitingContact } = await readDashboard(deps, view());
    const ids = (list: { shown: { id: string }[] }) => list.shown.map((booking) => booking.id);
    expect(ids(pastDates)).toEqual([past.id]);
    expect(ids(withoutReferral)).toEqual([today.id, soon.id, undated.id]);
    expect(ids(awaitingContact)).toEqual([]);
  });

  test("a card shows five, and says that there are more", async () => {
    const deps = createTestDeps();
    for (let number = 0; number < 6; number += 1) await createBooking(deps);
    const { awaitingContact } = await readDashboard(deps, view());
    expect([awaitingContact.shown.length, awaitingContact.hasMore]).toEqual([5, true]);
  });
});

describe("the dashboard with many bookings", () => {
  const VIEWS = [
    "",
    "status=pending",
    "search=client+12",
    "search=nobody+at+all",
    "from=2027-01-01&to=2027-02-01",
    ...["reference", "client", "email", "total", "status"].map((sort) => `sort=${sort}`),
  ];

  test("asks the same queries of 10,000 bookings as of ten, and sorts no list by reading all of it", async () => {
    const few = createTestDeps();
    await fillTo(few, 10);
    const many = createTestDeps();
    await fillTo(many, 10_000);

    for (const query of VIEWS) {
      const ofFew = await countQueries(few, (deps) => readDashboard(deps, view(query)));
      const ofMany = await countQueries(many, (deps) => readDashboard(deps, view(query)));
      // One look-up for each word of a search.
      const words = new URLSearchParams(query).get("search")?.split(" ").length ?? 0;
      expect(ofMany, query).toBeLessThanOrEqual(13 + words);
      // A search that finds nobody asks no more.
      expect(Math.abs(ofMany - ofFew), query).toBeLessThanOrEqual(words > 0 ? 3 : 1);
    }
  }, 60_000);
});
