import { beforeEach, describe, expect, test } from "vitest";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { createTeam, switchOrganisationsOn } from "#tests/setup/organisations.ts";
import { render } from "#tests/setup/rendered-site.ts";

let deps: TestDeps;
let team: Awaited<ReturnType<typeof createTeam>>;

beforeEach(async () => {
  deps = createTestDeps();
  await switchOrganisationsOn(deps);
  team = await createTeam(deps, { details: { billingAddress: "1 High Street\nTruro" } });
});

const book = (overrides = {}) =>
  createBooking(deps, { organisation_id: team.id, booked_by: team.booker.id, ...overrides });

describe("the letter of instruction of a booking", () => {
  test("is the organisation’s, and says what is still missing with a way to each page", async () => {
    const booking = await book();
    const { cookie } = await signInAs(deps, team.booker);
    const page = await render(deps, `/organisation/letter/${booking.id}`, cookie);
    expect(page.status).toBe(200);
    expect(page.text).toMatch(
      /Still missing.*Papers for the assessor.*Penrose Law.*1 High Street.*Letter of/s,
    );
    expect(page.text).toContain(`href="/referral-form/${booking.id}/documents"`);
    const view = await render(deps, `/booking/${booking.id}`, cookie);
    expect(view.text).toContain(`href="/organisation/letter/${booking.id}"`);
  });

  test("is not there for a member without answers, a booking of nobody’s organisation, or while it is off", async () => {
    const booking = await book();
    const status = async (who: { id: string }, id: string) => {
      const { cookie } = await signInAs(deps, who);
      return (await render(deps, `/organisation/letter/${id}`, cookie)).status;
    };
    for (const who of [team.owner, team.reader, team.billing])
      expect(await status(who, booking.id)).toBe(404);
    const own = await createBooking(deps, { referrer_email_key: team.booker.email });
    expect(await status(team.booker, own.id)).toBe(404);
    const staff = await createUser(deps, { role_id: "coordinator" });
    expect(await status(staff, booking.id)).toBe(200);
    expect(await status(staff, own.id)).toBe(404);
  });
});
