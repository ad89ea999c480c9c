import { beforeEach, expect, test } from "vitest";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { startDraft } from "#app/features/before-booking/wizard/start-draft.server.ts";
import { stepHref, type Answers, type StepSlug } from "#app/features/booking/fields/steps.ts";
import { SYSTEM } from "#app/features/audit/record-audit.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createAgreement } from "#tests/setup/agreements.ts";
import { OPEN_SCHEDULING, REFERRER, requestWith } from "#tests/setup/drafts.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { createTeam, switchOrganisationsOn } from "#tests/setup/organisations.ts";
import { makeInvoicesHere } from "#tests/setup/own-invoices.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import type { AgreementTerms } from "./agreement-terms.ts";
import {
  addAgreement,
  agreementsOf,
  agreementsSeen,
  endAgreement,
  removeAgreement,
} from "./agreements.server.ts";

let deps: TestDeps;
let team: Awaited<ReturnType<typeof createTeam>>;

beforeEach(async () => {
  deps = createTestDeps();
  await switchOrganisationsOn(deps);
  team = await createTeam(deps);
});

const WILL = { "capacity-will": { faceToFacePence: 51_300, virtualPence: 41_100 } };
const TERMS: Partial<AgreementTerms> = {
  prices: WILL,
  depositPercent: 0,
  daysToPay: 14,
  contactHours: 4,
  reportDays: 5,
};

const ANSWERS: Answers = {
  ...REFERRER,
  ...OPEN_SCHEDULING,
  referrerRelationship: "Solicitor",
  referrerOrganisation: "Penrose Law",
  showVirtualPricing: "false",
  selectedAssessments: ["capacity-will"],
  assessmentLocation: "Leeds",
  consentPrivacyPolicy: "on",
};

/** A draft of a member, in the organisation's name, with the cookies that open it. */
async function beginDraft(who: { id: string } = team.booker, answers: Answers = {}) {
  const { cookie } = await signInAs(deps, who);
  const start = {
    answers: { ...ANSWERS, ...answers },
    tracking: { utmParameters: {}, sessionData: {} },
    clientAddress: "192.0.2.1",
    organisationId: team.id,
  };
  const { draft, setCookie } = await startDraft(deps, requestWith(), start);
  const visitor = setCookie.split(";")[0]!;
  const open = async (step: StepSlug, cookies = `${cookie}; ${visitor}`) =>
    joinTexts((await render(deps, stepHref(step, draft.id), cookies)).text);
  return { id: draft.id, cookies: `${cookie}; ${visitor}`, visitor, open };
}

type Begun = Awaited<ReturnType<typeof beginDraft>>;

const fieldOf = (html: string, name: string) => {
  const input = html.match(new RegExp(`<input[^>]*name="${name}"[^>]*>`))?.[0] ?? "";
  return (input.match(/value="([^"]*)"/)?.[1] ?? "").replaceAll("&amp;", "&");
};

/** Presses Confirm Booking on step 5 as it was shown. */
async function confirm({ id, cookies }: Begun, page: string, typed: Record<string, string> = {}) {
  const shown = ["terms", "version", "priceList"].map((name) => [name, fieldOf(page, name)]);
  const form = { ...Object.fromEntries(shown), paymentMethod: "pay-later", ...typed };
  return render(deps, stepHref("confirmation", id), cookies, { intent: "confirm", ...form });
}

const bookings = () =>
  deps.db.selectFrom("bookings").selectAll().orderBy("created_at").orderBy("id").execute();

