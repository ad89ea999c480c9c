import { beforeEach, describe, expect, test } from "vitest";
import { findSavedReferral } from "#app/features/referral/saved-referral.server.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, signInAs } from "#tests/setup/factories.ts";
import { createOrganisation, createTeam, switchOrganisationsOn } from "#tests/setup/organisations.ts";
import { render } from "#tests/setup/rendered-site.ts";
import { createDraft, REFERRER } from "#tests/setup/drafts.ts";
import { submitDraft } from "./confirm-booking.server.ts";
import { findDraftRow, decryptDraft, type Draft } from "./drafts.server.ts";

let deps: TestDeps;
let team: Awaited<ReturnType<typeof createTeam>>;
let cookie: string;

const DETAILS = { billingName: "Penrose LLP", poNumber: "PO-77", recipients: "court@example.org" };

beforeEach(async () => {
  deps = createTestDeps({ RATE_LIMITS: "off" });
  await switchOrganisationsOn(deps);
  team = await createTeam(deps, { details: DETAILS });
  ({ cookie } = await signInAs(deps, team.booker));
});

const STEPS = {
  showVirtualPricing: "false",
  selectedAssessments: ["capacity-will"],
  assessmentLocation: "Leeds",
  allowWeekends: "",
  preferredDate: "2027-03-22",
  paymentMethod: "pay-later",
  consentPrivacyPolicy: "on",
};

const FORM = { ...REFERRER, referrerRelationship: "Solicitor", referrerOrganisation: "Penrose Law" };

/** Posts step 1, and returns the draft that it made. */
async function begin(form: Record<string, string>, as = cookie): Promise<Draft> {
  const { location } = await render(deps, "/booking", as, { ...FORM, ...form });
  const id = new URL(location!, "http://localhost").searchParams.get("draft")!;
  return decryptDraft(deps, (await findDraftRow(deps.db, id))!);
}

async function book(draft: Draft, userId: string | null) {
  const actor = userId
    ? ({ kind: "customer", id: userId } as const)
    : ({ kind: "visitor", id: null } as const);
  const by = { actor, requestId: "r1", clientAddress: "192.0.2.1" };
  const booked = await submitDraft(deps, { ...draft, answers: { ...draft.answers, ...STEPS } }, by);
  if (booked.kind !== "booked") throw new Error(JSON.stringify(booked));
  return booked.booking;
}

test("a member sees for whom step 1 is, with their name and organisation filled in", async () => {
  const { text } = await render(deps, "/booking", cookie);
  expect(text).toContain("Booking for Penrose Law");
  expect(text).toMatch(/name="referrerFirstName"[^>]* value="booker"/);
  expect(text).toMatch(/name="referrerOrganisation"[^>]* value="Penrose Law"/);
  for (const role of ["reader", "billing"] as const) {
    const { cookie: theirs } = await signInAs(deps, team[role]);
    expect((await render(deps, "/booking", theirs)).text).not.toContain("Penrose");
  }
  expect((await render(deps, "/booking")).text).not.toContain("Penrose");
  expect((await render(deps, "/booking?of=myself", cookie)).text).toContain("Booking for yourself");
});

test("a member of several chooses", async () => {
  await createOrganisation(deps, { name: "Trelawny Council", members: { booker: team.booker } });
  const { text } = await render(deps, "/booking", cookie);
  expect(text).toContain("Booking for yourself");
  expect(text).toContain("Book for Trelawny Council");
  const chosen = await render(deps, `/booking?of=${team.id}`, cookie);
  expect(chosen.text).toContain("Booking for Penrose Law");
});

test("the booking is the organisation’s, with its billing details and recipients", async () => {
  const draft = await begin({ organisation: team.id });
  expect(draft.organisation_id).toBe(team.id);
  const booking = await book(draft, team.booker.id);
  expect(booking).toMatchObject({
    organisation_id: team.id,
    booked_by: team.booker.id,
    po_number: "PO-77",
  });
  expect(booking.billing_name_sealed).not.toBeNull();
  expect(await deps.db.selectFrom("report_recipients").select("booking_id").execute()).toEqual([
    { booking_id: booking.id },
  ]);
});

test("nobody books in the name of an organisation that they may not book for", async () => {
  for (const as of [(await signInAs(deps, team.reader)).cookie, ""])
    expect((await begin({ organisation: team.id }, as)).organisation_id).toBeNull();
  const draft = await begin({ organisation: team.id });
  await deps.db.updateTable("memberships").set({ state: "suspended" }).execute();
  expect(await book(draft, team.booker.id)).toMatchObject({ organisation_id: null, booked_by: null });
});

