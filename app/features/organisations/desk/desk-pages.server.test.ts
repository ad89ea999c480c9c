import { beforeEach, expect, test } from "vitest";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createAgreement } from "#tests/setup/agreements.ts";
import { createBooking, createInvoiceRow, createUser, signInAs } from "#tests/setup/factories.ts";
import { createOrganisation, createTeam, switchOrganisationsOn } from "#tests/setup/organisations.ts";
import { render } from "#tests/setup/rendered-site.ts";

let deps: TestDeps;
let cookie: string;

beforeEach(async () => {
  deps = createTestDeps({ RATE_LIMITS: "off" });
  await switchOrganisationsOn(deps);
  ({ cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" })));
});

const bookingOf = (id: string) =>
  deps.db.selectFrom("bookings").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

test("staff make an organisation, and invite its first Owner", async () => {
  const named = { intent: "create", name: "Penrose Law", kind: "firm" };
  const made = await render(deps, "/admin/organisations", cookie, named);
  expect(made.location).toMatch(/^\/admin\/organisations\/[\w-]+\?done=created$/);
  const page = await render(deps, made.location!, cookie);
  expect(page.text).toContain("There is no active Owner");
  const path = made.location!.split("?")[0]!;
  const invited = { intent: "invite", email: "ann@penrose.example.org", role: "owner" };
  expect((await render(deps, path, cookie, invited)).location).toContain("done=invite");
  const list = await render(deps, "/admin/organisations?search=PENROSE", cookie);
  expect(list.text).toContain(path);
  const refused = await render(deps, "/admin/organisations", cookie, { ...named, name: "" });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("Enter the name of the organisation.");
});

test("staff link a booking: who referred it booked it, where they are a member", async () => {
  const team = await createTeam(deps);
  const path = `/admin/organisations/${team.id}`;
  const email = team.booker.email.toLowerCase();
  const theirs = await createBooking(deps, { referrer_email: email, referrer_email_key: email });
  const others = await createBooking(deps);
  for (const { reference } of [theirs, others]) {
    const linked = await render(deps, path, cookie, { intent: "link", reference: reference.toLowerCase() });
    expect(linked.location).toContain("done=link");
  }
  expect(await bookingOf(theirs.id)).toMatchObject({ organisation_id: team.id, booked_by: team.booker.id });
  expect(await bookingOf(others.id)).toMatchObject({ organisation_id: team.id, booked_by: null });
  const page = await render(deps, `/admin/bookings/${theirs.id}`, cookie);
  expect(page.text).toContain(`href="${path}"`);
  const second = await createOrganisation(deps, { name: "Trelawny" });
  const asked = { intent: "link", reference: theirs.reference };
  const refused = await render(deps, `/admin/organisations/${second}`, cookie, asked);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("This booking is another organisation’s.");
  const unknown = await render(deps, path, cookie, { intent: "link", reference: "MCA-0000-0000" });
  expect(unknown.text).toContain("There is no booking with this reference.");
  await render(deps, path, cookie, { intent: "unlink", reference: theirs.reference });
  expect(await bookingOf(theirs.id)).toMatchObject({ organisation_id: null, booked_by: null });
});

const AGREED = {
  ...({ days_to_pay: 14, promise_hours: 4, is_on_account: 1, needs_po: 1 } as const),
  over_cap_since: "2027-03-10T08:00:00.000Z",
};

test("a booking that is taken out keeps nothing of the agreement, and nobody of the organisation sees it", async () => {
  const team = await createTeam(deps);
  const agreement_id = await createAgreement(deps, { organisationId: team.id });
  const booking = await createBooking(deps, {
    ...AGREED,
    organisation_id: team.id,
    agreement_id,
    booked_by: team.booker.id,
  });
  await deps.db
    .insertInto("booking_members")
    .values({ booking_id: booking.id, user_id: team.owner.id, added_at: booking.created_at })
    .execute();
  const unlink = { intent: "unlink", reference: booking.reference };
  await render(deps, `/admin/organisations/${team.id}`, cookie, unlink);
  expect(await bookingOf(booking.id)).toMatchObject({
    organisation_id: null,
    agreement_id: null,
    booked_by: null,
    over_cap_since: null,
    days_to_pay: 30,
    promise_hours: null,
    is_on_account: 0,
    needs_po: 0,
    total_pence: booking.total_pence,
  });
  expect(await deps.db.selectFrom("booking_members").select("user_id").execute()).toEqual([]);
});

test("a booking whose invoice has the agreed terms is not taken out", async () => {
  const team = await createTeam(deps);
  const agreement_id = await createAgreement(deps, { organisationId: team.id });
  const booking = await createBooking(deps, { ...AGREED, organisation_id: team.id, agreement_id });
  await createInvoiceRow(deps, booking);
  const unlink = { intent: "unlink", reference: booking.reference };
  const refused = await render(deps, `/admin/organisations/${team.id}`, cookie, unlink);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("An invoice is out with the terms of the agreement.");
  expect(await bookingOf(booking.id)).toMatchObject({ organisation_id: team.id, agreement_id });
});

test("no booking is linked to a closed organisation, and the form says who loses sight of it", async () => {
  const open = await createOrganisation(deps, { name: "Trelawny" });
  const shown = await render(deps, `/admin/organisations/${open}`, cookie);
  expect(shown.text).toContain("Its referrer then sees it in an account only as an active member");
  expect(shown.text).toContain(">Link this booking<");
  const closed = await createOrganisation(deps, { isClosed: true });
  const path = `/admin/organisations/${closed}`;
  expect((await render(deps, path, cookie)).text).not.toContain(">Link this booking<");
  const booking = await createBooking(deps);
  const linked = await render(deps, path, cookie, { intent: "link", reference: booking.reference });
  expect(linked.status).toBe(409);
  expect(linked.text).toContain("This organisation is closed.");
  expect(await bookingOf(booking.id)).toMatchObject({ organisation_id: null });
});

test("staff appoint an Owner, and close an organisation with its open bookings said", async () => {
  const team = await createTeam(deps);
  const path = `/admin/organisations/${team.id}`;
  await createBooking(deps, { organisation_id: team.id, booked_by: team.booker.id });
  const { id } = await deps.db
    .selectFrom("memberships")
    .select("id")
    .where("user_id", "=", team.reader.id)
    .executeTakeFirstOrThrow();
  const appointed = await render(deps, path, cookie, { intent: "appoint", membershipId: id, version: "1" });
  expect(appointed.location).toContain("done=appoint");
  expect((await render(deps, path, cookie)).text).toContain("1 booking is not over");
  const close = { intent: "close", version: "1" };
  expect((await render(deps, path, cookie, close)).location).toContain("done=close");
  expect((await render(deps, path, cookie, close)).status).toBe(409);
  const { cookie: owner } = await signInAs(deps, team.owner);
  expect((await render(deps, "/organisation", owner)).status).toBe(404);
  await render(deps, path, cookie, { intent: "reopen", version: "2" });
  expect((await render(deps, "/organisation", owner)).status).toBe(200);
});

test("without the switch nothing of organisations is there", async () => {
  await createTeam(deps);
  const off = { ...deps, settings: createTestDeps().settings };
  expect((await render(off, "/admin/organisations", cookie)).status).toBe(404);
  expect((await render(off, "/admin/dashboard", cookie)).text).not.toContain("/admin/organisations");
  expect((await render(deps, "/admin/dashboard", cookie)).text).toContain("/admin/organisations");
});