test("the price of the agreement is on steps 2 and 5, the booking and its page", async () => {
  await createAgreement(deps, { organisationId: team.id, terms: TERMS });
  const draft = await beginDraft();
  expect(await draft.open("assessments")).toContain("£513");
  const page = await draft.open("confirmation");
  expect(page).toContain("£513");
  expect(page).toContain("within 14 days of the assessment");
  const answer = await confirm(draft, page);
  expect(answer.location).toMatch(/^\/booking\/submitted\//);
  const [booking] = await bookings();
  expect(booking).toMatchObject({
    total_pence: 51_300,
    deposit_percent: 0,
    days_to_pay: 14,
    promise_hours: 4,
    report_days: 5,
  });
  const path = `/booking/confirmation/${booking!.id}`;
  const confirmed = joinTexts((await render(deps, path, draft.cookies)).text);
  expect(confirmed).toContain("£513");
  expect(confirmed).toContain("within 4 hours");
  expect(confirmed).toContain("within 14 days of the assessment");
});

test("the invoice has the price of the agreement, and is due on its day", async () => {
  await makeInvoicesHere(deps);
  await createAgreement(deps, {
    organisationId: team.id,
    terms: { ...TERMS, cancelWords: "Free of charge" },
  });
  const draft = await beginDraft();
  const answer = await confirm(draft, await draft.open("confirmation"), { paymentMethod: "pay-now" });
  await render(deps, answer.location!, draft.cookies);
  expect(await deps.db.selectFrom("invoices").selectAll().execute()).toMatchObject([
    { amount_pence: 51_300, issued_on: "2027-03-10", due_on: "2027-03-24" },
  ]);
  const [booking] = await bookings();
  expect((await render(deps, `/booking/${booking!.id}/cancel`, draft.cookies)).text).toContain(
    "Free of charge.",
  );
});

test("nobody else reads the price of an agreement", async () => {
  await createAgreement(deps, { organisationId: team.id, terms: TERMS });
  const draft = await beginDraft();
  const other = await signInAs(deps, team.reader);
  for (const cookie of ["", draft.visitor, other.cookie, `${other.cookie}; ${draft.visitor}`])
    expect(await draft.open("assessments", cookie)).not.toContain("51300");
  const member = (await signInAs(deps, team.booker)).cookie;
  for (const path of [
    "/",
    "/booking?print=true",
    "/terms",
    "/which-assessment",
    "/sitemap.xml",
    "/api/assessments",
    "/api/openapi.json",
  ])
    for (const cookie of ["", `${member}; ${draft.visitor}`])
      expect((await render(deps, path, cookie)).text, path).not.toMatch(/51300|513/);
  expect(currentOffer().agreed).toBeUndefined();
});

test("while the practice works with no organisations, the list counts", async () => {
  await createAgreement(deps, { organisationId: team.id, terms: TERMS });
  const off = createTestDeps();
  expect(off.settings.current().organisations.hasOrganisations).toBe(false);
  deps = off;
  team = await createTeam(off);
  await createAgreement(off, { organisationId: team.id, terms: TERMS });
  expect(await (await beginDraft()).open("assessments")).not.toContain("£513");
});

test("an agreement that ends while a draft is open shows both prices at London’s midnight", async () => {
  await createAgreement(deps, { organisationId: team.id, validUntil: "2027-04-01", terms: TERMS });
  deps.clock.set("2027-04-01T22:59:59.000Z");
  const draft = await beginDraft();
  const shown = await draft.open("confirmation");
  expect(shown).toContain("£513");
  deps.clock.set("2027-04-01T23:00:00.000Z");
  const answer = await confirm(draft, shown);
  expect(answer.location).toContain("priced=");
  const again = joinTexts((await render(deps, answer.location!, draft.cookies)).text);
  expect(again).toMatch(/£513.*£595/s);
  expect(await bookings()).toEqual([]);
  expect((await confirm(draft, again)).location).toMatch(/submitted/);
  expect(await bookings()).toMatchObject([{ total_pence: 59_500, agreement_id: null, days_to_pay: 30 }]);
});

test("a new agreement never changes an old booking, also when staff add an assessment", async () => {
  const first = await createAgreement(deps, { organisationId: team.id, terms: { ...TERMS, percentOff: 10 } });
  const draft = await beginDraft();
  await confirm(draft, await draft.open("confirmation"));
  await deps.db.updateTable("organisation_agreements").set({ valid_until: "2020-12-31" }).execute();
  await createAgreement(deps, {
    organisationId: team.id,
    validFrom: "2021-01-01",
    terms: { percentOff: 50 },
  });
  const [booking] = await bookings();
  expect(booking).toMatchObject({ agreement_id: first, total_pence: 51_300 });
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const path = `/admin/bookings/${booking!.id}/edit/assessments`;
  const page = (await render(deps, path, cookie)).text;
  expect(page).toContain("£535.50");
  await render(deps, path, cookie, {
    selectedAssessments: ["capacity-will", "health-welfare"],
    showVirtualPricing: "false",
    assessmentLocation: "Leeds",
    paymentMethod: "pay-later",
    version: String(booking!.version),
  });
  // £70 off for the second.
  expect(await bookings()).toMatchObject([{ total_pence: 51_300 + 53_550 - 7_000 }]);
});

test("on account is for those who agreed on it, and the record keeps its two values", async () => {
  await createAgreement(deps, { organisationId: team.id, terms: { isOnAccount: true } });
  const draft = await beginDraft();
  const page = await draft.open("confirmation");
  expect(page).toContain("On account");
  await confirm(draft, page, { paymentMethod: "account" });
  expect(await bookings()).toMatchObject([
    { payment_method: "pay_later", is_on_account: 1, deposit_percent: 0 },
  ]);
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const [booking] = await bookings();
  expect(JSON.parse((await render(deps, `/api/bookings/${booking!.id}`, cookie)).text)).toMatchObject({
    paymentMethod: "pay_later",
    onAccount: true,
  });
});

test("without the agreement nobody books on account", async () => {
  await createAgreement(deps, { organisationId: team.id });
  const draft = await beginDraft();
  const page = await draft.open("confirmation");
  expect(page).not.toContain("On account");
  expect(await confirm(draft, page, { paymentMethod: "account" })).toMatchObject({ status: 400 });
});

test("a booking beyond the cap is made, and waits for staff", async () => {
  const id = await createAgreement(deps, { organisationId: team.id, terms: { capPence: 119_000 } });
  await createBooking(deps, { agreement_id: id, total_pence: 59_500 });
  await createBooking(deps, { agreement_id: id, status: "cancelled", total_pence: 90_000 });
  const within = await beginDraft();
  await confirm(within, await within.open("confirmation"));
  const beyond = await beginDraft(team.owner);
  await confirm(beyond, await beyond.open("confirmation"));
  const made = (await bookings()).filter(({ draft_id }) => draft_id !== null);
  expect(made.map(({ over_cap_since }) => over_cap_since !== null)).toEqual([false, true]);
});

test("an invoice waits for its PO number, and the referrer is reminded after two working days", async () => {
  await createAgreement(deps, { organisationId: team.id, terms: { needsPo: true } });
  const draft = await beginDraft();
  const step5 = await draft.open("confirmation");
  expect(step5.match(/as soon as it has its PO number/g)!.length).toBeGreaterThanOrEqual(2);
  await confirm(draft, step5, { paymentMethod: "pay-now" });
  const jobs = (topic: string) =>
    deps.db.selectFrom("outbox").select(["state", "next_attempt_at"]).where("topic", "=", topic).execute();
  expect(await jobs("invoice")).toEqual([]);
  // Wednesday: two whole working days are Thursday and Friday.
  expect(await jobs("po-missing")).toMatchObject([{ next_attempt_at: "2027-03-13T08:00:00.000Z" }]);
  const [booking] = await bookings();
  const read = async () =>
    joinTexts((await render(deps, `/booking/confirmation/${booking!.id}`, draft.cookies)).text);
  expect(await read()).toContain("as soon as it has its PO number");
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  await render(deps, `/admin/bookings/${booking!.id}/edit/billing`, cookie, {
    poNumber: "4711",
    version: String(booking!.version),
  });
  expect(await jobs("invoice")).toMatchObject([{ state: "queued" }]);
  expect(await read()).not.toContain("its PO number");
});

const by = { actor: SYSTEM, requestId: "r1" } as const;
const change = async () => ({
  ...by,
  organisationId: team.id,
  seen: agreementsSeen(await agreementsOf(deps, team.id)),
});
const added = async (validFrom: string, validUntil: string | null) =>
  addAgreement(
    deps,
    { validFrom, validUntil, reference: "", terms: { percentOff: 5 } as AgreementTerms },
    await change(),
  );

test("agreements begin today or later, do not overlap, and end from today on", async () => {
  expect(await added("2027-03-09", null)).toMatchObject({ problem: "past" });
  expect(await added("2027-03-10", "2027-03-31")).toEqual({ ok: true });
  expect(await added("2027-03-31", null)).toMatchObject({
    problem: "overlaps",
    with: "10 March 2027 to 31 March 2027",
  });
  expect(await added("2027-04-01", null)).toEqual({ ok: true });
  const [next, now] = await agreementsOf(deps, team.id);
  expect(await endAgreement(deps, { id: now!.id, lastDay: "2027-04-01" }, await change())).toMatchObject({
    problem: "overlaps",
  });
  expect(await endAgreement(deps, { id: now!.id, lastDay: "2027-03-09" }, await change())).toMatchObject({
    problem: "past",
  });
  expect(await removeAgreement(deps, { id: now!.id }, await change())).toMatchObject({ problem: "in-force" });
  expect(await removeAgreement(deps, { id: next!.id }, await change())).toEqual({ ok: true });
});

test("of two members of staff who add at once, one is asked to look again", async () => {
  const seen = await change();
  const terms = { percentOff: 5 } as AgreementTerms;
  const one = { validFrom: "2027-03-10", validUntil: "2027-03-31", reference: "A", terms };
  const other = { ...one, validFrom: "2027-05-01", validUntil: null };
  const both = await Promise.all([addAgreement(deps, one, seen), addAgreement(deps, other, seen)]);
  expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
});
