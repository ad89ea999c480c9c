import { beforeEach, expect, test } from "vitest";
import { findAccessibleBooking } from "#app/features/booking/record/guards.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { createOrganisation, createTeam, switchOrganisationsOn } from "#tests/setup/organisations.ts";
import { membershipsOf } from "./membership.server.ts";

let deps: TestDeps;
let team: Awaited<ReturnType<typeof createTeam>>;

const OUTSIDER = { referrer_email: "left@example.org", referrer_email_key: "left@example.org" };

beforeEach(async () => {
  deps = createTestDeps();
  await switchOrganisationsOn(deps);
  team = await createTeam(deps);
});

async function opens(who: { id: string }, booking: { id: string }): Promise<boolean> {
  const { cookie } = await signInAs(deps, who);
  const request = new Request("http://localhost/", { headers: { Cookie: cookie } });
  return (await findAccessibleBooking(deps, request, booking.id)) !== null;
}

/** Which of the team may open a booking. */
async function openersOf(booking: { id: string }): Promise<string[]> {
  const found: string[] = [];
  for (const role of ["owner", "booker", "reader", "billing"] as const)
    if (await opens(team[role], booking)) found.push(role);
  return found;
}

const theirs = (overrides = {}) =>
  createBooking(deps, { ...OUTSIDER, organisation_id: team.id, booked_by: team.booker.id, ...overrides });

test("an organisation’s booking is open to who booked it alone", async () => {
  expect(await openersOf(await theirs())).toEqual(["booker"]);
});

test("an organisation’s booking is open to who was added", async () => {
  const booking = await theirs();
  const added_at = deps.clock.now().toISOString();
  for (const { id } of [team.owner, team.reader])
    await deps.db
      .insertInto("booking_members")
      .values({ booking_id: booking.id, user_id: id, added_at })
      .execute();
  expect(await openersOf(booking)).toEqual(["owner", "booker"]);
});

test("where the team sees all matters, Owners and Bookers open each other’s, but no closed one", async () => {
  await deps.db.updateTable("organisations").set({ team_sees_all: 1 }).execute();
  expect(await openersOf(await theirs({ booked_by: null }))).toEqual(["owner", "booker"]);
  expect(await openersOf(await theirs({ is_closed_matter: 1 }))).toEqual(["booker"]);
});

test("the referrer’s address opens an organisation’s booking to an active member alone", async () => {
  const former = await createUser(deps, { email: "left@example.org" });
  const booking = await theirs({ booked_by: null });
  expect(await opens(former, booking)).toBe(false);
  expect(await opens(former, await createBooking(deps, OUTSIDER))).toBe(true);
  await deps.db
    .insertInto("memberships")
    .values({
      id: deps.ids.uuid(),
      organisation_id: team.id,
      user_id: former.id,
      email_key: former.email,
      role: "booker",
      state: "active",
      invited_at: "",
      version: 1,
    })
    .execute();
  expect(await opens(former, booking)).toBe(true);
  await deps.db.updateTable("memberships").set({ state: "suspended" }).execute();
  expect(await opens(former, booking)).toBe(false);
  expect(await openersOf(await theirs())).toEqual([]);
});

test("a linked account needs a membership, too", async () => {
  const booking = await theirs();
  const linked = await createUser(deps);
  const linked_at = deps.clock.now().toISOString();
  await deps.db
    .insertInto("customer_bookings")
    .values({ user_id: linked.id, booking_id: booking.id, linked_at })
    .execute();
  expect(await opens(linked, booking)).toBe(false);
});

test("a closed organisation, another one and a switch that is off open nothing", async () => {
  const booking = await theirs();
  const other = await createUser(deps);
  await createOrganisation(deps, { name: "Trelawny", members: { owner: other }, teamSeesAll: true });
  expect(await opens(other, booking)).toBe(false);
  await deps.db.updateTable("organisations").set({ closed_at: "2027-03-10" }).execute();
  expect(await openersOf(booking)).toEqual([]);
  expect(await membershipsOf(deps, team.owner.id)).toEqual([]);
  await deps.db.updateTable("organisations").set({ closed_at: null }).execute();
  expect(await membershipsOf(deps, team.owner.id)).toMatchObject([{ role: "owner", teamSeesAll: false }]);
  const off = createTestDeps();
  expect(await membershipsOf({ ...deps, settings: off.settings }, team.owner.id)).toEqual([]);
});
