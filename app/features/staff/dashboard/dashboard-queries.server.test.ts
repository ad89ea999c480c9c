import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { eraseBooking } from "#app/features/booking/record/erase-booking.server.ts";
import { updateBooking } from "#app/features/booking/record/write-booking.server.ts";
import * as clientNameKey from "#migrations/2026-11-25-25-client-name-key.ts";
import { createBooking, createUser } from "#tests/setup/factories.ts";
import { countBookings, listBookings } from "./dashboard-queries.server.ts";
import { readDashboardView, SORT_KEYS } from "./dashboard-view.ts";

const view = (query = "") => readDashboardView(new URLSearchParams(query));

describe("the dashboard's list", () => {
  let deps: TestDeps;
  beforeEach(() => {
    deps = createTestDeps();
  });

  const find = async (search: string) =>
    (await listBookings(deps.db, view(`search=${encodeURIComponent(search)}`))).bookings.map(
      (booking) => booking.reference,
    );

  test("finds by reference, names and email, any case, several words", async () => {
    await createBooking(deps, {
      reference: "MCA-7K4Q-2XPD",
      client_first_name: "Edith",
      client_last_name: "O'Hara",
      referrer_email: "Jo_R@example.org",
      referrer_email_key: "jo_r@example.org",
    });
    await createBooking(deps, {
      reference: "MCA-AAAA-AAAA",
      referrer_last_name: "Khan",
      referrer_email: "joxr@example.org",
      referrer_email_key: "joxr@example.org",
    });
    const hit = ["MCA-7K4Q-2XPD"];
    expect(await find("7k4q")).toEqual(hit);
    expect(await find("mca7k4q2xpd")).toEqual(hit);
    expect(await find("o'hara edith")).toEqual(hit);
    expect(await find("JO_R@EXAMPLE")).toEqual(hit);
    expect(await find("edith khan")).toEqual([]);
    expect(await find("%")).toEqual([]);
    expect(await find("khan joanna")).toEqual(["MCA-AAAA-AAAA"]);
    expect(await find("mca")).toHaveLength(2);
  });

  test("filters by status and by London days, both included", async () => {
    const summer = { created_at: "2027-06-30T23:30:00.000Z" };
    await createBooking(deps, { ...summer, status: "confirmed" });
    await createBooking(deps, { created_at: "2027-06-30T22:30:00.000Z" });
    const count = (query: string) => countBookings(deps.db, view(query));
    expect(await count("from=2027-07-01&to=2027-07-01")).toBe(1);
    expect(await count("from=2027-06-30&to=2027-06-30")).toBe(1);
    expect(await count("to=2027-06-29")).toBe(0);
    expect(await count("status=confirmed")).toBe(1);
    expect(await count("status=completed")).toBe(0);
  });

  test("shows one's own bookings, or those that nobody looks after", async () => {
    const owner = await createUser(deps, { role_id: "coordinator" });
    await createBooking(deps, { reference: "MCA-AAAA-AAAA", owner_id: owner.id });
    await createBooking(deps, { reference: "MCA-BBBB-BBBB" });
    const read = async (query: string) => {
      const { bookings } = await listBookings(deps.db, view(query), { viewerId: owner.id });
      expect(await countBookings(deps.db, view(query), { viewerId: owner.id })).toBe(bookings.length);
      return bookings.map((booking) => booking.reference);
    };
    expect(await read("owner=mine")).toEqual(["MCA-AAAA-AAAA"]);
    expect(await read("owner=mine&status=confirmed")).toEqual([]);
    expect(await read("owner=none&search=mca")).toEqual(["MCA-BBBB-BBBB"]);
  });

  test.each(SORT_KEYS.flatMap((sort) => [`sort=${sort}&direction=asc`, `sort=${sort}&direction=desc`]))(
    "%s pages forwards and backwards over every booking once",
    async (query) => {
      for (let number = 0; number < 11; number += 1) {
        await createBooking(deps, {
          created_at: `2027-03-0${1 + (number % 3)}T09:00:00.000Z`,
          status: number % 2 ? "pending" : "cancelled",
          total_pence: 100 * (number % 4),
          client_last_name: number % 3 ? `Name ${number % 5}` : null,
          referrer_email_key: `p${number % 2}@example.org`,
        });
      }
      const whole = await listBookings(deps.db, view(query), { size: 100 });
      const all = whole.bookings.map((booking) => booking.id);
      expect(all).toHaveLength(11);
      expect([whole.isAtStart, whole.isAtEnd]).toEqual([true, true]);

      const forwards: string[] = [];
      let page = await listBookings(deps.db, view(query), { size: 4 });
      const pages = [page];
      while (!page.isAtEnd) {
        page = await listBookings(deps.db, view(`${query}&after=${page.bookings.at(-1)!.id}`), { size: 4 });
        pages.push(page);
      }
      for (const each of pages) forwards.push(...each.bookings.map((booking) => booking.id));
      expect(forwards).toEqual(all);

      const back = await listBookings(deps.db, view(`${query}&before=${page.bookings[0]!.id}`), { size: 4 });
      expect(back.bookings.map((booking) => booking.id)).toEqual(all.slice(4, 8));
      expect([back.isAtStart, back.isAtEnd]).toEqual([false, false]);
      const first = await listBookings(deps.db, view(`${query}&before=${back.bookings[0]!.id}`), { size: 4 });
      expect(first.bookings.map((booking) => booking.id)).toEqual(all.slice(0, 4));
      expect(first.isAtStart).toBe(true);
    },
  );

  const clients = async (query = "sort=client") => {
    const { bookings } = await listBookings(deps.db, view(query));
    return bookings.map((booking) => booking.client_last_name);
  };

  test("clients are sorted by last name, whatever its accents and case, before and after an edit", async () => {
    const sorted = [
      null,
      "Æsop",
      "Bell",
      "D'Arby",
      "d’Arcy",
      "D'Arling",
      "Đurić",
      "ellis",
      "Évans",
      "Łuczak",
      "Lunn",
      "Ødegård",
      "Zimmer",
    ];
    for (const name of sorted.toReversed()) await createBooking(deps, { client_last_name: name });
    expect(await clients()).toEqual(sorted);
    expect(await clients("sort=client&direction=desc")).toEqual(sorted.toReversed());
    const { bookings } = await listBookings(deps.db, view("sort=client"), { size: 6 });
    expect(await clients(`sort=client&after=${bookings.at(-1)!.id}`)).toEqual(sorted.slice(6));

    const zimmer = await deps.db
      .selectFrom("bookings")
      .selectAll()
      .where("client_last_name", "=", "Zimmer")
      .executeTakeFirstOrThrow();
    const edited = await updateBooking(deps.db, deps, zimmer, { client_last_name: "Ács" });
    expect((await clients())[1]).toBe("Ács");
    await eraseBooking(deps.db, deps, edited!.id);
    const { client_name_key: key } = await deps.db
      .selectFrom("bookings")
      .select("client_name_key")
      .where("id", "=", zimmer.id)
      .executeTakeFirstOrThrow();
    expect(key).toBeNull();
  });

  test("bookings of the release before are sorted alike", async () => {
    const sorted = ["Bell", "ellis", "Évans", "Ødegård", "Zimmer"];
    for (const name of sorted.toReversed()) await createBooking(deps, { client_last_name: name });
    await sql`drop index bookings_by_client_name`.execute(deps.db);
    await sql`alter table bookings drop column client_name_key`.execute(deps.db);
    await sql`create index bookings_by_client on bookings (id)`.execute(deps.db);
    await clientNameKey.up(deps.db as never);
    expect(await clients()).toEqual(sorted);
    // A copy of that release still runs, and books.
    const { id } = await createBooking(deps, { client_last_name: "Carter" });
    await deps.db.updateTable("bookings").set({ client_name_key: null }).where("id", "=", id).execute();
    expect(await clients()).toEqual(["Bell", "Carter", ...sorted.slice(1)]);
  });

  test("a page that starts beside a booking which is gone is the first page", async () => {
    await createBooking(deps);
    const page = await listBookings(deps.db, view("after=0193f3a1-0000-7000-8000-000000000001"));
    expect(page).toMatchObject({ bookings: [{}], isAtStart: true, isAtEnd: true });
  });

  test("shows the assessments in the order in which they were chosen", async () => {
    await createBooking(deps, {}, [
      { assessment_id: "other", name: "Other", price_pence: null },
      { assessment_id: "capacity-will", name: "Capacity to Make a Will", price_pence: 59_500 },
    ]);
    const page = await listBookings(deps.db, view());
    expect(page.bookings[0]!.assessments).toEqual(["Other", "Capacity to Make a Will"]);
  });
});
