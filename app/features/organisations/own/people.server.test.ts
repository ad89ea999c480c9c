import { beforeEach, describe, expect, test } from "vitest";
import { encryptClientDetails } from "#app/features/booking/fields/field-columns.server.ts";
import { placeHold } from "#app/features/report/change-report.server.ts";
import { lookAgainWords } from "#app/features/report-writing/report-document.ts";
import { createDelivery } from "#tests/setup/reports.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, signInAs } from "#tests/setup/factories.ts";
import { createTeam, restrictBooking, switchOrganisationsOn } from "#tests/setup/organisations.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";

let deps: TestDeps;
let team: Awaited<ReturnType<typeof createTeam>>;

beforeEach(async () => {
  deps = createTestDeps();
  await switchOrganisationsOn(deps);
  team = await createTeam(deps);
});

async function book(first: string, last: string, dob: string, overrides = {}) {
  const booking = await createBooking(deps, {
    organisation_id: team.id,
    booked_by: team.booker.id,
    client_first_name: first,
    client_last_name: last,
    ...overrides,
  });
  const client_details_sealed = encryptClientDetails(deps.secrets, booking.id, { dob } as never);
  await deps.db.updateTable("bookings").set({ client_details_sealed }).where("id", "=", booking.id).execute();
  deps.clock.advance(60_000);
  return booking;
}

async function listedFor(who: { id: string }): Promise<{ status: number; names: string[]; text: string }> {
  const { cookie } = await signInAs(deps, who);
  const { status, text } = await render(deps, "/organisation/people", cookie);
  const names = [...joinTexts(text).matchAll(/class="who"[^>]*>([^<]+)</g)].map(([, name]) => name!.trim());
  return { status, names, text: joinTexts(text) };
}

test("each person has one row with their newest booking, and people of one name are told apart by birth", async () => {
  await book("Anwen", "Price", "1941-05-06");
  const newest = await book("ANWEN", "Price", "1941-05-06");
  await book("Anwen", "Price", "1970-01-01");
  await book("Bran", "Lewis", "1950-02-02");
  const { names, text } = await listedFor(team.booker);
  expect(names).toEqual(["Bran Lewis", "Anwen Price", "ANWEN Price"]);
  expect(text).toContain(`/booking/${newest.id}/book-again`);
  expect(text).toContain("2 bookings");
});

test("a booking without a date of birth is of the only person of its name, and by itself where there are several", async () => {
  await book("Anwen", "Price", "1941-05-06");
  await book("Anwen", "Price", "");
  await book("Bran", "Lewis", "1950-02-02");
  await book("Bran", "Lewis", "");
  await book("Bran", "Lewis", "1970-01-01");
  const { names } = await listedFor(team.booker);
  expect(names).toEqual(["Bran Lewis", "Bran Lewis", "Bran Lewis", "Anwen Price"]);
});

describe("when to look again", () => {
  const email = () => team.booker.email;
  const ofBooker = () => ({ referrer_email: email(), referrer_email_key: email().toLowerCase() });
  const WORDS = "Look again on 1 June 2028";
  const isSaid = async (who: { id: string } = team.booker) => (await listedFor(who)).text.includes(WORDS);

  async function reported(overrides = {}) {
    const booking = await book("Anwen", "Price", "1941-05-06", overrides);
    await createDelivery(deps, booking.id, { isWritten: true, text: "Look again on: 1 June 2028" });
    return booking;
  }

  test("is said to whoever the report was delivered to, and to nobody else who may open the booking", async () => {
    await deps.db.updateTable("organisations").set({ team_sees_all: 1 }).execute();
    await reported(ofBooker());
    expect(await isSaid()).toBe(true);
    expect(await isSaid(team.owner)).toBe(false);
    await deps.db
      .updateTable("report_deliveries")
      .set({ ended_at: deps.clock.now().toISOString() })
      .execute();
    expect(await isSaid()).toBe(false);
  });

  test.each(["hold", "restriction"])("is not said during a %s", async (kind) => {
    const { id: bookingId } = await reported(ofBooker());
    if (kind === "hold") await placeHold(deps, { by: BY_STAFF, bookingId, reason: "legal", note: "" });
    else await restrictBooking(deps, bookingId);
    expect(await isSaid()).toBe(false);
  });

  test("names each day once", () => {
    const days = ["1 June 2028", "3 July 2028", "1 June 2028"];
    const blocks = days.map((day) => ({ kind: "paragraph", text: `Look again on: ${day}` }));
    expect(lookAgainWords({ blocks } as never)).toBe("1 June 2028 and on 3 July 2028");
    expect(lookAgainWords({ blocks: [] } as never)).toBeNull();
  });
});

test("nobody reads a person whose bookings they may not open", async () => {
  await book("Anwen", "Price", "1941-05-06");
  await book("Bran", "Lewis", "1950-02-02", { booked_by: team.owner.id });
  expect((await listedFor(team.booker)).names).toEqual(["Anwen Price"]);
  expect((await listedFor(team.owner)).names).toEqual(["Bran Lewis"]);
  expect((await listedFor(team.reader)).status).toBe(404);
  await deps.db.updateTable("organisations").set({ team_sees_all: 1 }).execute();
  expect((await listedFor(team.owner)).names).toHaveLength(2);
});
