import { beforeEach, expect, test } from "vitest";
import { eraseBooking } from "#app/features/booking/record/erase-booking.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { agreementsOf } from "#app/features/organisations/record/agreements.server.ts";
import { readKnownFacts } from "#app/features/report-writing/known-facts.server.ts";
import { TEMPLATES } from "#app/features/report-writing/templates.ts";
import { createAgreement } from "#tests/setup/agreements.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import {
  createOrganisation,
  createTeam,
  restrictBooking,
  switchOrganisationsOn,
} from "#tests/setup/organisations.ts";
import { createAssessor } from "#tests/setup/visits.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";

let deps: TestDeps;
let team: Awaited<ReturnType<typeof createTeam>>;
let staff: string;
let path: string;

beforeEach(async () => {
  deps = createTestDeps();
  await switchOrganisationsOn(deps);
  team = await createTeam(deps);
  const { id } = await createUser(deps, { role_id: "coordinator", handles_money: 1 });
  staff = (await signInAs(deps, { id })).cookie;
  path = `/admin/organisations/${team.id}/agreements`;
});

const TYPED = {
  intent: "add",
  seen: "",
  reference: "F-7",
  validFrom: "2027-04-01",
  validUntil: "",
  percentOff: "10",
  "price-capacity-will": "513",
  "virtual-capacity-will": "411.50",
  hasDiscount: "on",
  template: "cop3",
  depositPercent: "0",
  daysToPay: "14",
  needsPo: "on",
  capPounds: "50000",
  contactHours: "4",
};
const add = (typed: object = {}) => render(deps, path, staff, { ...TYPED, ...typed });

test("staff add an agreement with its prices and terms", async () => {
  expect((await add()).location).toBe(`${path}?done=add`);
  const [made] = await agreementsOf(deps, team.id);
  expect(made).toMatchObject({ reference: "F-7", validFrom: "2027-04-01", validUntil: null });
  expect(made!.terms).toMatchObject({
    prices: { "capacity-will": { faceToFacePence: 51_300, virtualPence: 41_150 } },
    percentOff: 10,
    hasDiscount: true,
    depositPercent: 0,
    daysToPay: 14,
    needsPo: true,
    isOnAccount: false,
    template: "cop3",
    capPence: 5_000_000,
    contactHours: 4,
    visitDays: null,
    cancelWords: "",
  });
  const { text } = await render(deps, path, staff);
  expect(text).toContain("To come");
  // The form of the next one begins with these terms.
  expect(text).toMatch(/name="virtual-capacity-will"[^>]*value="411\.50"/);
});

test.each([
  [{ validFrom: "2027-03-09" }, "choose today or a later day"],
  [{ validFrom: "" }, "Enter the first day."],
  [{ validUntil: "2027-03-31" }, "The last day is before the first."],
  [{ percentOff: "91" }, "Enter a whole number from 0 to 90."],
  [{ "price-capacity-will": "5.130" }, "Do you mean £5,130?"],
  [{ daysToPay: "0" }, "Enter a whole number from 1 to 120."],
])("with %j the form is refused and keeps what was typed", async (typed, message) => {
  const { status, text } = await add(typed);
  expect(status).toBe(400);
  expect(joinTexts(text)).toContain(message);
  expect(text).toMatch(/name="reference"[^>]*value="F-7"/);
  expect(await agreementsOf(deps, team.id)).toEqual([]);
});

test("an overlap names the other agreement, and another page’s form is refused with 409", async () => {
  await add();
  expect((await add()).status).toBe(409);
  const seen = (await render(deps, path, staff)).text.match(/name="seen" value="([^"]*)"/)![1]!;
  const { status, text } = await add({ seen });
  expect(status).toBe(400);
  expect(text).toContain("It overlaps with F-7, from 1 April 2027.");
});

test("a booking beyond the cap waits on the dashboard and here until somebody takes it on", async () => {
  const agreement = await createAgreement(deps, { organisationId: team.id, terms: { capPence: 60_000 } });
  const booking = await createBooking(deps, {
    organisation_id: team.id,
    agreement_id: agreement,
    over_cap_since: "2027-03-10T08:00:00.000Z",
  });
  const dashboard = async () => (await render(deps, "/admin/dashboard", staff)).text;
  expect(await dashboard()).toContain(`${path}#beyond-cap`);
  expect((await render(deps, path, staff)).text).toContain(
    "The cap is nearly reached: £595 of £600 is used.",
  );
  await render(deps, path, staff, { intent: "take-on", booking: booking.id });
  expect(await dashboard()).not.toContain("#beyond-cap");
  expect((await render(deps, path, staff)).text).not.toContain("Beyond the cap");
});

