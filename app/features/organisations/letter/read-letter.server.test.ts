import { beforeEach, describe, expect, test } from "vitest";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { createOrganisation, createTeam, switchOrganisationsOn } from "#tests/setup/organisations.ts";
import { render } from "#tests/setup/rendered-site.ts";

let deps: TestDeps;
let team: Awaited<ReturnType<typeof createTeam>>;

beforeEach(async () => {
  deps = createTestDeps();
  await switchOrganisationsOn(deps);
  team = await createTeam(deps, {
    details: { billingAddress: "1 High Street\nTruro", poNumber: "PO-USUAL" },
  });
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

  test("has no word of another booking of a person of the same name, and the PO number of its own booking alone", async () => {
    const id = await createOrganisation(deps, { name: "Trelawny Council" });
    const person = { client_first_name: "Edith", client_last_name: "Quillfeather" };
    const other = await createBooking(deps, { ...person, organisation_id: id, po_number: "PO-OTHER" });
    const said = { communicationDetails: "Blinks twice for yes", preferredCommunication: "Her niece" };
    await saveSections(deps, {
      booking: other,
      actor: { kind: "visitor", id: null },
      requestId: "r1",
      sections: { communicationAids: { answers: said } },
    });
    const booking = await book(person);
    const { cookie } = await signInAs(deps, team.booker);
    const page = await render(deps, `/organisation/letter/${booking.id}`, cookie);
    expect(page.text).toContain("Edith Quillfeather");
    for (const word of ["Blinks", "niece", "PO-OTHER", "PO-USUAL", other.reference])
      expect(page.text).not.toContain(word);
    expect(page.text).toContain("Communication needs and support");
  });

  test("is not there by a mailed link, also for a member who may not open the booking", async () => {
    const booking = await book();
    const path = `/organisation/letter/${booking.id}?token=${booking.token}`;
    expect((await render(deps, path)).status).toBe(404);
    const view = await render(deps, `/booking/${booking.id}?token=${booking.token}`);
    expect(view.status).toBe(200);
    expect(view.text).not.toContain("Letter of instruction");
    const { cookie: reader } = await signInAs(deps, team.reader);
    expect((await render(deps, path, reader)).status).toBe(404);
    const { cookie: booker } = await signInAs(deps, team.booker);
    expect((await render(deps, path, booker)).status).toBe(200);
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