test("whoever is signed out meanwhile reads that the booking would be their own", async () => {
  const { draft, cookie: visitor } = await createDraft(deps, { ...FORM, ...STEPS });
  await deps.db.updateTable("drafts").set({ organisation_id: team.id }).execute();
  const path = `/booking/steps/confirmation?draft=${draft.id}`;
  expect((await render(deps, path, visitor)).text).toContain("You would book for yourself");
  expect((await render(deps, path, `${visitor}; ${cookie}`)).text).toContain("Booking for Penrose Law");
});

test("a booking is made again in the name of the same organisation", async () => {
  const booking = await createBooking(deps, { organisation_id: team.id, booked_by: team.booker.id });
  const { location } = await render(deps, `/booking/${booking.id}/book-again`, cookie, { copyClient: "on" });
  const id = new URL(location!, "http://localhost").searchParams.get("draft")!;
  expect((await findDraftRow(deps.db, id))!.organisation_id).toBe(team.id);
});

describe("a booking that is made again", () => {
  const COPIED = { copyClient: "on", copyReferral: "on" };

  /** Posts “Book again”, and returns the draft with all steps answered. */
  async function again(booking: { id: string; token?: string }, as = cookie): Promise<Draft> {
    const query = booking.token ? `?token=${booking.token}` : "";
    const { location } = await render(deps, `/booking/${booking.id}/book-again${query}`, as, COPIED);
    const id = new URL(location!, "http://localhost").searchParams.get("draft")!;
    const draft = decryptDraft(deps, (await findDraftRow(deps.db, id))!);
    return { ...draft, answers: { ...FORM, ...draft.answers } };
  }

  async function answered(overrides = {}) {
    const own = { organisation_id: team.id, booked_by: team.booker.id, ...overrides };
    const booking = await createBooking(deps, own);
    const sections = { personalDetails: { answers: { nextOfKinName: "Joanna" } } };
    await saveSections(deps, { booking, sections, actor: { kind: "visitor", id: null }, requestId: "r1" });
    return booking;
  }

  const isCopied = async ({ id }: { id: string }) =>
    (await findSavedReferral(deps.db, deps.secrets, id)) !== null;

  test("has its answers for a member who may still open it when they confirm", async () => {
    const booking = await answered();
    expect(await isCopied(await book(await again(booking), team.booker.id))).toBe(true);
    const draft = await again(booking);
    await deps.db.updateTable("bookings").set({ booked_by: team.owner.id }).execute();
    const made = await book(draft, team.booker.id);
    expect(made.organisation_id).toBe(team.id);
    expect(await isCopied(made)).toBe(false);
  });

  test("in nobody’s name takes no answers of an organisation’s booking along, and is not offered them", async () => {
    const booking = await answered();
    const asked = `/booking/${booking.id}/book-again`;
    expect((await render(deps, `${asked}?token=${booking.token}`)).text).not.toContain("copyReferral");
    expect((await render(deps, asked, cookie)).text).toContain("copyReferral");
    expect(await isCopied(await book(await again(booking, ""), null))).toBe(false);
    await createOrganisation(deps, { name: "Trelawny Council", members: { booker: team.booker } });
    const draft = await again(booking);
    const other = await deps.db
      .selectFrom("organisations")
      .select("id")
      .where("id", "!=", team.id)
      .executeTakeFirstOrThrow();
    expect(await isCopied(await book({ ...draft, organisation_id: other.id }, team.booker.id))).toBe(false);
  });

  test("stays a closed matter, without the usual recipients of reports", async () => {
    const booking = await answered({ is_closed_matter: 1 });
    expect(await book(await again(booking), team.booker.id)).toMatchObject({ is_closed_matter: 1 });
    expect(await deps.db.selectFrom("report_recipients").select("booking_id").execute()).toEqual([]);
    await deps.db.updateTable("bookings").set({ is_closed_matter: 0 }).execute();
    expect(await book(await again(booking), team.booker.id)).toMatchObject({ is_closed_matter: 0 });
  });
});

test("a page that said an organisation’s name confirms nothing in nobody’s name", async () => {
  const { draft, cookie: visitor } = await createDraft(deps, { ...FORM, ...STEPS });
  await deps.db.updateTable("drafts").set({ organisation_id: team.id }).execute();
  const path = `/booking/steps/confirmation?draft=${draft.id}`;
  const posted = async () => {
    const { text } = await render(deps, path, `${visitor}; ${cookie}`);
    const hidden = (name: string) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(text)![1]!;
    const [terms, version] = [hidden("terms"), hidden("version")];
    return { terms, version, paymentMethod: "pay-later", clientCountryCode: "+44" };
  };
  const signedOut = await render(deps, path, visitor, await posted());
  expect(signedOut.location).toContain("/booking/steps/confirmation");
  expect(await deps.db.selectFrom("bookings").select("id").execute()).toEqual([]);
  const confirmed = await render(deps, path, `${visitor}; ${cookie}`, await posted());
  expect(confirmed.location).toContain("/booking/submitted/");
});