test("a booking that was erased, restricted, cancelled or unlinked is not to be taken on", async () => {
  const agreement = await createAgreement(deps, { organisationId: team.id, terms: { capPence: 60_000 } });
  const beyond = { agreement_id: agreement, over_cap_since: "2027-03-10T08:00:00.000Z" };
  const ofTeam = { ...beyond, organisation_id: team.id };
  const restricted = await createBooking(deps, ofTeam);
  await restrictBooking(deps, restricted.id);
  await createBooking(deps, { ...ofTeam, status: "cancelled" });
  await createBooking(deps, beyond);
  const erased = await createBooking(deps, ofTeam);
  await eraseBooking(deps.db, deps, erased.id);
  expect((await findBooking(deps.db, erased.id))!.over_cap_since).toBeNull();
  expect((await render(deps, "/admin/dashboard", staff)).text).not.toContain("#beyond-cap");
  expect((await render(deps, path, staff)).text).not.toContain("Beyond the cap");
});

test("what is said of a reached cap is what happens: the booking is made", async () => {
  const agreement = await createAgreement(deps, { organisationId: team.id, terms: { capPence: 10_000 } });
  await createBooking(deps, { organisation_id: team.id, agreement_id: agreement });
  const { cookie } = await signInAs(deps, team.owner);
  const { text } = await render(deps, "/organisation/agreement", cookie);
  expect(text).toContain("Further bookings are still made, and the practice is told of each.");
});

test("members read what was agreed, those without the right to amounts none of these", async () => {
  await createAgreement(deps, {
    organisationId: team.id,
    terms: { percentOff: 10, capPence: 100_000, contactHours: 4, travelWords: "£1 a mile" },
  });
  const page = async (role: "owner" | "booker" | "reader" | "billing") =>
    joinTexts(
      (await render(deps, "/organisation/agreement", (await signInAs(deps, team[role])).cookie)).text,
    );
  for (const role of ["owner", "booker", "reader", "billing"] as const)
    expect(await page(role)).toContain("Within 4 hours");
  expect(await page("owner")).toMatch(/£535\.50.*£0 of £1,000 is used|£0 of £1,000 is used.*£535\.50/s);
  for (const role of ["booker", "billing"] as const) {
    expect(await page(role)).toContain("£535.50");
    expect(await page(role)).not.toContain("£1,000");
  }
  expect((await page("reader")).replace(/<script[\s\S]*?<\/script>/g, "")).not.toContain("£");
  expect(await page("reader")).not.toMatch(/53550|535\.50|a mile/);
});

test("staff read in a booking’s head, on each of its pages, what was agreed about the work", async () => {
  const agreement_id = await createAgreement(deps, {
    organisationId: team.id,
    terms: { visitDays: 1, reportDays: 5, needsReview: true, template: "will" },
  });
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const pagesOf = async (overrides: object) => {
    const { id } = await createBooking(deps, overrides);
    const pages = ["", "/report", "/documents"].map(async (page) =>
      joinTexts((await render(deps, `/admin/bookings/${id}${page}`, cookie)).text),
    );
    return Promise.all(pages);
  };
  const line = `Agreed: visit within 1 working day, report within 5 working days, ${TEMPLATES.will.label}, a second assessor reads the report`;
  for (const page of await pagesOf({ organisation_id: team.id, agreement_id })) expect(page).toContain(line);
  for (const page of await pagesOf({})) expect(page).not.toContain("Agreed:");
});

test("a report begins with the template that was agreed, else with what the referral asks for", async () => {
  const template = async (agreed: string) => {
    const terms = { template: agreed };
    const organisationId = await createOrganisation(deps);
    const agreement_id = await createAgreement(deps, { organisationId, terms });
    const assessor = await createAssessor(deps);
    const booking = await createBooking(deps, { organisation_id: organisationId, agreement_id });
    return (await readKnownFacts(deps, booking, assessor.id)).facts.instruction["template"];
  };
  expect(await template("court")).toBe("court");
  expect(await template("as-asked")).toBe("narrative");
  expect(await template("The council’s own")).toBe("narrative");
});
