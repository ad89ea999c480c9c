import { beforeEach, describe, expect, test } from "vitest";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { createAssessor } from "#tests/setup/visits.ts";
import { readDashboardView } from "./dashboard-view.ts";
import { searchEverywhere } from "./search-everywhere.server.ts";

describe("the search in the header", () => {
  let deps: TestDeps;
  beforeEach(() => {
    deps = createTestDeps();
  });

  const search = (text: string) =>
    searchEverywhere(deps, readDashboardView(new URLSearchParams({ search: text })));

  test.each(["MCA-7K4Q-2XPD", "thornbury", "jo_r@example.org", "Hill House", "07700 900456", "900456"])(
    "%s is found in one booking, whose page opens",
    async (text) => {
      const { id } = await createBooking(deps, {
        reference: "MCA-7K4Q-2XPD",
        client_last_name: "Thornbury",
        referrer_email: "jo_r@example.org",
        referrer_organisation: "Hill House",
        referrer_phone: "7700900456",
      });
      await createBooking(deps, {
        reference: "MCA-AAAA-AAAA",
        referrer_phone: "7700900789",
      });
      expect(await search(text)).toMatchObject({
        only: `/admin/bookings/${id}`,
        matchCount: 1,
      });
    },
  );

  test("several bookings are a list, and none opens", async () => {
    await createBooking(deps, { client_last_name: "Thornbury" });
    await createBooking(deps, { client_last_name: "Thornbury" });
    const found = await search("thornbury");
    expect(found).toMatchObject({ only: null, matchCount: 2 });
    expect(found!.bookings.map((booking) => booking.stage)).toHaveLength(2);
  });

  test("an assessor is found by name, and opens unless a booking fits too", async () => {
    const { id } = await createAssessor(deps, { first_name: "Priya", last_name: "Nair" });
    expect((await search("nair priya"))!.only).toBe(`/admin/assessors/${id}`);
    await createBooking(deps, { client_first_name: "Priya", client_last_name: "Nair" });
    const found = await search("Priya Nair");
    expect(found).toMatchObject({ only: null, matchCount: 1, assessors: [{ id, name: "Priya Nair" }] });
  });

  test("nothing typed finds nothing, and neither does a word that nobody has", async () => {
    await createBooking(deps);
    expect(await search("  ")).toBeNull();
    expect(await search("nobody-at-all")).toMatchObject({
      only: null,
      bookings: [],
      assessors: [],
    });
  });
});
