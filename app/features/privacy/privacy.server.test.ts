import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Actor } from "#app/features/audit/record-audit.server.ts";
import { rememberDevice } from "#app/features/accounts/devices/known-devices.server.ts";
import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import { createInvoice } from "#app/features/billing/create-invoice.server.ts";
import { findInvoice } from "#app/features/billing/invoice-state.server.ts";
import { answerBookingPage } from "#app/features/staff/booking/answer-booking-page.server.ts";
import { changeStatus } from "#app/features/staff/booking/change-status.server.ts";
import { editBooking } from "#app/features/staff/booking/edit-booking.server.ts";
import { contactPlan, BookingEdit } from "#app/features/staff/booking/edit-plans.server.ts";
import { readBookingFile } from "#app/features/staff/booking/read-booking-file.server.ts";
import { renewAccessLink } from "#app/features/staff/booking/booking-links.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { enqueueAll } from "#app/features/outbox/enqueue.server.ts";
import { render } from "#tests/setup/rendered-site.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { composeMail, reasonNotToSend } from "#app/features/mail/compose-mail.server.ts";
import { saveSectionForm } from "#app/features/referral/section-page.server.ts";
import { makeReferral } from "#app/features/referral/saved-referral.server.ts";
import {
  encryptClientDetails,
  NO_CLIENT_DETAILS,
} from "#app/features/booking/fields/field-columns.server.ts";
import { openDatabase } from "#app/platform/database.server.ts";
import { createTestDeps, isOnPostgres, type TestDeps } from "#tests/setup/deps.ts";
import { createDraft } from "#tests/setup/drafts.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { createXeroDeps } from "#tests/setup/vendors.ts";
import { listCustomerBookings } from "#app/features/after-booking/customer/customer-bookings.server.ts";
import { claimKey } from "#app/features/booking/record/idempotency.server.ts";
import { registerCustomer } from "#app/features/after-booking/customer/register-customer.server.ts";
import { readCasePage, answerCasePage } from "./case-page.server.ts";
import { erasePerson, reapplyErasures } from "./erase-person.server.ts";
import { findComplaint, moveComplaint, submitComplaint } from "./complaints.server.ts";
import { accessHistory, exportPersonalData } from "./personal-data.server.ts";
import { liftRestriction, placeRestriction } from "#app/features/data-protection/restrictions.server.ts";
import { purgeExpired } from "./purge.server.ts";
import { findCase, listCases, personOf, startCase } from "./subject.server.ts";
import { ERASED, HELD_BACK } from "#app/features/data-protection/restriction.ts";

const EMAIL = "joanna.reeve@example.org";
const EDIT = {
  referrerFirstName: "Jo",
  referrerLastName: "Reeve",
  referrerEmail: "jo@example.org",
  referrerPhone: "07700 900123",
};
const CALLER = { clientAddress: "192.0.2.1", requestId: "r1" };

async function asAdministrator(deps: TestDeps) {
  const administrator = await createUser(deps, {
    role_id: "administrator",
    first_name: "Ada",
    last_name: "Min",
  });
  const by = {
    actor: { kind: "staff" as const, id: administrator.id },
    requestId: "r1",
    reason: "Asked by letter",
  };
  return {
    by,
    async open(person: string) {
      const id = await startCase(deps, person, by);
      return (await findCase(deps, id!))!;
    },
  };
}

async function bookedPerson(deps: TestDeps) {
  const id = deps.ids.uuid();
  const details = { ...NO_CLIENT_DETAILS, townCity: "Harrogate" };
  const booking = await createBooking(deps, {
    id,
    client_first_name: "Edith",
    client_details_sealed: encryptClientDetails(deps.secrets, id, details),
    utm_parameters: '{"utm_source":"letter"}',
    consent_whatsapp: 1,
  });
  const account = await createUser(deps, { email: EMAIL });
  await signInAs(deps, account);
  await enqueueMail(deps, {
    topic: "booking-confirmation",
    to: "Joanna.Reeve@example.org",
    bookingId: booking.id,
    dedupeKey: `booking-confirmation:${booking.id}`,
    payload: {},
  });
  return { booking, account };
}

test("an export holds everything on a person, and the hand-out is recorded", async () => {
  const deps = createTestDeps();
  const { booking } = await bookedPerson(deps);
  const { open, by } = await asAdministrator(deps);
  const personalData = await exportPersonalData(deps, await open(" Joanna.Reeve@Example.org "), by);
  expect(personalData.accounts.map(({ email }) => email)).toEqual([EMAIL]);
  expect(personalData.accounts[0]?.sessions).toHaveLength(1);
  expect(personalData.bookings[0]).toMatchObject({
    bookingReference: booking.reference,
    clientFirstName: "Edith",
    clientTownCity: "Harrogate",
    cameFrom: { utm_source: "letter" },
    consents: { email: false, whatsApp: true, updates: false, privacyPolicy: true },
  });
  expect(personalData.messages).toHaveLength(1);
  const again = await exportPersonalData(deps, await open(booking.reference.toLowerCase()), by);
  expect(again.about).toContain(booking.reference);
  const persons = (await listCases(deps)).cases.map(({ person }) => person);
  expect(persons.sort()).toEqual([`Client of ${booking.reference}`, EMAIL].sort());
  expect(again.history[0]).toMatchObject({ who: "Ada Min" });
});

test("the readable export has what is alike in tables, and no empty fields", async () => {
  const deps = createTestDeps();
  await bookedPerson(deps);
  const { open, by } = await asAdministrator(deps);
  const { row } = await open(EMAIL);
  const { cookie } = await signInAs(deps, by.actor);
  const page = await render(deps, `/admin/privacy/cases/${row.id}/report`, cookie);
  const [text] = /<main[^]*<\/main>/.exec(page.text)!;
  const columns = (title: string) => {
    const [head] = new RegExp(`<h2>${title}</h2><table[^]*?</thead>`).exec(text)!;
    return [...head.matchAll(/<th scope="col">(.*?)</g)].map(([, name]) => name);
  };
  expect(columns("History")).toEqual(["At", "What", "Who"]);
  expect(columns("Messages")).toEqual(["Kind", "Topic", "To", "State", "Created at"]);
  expect(text).not.toMatch(/<dd><\/dd>|Invalid|undefined|null/);
});

test("an export holds the invoice and the devices too", async () => {
  const { deps } = await createXeroDeps();
  const booking = await createBooking(deps, { payment_method: "pay_now" });
  await createInvoice(deps, booking);
  const account = await createUser(deps, { email: EMAIL });
  const caller = { ...CALLER, deviceSecret: null, deviceLabel: "Firefox on Windows", fingerprint: null };
  await rememberDevice(deps.db, deps, account.id, caller, false);
  const { open, by } = await asAdministrator(deps);
  const { accounts, bookings } = await exportPersonalData(deps, await open(EMAIL), by);
  expect(accounts[0]?.devices).toMatchObject([{ device_label: "Firefox on Windows" }]);
  expect(bookings[0]?.invoice).toMatchObject({ number: "INV-0001", amountPence: 59_500 });
});

test("an unknown reference opens no case", async () => {
  const deps = createTestDeps();
  const { by } = await asAdministrator(deps);
  expect(await startCase(deps, "MCA-3333-3333", by)).toBeNull();
});

test("erasing takes everything personal, revokes links, and leaves what the accounts need", async () => {
  const deps = createTestDeps();
  const { booking } = await bookedPerson(deps);
  await makeReferral(deps.db, { newId: deps.ids.uuid(), now: deps.clock.now().toISOString() }, booking.id);
  const mail = await deps.db.selectFrom("outbox").select("id").executeTakeFirstOrThrow();
  const outbox = join(deps.env.DATA_DIR, "outbox");
  mkdirSync(outbox);
  writeFileSync(join(outbox, `${mail.id}-booking-confirmation.eml`), "Dear Joanna");
  const { open, by } = await asAdministrator(deps);

  expect(await erasePerson(deps, await open(EMAIL), by)).toBe("erased");

  const row = await deps.db.selectFrom("bookings").selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    reference: booking.reference,
    total_pence: booking.total_pence,
    referrer_email: "",
    client_first_name: null,
    token_version: booking.token_version + 1,
  });
  for (const table of ["outbox", "referral_forms", "sessions"] as const) {
    expect(await deps.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  }
  expect(await deps.db.selectFrom("users").select("role_id").execute()).toEqual([
    { role_id: "administrator" },
  ]);
  expect(existsSync(join(outbox, `${mail.id}-booking-confirmation.eml`))).toBe(false);
  if (isOnPostgres()) return;
  const file =
    readFileSync(deps.env.databaseFile, "latin1") + readFileSync(`${deps.env.databaseFile}-wal`, "latin1");
  for (const canary of ["Joanna", "joanna", "Edith"]) expect(file).not.toContain(canary);
});

test("an invoice that was on its way while its person was erased leaves nothing of them", async () => {
  const deps = createTestDeps({ XERO_CLIENT_ID: "id", XERO_CLIENT_SECRET: "secret" });
  const booking = await createBooking(deps, { payment_method: "pay_now" });
  const { open, by } = await asAdministrator(deps);
  const madeInvoice = {
    vendorId: "invoice-1",
    number: "INV-0001",
    amountPence: 59_500,
    onlineUrl: null,
    isAsRequested: true,
  };
  deps.accounting = {
    readInvoices: async () => [],
    async createInvoice() {
      await erasePerson(deps, await open(EMAIL), by);
      return madeInvoice;
    },
  };
  await createInvoice(deps, booking);
  expect(await findInvoice(deps, booking.id)).toMatchObject({ number: "INV-0001" });
  expect(await deps.db.selectFrom("outbox").selectAll().execute()).toEqual([]);
});

test("nothing is sent or invoiced about an erased booking that staff reopen", async () => {
  const { deps, xero } = await createXeroDeps();
  const booking = await createBooking(deps, { payment_method: "pay_now", status: "cancelled" });
  const { open, by } = await asAdministrator(deps);
  await erasePerson(deps, await open(EMAIL), by);
  const { version } = (await readBookingFile(deps, booking.id))!;
  const reopening = { bookingId: booking.id, version, status: "pending" as const, isReferrerTold: true };
  expect(await changeStatus(deps, { ...reopening, note: "", ...by })).toMatchObject({ ok: true });
  await runDueJobs(deps);
  expect([deps.sentMails, xero.requests]).toEqual([[], []]);
  const jobs = await deps.db.selectFrom("outbox").select(["kind", "state"]).orderBy("kind").execute();
  expect(jobs).toEqual([
    { kind: "invoice", state: "cancelled" },
    { kind: "mail", state: "cancelled" },
  ]);
});

test.skipIf(isOnPostgres())("erased people stay erased when a backup from before comes back", async () => {
  const deps = createTestDeps();
  const { booking } = await bookedPerson(deps);
  const desk = await asAdministrator(deps);
  const { row: privacyCase } = await desk.open(EMAIL);
  await placeRestriction(deps, { ...desk.by, kind: "restriction", case: privacyCase });
  await enqueueMail(deps, {
    topic: "complaint-received",
    to: EMAIL,
    dedupeKey: "complaint-received:01",
    payload: { reference: "DPC-3333-3333" },
  });
  await createDraft(deps, { referrerEmail: EMAIL });
  const before = join(deps.env.DATA_DIR, "before.db");
  await deps.db.destroy();
  copyFileSync(deps.env.databaseFile, before);
  const afterwards = { ...deps, db: openDatabase(deps.env.databaseFile) };
  await erasePerson(afterwards, (await findCase(afterwards, privacyCase.id))!, desk.by);
  await afterwards.db.destroy();

  copyFileSync(before, deps.env.databaseFile);
  const restored = { ...deps, db: openDatabase(deps.env.databaseFile) };
  expect(await reapplyErasures(restored)).toBe(6);
  const row = await restored.db.selectFrom("bookings").selectAll().executeTakeFirstOrThrow();
  expect([row.reference, row.referrer_email, row.client_first_name]).toEqual([booking.reference, "", null]);
  const customers = restored.db.selectFrom("users").selectAll().where("role_id", "=", "customer");
  expect(await customers.execute()).toEqual([]);
  for (const table of ["privacy_cases", "privacy_marks"] as const)
    expect(await restored.db.selectFrom(table).select("email_key").execute()).toEqual([{ email_key: null }]);
  for (const table of ["outbox", "drafts"] as const)
    expect(await restored.db.selectFrom(table).select("id").execute()).toEqual([]);
  expect(await reapplyErasures(restored)).toBe(0);
  await restored.db.destroy();
});

test("what an old page of staff says about somebody who was erased is not kept", async () => {
  const deps = createTestDeps();
  const { booking } = await bookedPerson(deps);
  const { open, by } = await asAdministrator(deps);
  await erasePerson(deps, await open(EMAIL), by);
  const row = deps.db.selectFrom("bookings").selectAll().where("id", "=", booking.id);
  const erased = await row.executeTakeFirstOrThrow();

  const plan = contactPlan(deps.secrets, BookingEdit.parse(EDIT), "2027-03-10");
  const edit = { ...by, bookingId: booking.id, version: erased.version, plan, isReferrerTold: true };
  expect(await editBooking(deps, edit)).toEqual({ ok: false, problem: "erased" });
  const link = { ...by, bookingId: booking.id, isOldLinkRevoked: true };
  expect(await renewAccessLink(deps, link)).toMatchObject({ problem: "erased" });
  const form = new FormData();
  form.set("firstName", "Edie");
  const scope = { deps, ...CALLER };
  const writer = { booking: erased, actor: by.actor };
  expect(await saveSectionForm(scope, writer, "personalDetails", form)).toMatchObject({
    kind: "refused",
    message: ERASED,
  });
  const contact = new FormData();
  for (const [name, value] of Object.entries({
    intent: "contact",
    outcome: "no-answer",
    note: "Edie is well",
  }))
    contact.set(name, value);
  const answer = await answerBookingPage({ deps, by, bookingId: booking.id, form: contact });
  expect(answer).toMatchObject({ init: { status: 409 }, data: { summary: ERASED } });

  expect(await row.executeTakeFirstOrThrow()).toEqual(erased);
  for (const table of ["booking_contacts", "outbox", "referral_forms"] as const)
    expect(await deps.db.selectFrom(table).select("id").execute()).toEqual([]);
});

test("what is left of an erased booking has no empty fields, and no forms that would be refused", async () => {
  const deps = createTestDeps();
  const { booking } = await bookedPerson(deps);
  await deps.db.updateTable("bookings").set({ preferred_date: "2027-04-01" }).execute();
  const { open, by } = await asAdministrator(deps);
  const page = async (path: string) => {
    const { cookie } = await signInAs(deps, by.actor);
    const { status, text } = await render(deps, path, cookie);
    return { status, text: (/<main[^]*<\/main>/.exec(text) ?? [""])[0] };
  };
  const file = `/admin/bookings/${booking.id}`;
  const refused = ['id="contact-form"', `${file}/edit`, `${file}/link`, `/referral-form/${booking.id}`];
  const before = (await page(file)).text;
  const gone = [...refused, 'name="notify"', "Confirm this date"];
  for (const part of gone) expect(before).toContain(part);

  await erasePerson(deps, await open(EMAIL), by);
  const { text } = await page(file);
  expect(text).toContain(ERASED);
  expect(text).toContain('id="status-form"');
  for (const part of [...gone, "mailto:", "tel:"]) expect(text).not.toContain(part);
  for (const form of ["edit", "edit/client", "edit/assessments"])
    expect((await page(`${file}/${form}`)).status, form).toBe(302);
  expect((await page("/admin/dashboard")).text).toMatch(/>Erased<\/\w+>/);
  for (const path of ["", "submitted/", "confirmation/"])
    expect((await page(`/booking/${path}${booking.id}`)).status).toBe(404);
});

test("a line that a full disk cut short spoils neither the next erasure nor a start", async () => {
  const deps = createTestDeps();
  await bookedPerson(deps);
  const { open, by } = await asAdministrator(deps);
  writeFileSync(join(deps.env.DATA_DIR, "erasures.log"), '{"record_id":"01","kin');
  expect(await erasePerson(deps, await open(EMAIL), by)).toBe("erased");
  const kept = deps.db.selectFrom("tombstones").selectAll().orderBy("record_id");
  const erased = await kept.execute();
  expect(erased, "the booking, the account and the case").toHaveLength(3);
  // A backup from before has no tombstones.
  await deps.db.deleteFrom("tombstones").execute();
  await reapplyErasures(deps);
  expect(await kept.execute()).toEqual(erased);
});

test("a legal hold forbids erasing until it is lifted", async () => {
  const deps = createTestDeps();
  await bookedPerson(deps);
  const { open, by } = await asAdministrator(deps);
  const privacyCase = await open(EMAIL);
  await placeRestriction(deps, { ...by, kind: "legal-hold", case: privacyCase.row });
  expect(await erasePerson(deps, privacyCase, by)).toBe("refused");
  const restriction = await deps.db.selectFrom("privacy_marks").selectAll().executeTakeFirstOrThrow();
  await liftRestriction(deps, {
    ...by,
    restrictionId: restriction.id,
    caseId: privacyCase.row.id,
    person: personOf(privacyCase.subject),
  });
  expect(await erasePerson(deps, privacyCase, by)).toBe("erased");
});

type Posted = Parameters<typeof answerCasePage>[0];

/** Sends a form of the case; the answer's notice, or its status. */
async function send(
  deps: TestDeps,
  by: Posted["by"],
  privacyCase: Posted["privacyCase"],
  fields: Record<string, string>,
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const thrown: unknown = await answerCasePage({ deps, by, privacyCase, form }).catch(
    (answer: unknown) => answer,
  );
  if (thrown instanceof Response)
    return new URL(thrown.headers.get("Location")!, "http://x").searchParams.get("done");
  return (thrown as { init: { status: number } }).init.status;
}

test("a restriction is lifted in a case of its own person alone, and once", async () => {
  const deps = createTestDeps();
  const { booking } = await bookedPerson(deps);
  const { open, by } = await asAdministrator(deps);
  const privacyCase = await open(EMAIL);
  await placeRestriction(deps, { ...by, kind: "restriction", case: privacyCase.row });
  const marks = deps.db.selectFrom("privacy_marks").selectAll();
  const { id: restrictionId } = await marks.executeTakeFirstOrThrow();
  const lift = { intent: "lift", restrictionId } as const;
  expect(await send(deps, by, await open("other@example.org"), lift)).toBe(404);
  expect(await marks.execute()).toMatchObject([{ lifted_at: null }]);
  expect(await send(deps, by, await open(booking.reference), lift)).toBe("lifted");
  expect(await send(deps, by, privacyCase, lift), "from an old page").toBe("lifted");
  const lifts = deps.db.selectFrom("audit_log").select("id").where("action", "=", "privacy.mark-lifted");
  expect(await lifts.execute()).toHaveLength(1);
});

test("an old page of somebody who was erased restricts nobody", async () => {
  const deps = createTestDeps();
  await bookedPerson(deps);
  const { open, by } = await asAdministrator(deps);
  const { row } = await open(EMAIL);
  await erasePerson(deps, (await findCase(deps, row.id))!, by);
  const restrict = { intent: "restriction", reason: "Asked by phone" } as const;
  expect(await send(deps, by, (await findCase(deps, row.id))!, restrict)).toBe("erased");
  expect(await deps.db.selectFrom("privacy_marks").select("id").execute()).toEqual([]);
});

test("a legal hold on the referrer forbids erasing the client of a booking: it would take the referrer's details too", async () => {
  const deps = createTestDeps();
  const { booking } = await bookedPerson(deps);
  const { open, by } = await asAdministrator(deps);
  await placeRestriction(deps, { ...by, kind: "legal-hold", case: (await open(EMAIL)).row });
  const client = await open(booking.reference);
  expect(await erasePerson(deps, client, by)).toBe("refused");
  expect((await readCasePage(deps, client)).restrictions).toHaveLength(1);
});

describe("an erased booking leaves the accounts that had it", () => {
  const CLIENT_ERASED = async (deps: TestDeps, reference: string) => {
    const { open, by } = await asAdministrator(deps);
    await erasePerson(deps, await open(reference), by);
  };
  const PURGED = async (deps: TestDeps) => {
    deps.clock.advance(10 * 366 * 86_400_000);
    await purgeExpired(deps);
  };
  test.each([
    ["erased for its client", CLIENT_ERASED],
    ["purged", PURGED],
  ])("when it is %s", async (_how, erase) => {
    const deps = createTestDeps();
    const { booking, account } = await bookedPerson(deps);
    const confirmed = { userId: account.id, emailKey: account.email_key, isEmailConfirmed: true };
    await deps.db
      .insertInto("customer_bookings")
      .values({ user_id: account.id, booking_id: booking.id, linked_at: booking.created_at })
      .execute();
    const passwords = { password: "correct horse battery", confirmPassword: "correct horse battery" };
    const caller = { ...CALLER, deviceSecret: null, deviceLabel: "Browser", fingerprint: null };
    await registerCustomer(deps, booking, passwords, caller);
    expect(await listCustomerBookings(deps, confirmed)).toHaveLength(1);
    await erase(deps, booking.reference);
    expect(await listCustomerBookings(deps, confirmed)).toEqual([]);
    const customers = deps.db.selectFrom("users").select("id").where("role_id", "=", "customer");
    expect(await customers.execute(), "the account that was for this booking alone is gone").toEqual([
      { id: account.id },
    ]);
  });
});

test("a restricted person gets no mail that was queued for their earlier, wrong address", async () => {
  const deps = createTestDeps();
  const { booking } = await bookedPerson(deps);
  const { open, by } = await asAdministrator(deps);
  const mail = await deps.db.selectFrom("outbox").selectAll().executeTakeFirstOrThrow();
  const toWrong = { ...mail, recipient: "joana.reeve@example.org" };
  await placeRestriction(deps, { ...by, kind: "restriction", case: (await open(EMAIL)).row });
  expect(await reasonNotToSend(deps, toWrong, booking)).toBe("restricted");
});

test("a restricted person gets no mail", async () => {
  const deps = createTestDeps();
  const { booking } = await bookedPerson(deps);
  const { open, by } = await asAdministrator(deps);
  const mail = await deps.db.selectFrom("outbox").selectAll().executeTakeFirstOrThrow();
  await placeRestriction(deps, { ...by, kind: "legal-hold", case: (await open(EMAIL)).row });
  expect(await reasonNotToSend(deps, mail, booking), "a hold stops no mail").toBeNull();
  await placeRestriction(deps, { ...by, kind: "restriction", case: (await open(EMAIL)).row });
  expect(await reasonNotToSend(deps, mail, booking)).toContain("restricted");
  const asked = { ...mail, topic: "password-reset" };
  expect(await reasonNotToSend(deps, asked, null), "what they ask for themselves arrives").toBeNull();
});

test("while a person is restricted, staff change nothing of theirs and no invoice is made", async () => {
  const { deps, xero } = await createXeroDeps();
  const booking = await createBooking(deps, { payment_method: "pay_now" });
  const { open, by } = await asAdministrator(deps);
  const privacyCase = await open(booking.reference);
  await placeRestriction(deps, { ...by, kind: "restriction", case: privacyCase.row });

  const change = {
    bookingId: booking.id,
    version: 1,
    isReferrerTold: true,
    isDateAccepted: true,
    note: "",
    ...by,
  };
  const refused = { ok: false, problem: "restricted" };
  expect(await changeStatus(deps, { ...change, status: "confirmed" })).toEqual(refused);
  const link = { ...by, bookingId: booking.id, isOldLinkRevoked: true };
  expect(await renewAccessLink(deps, link)).toMatchObject({ problem: "restricted" });
  const plan = contactPlan(deps.secrets, BookingEdit.parse(EDIT), "2027-03-10");
  const contact = { bookingId: booking.id, version: 1, plan, isReferrerTold: true, ...by };
  expect(await editBooking(deps, contact)).toEqual(refused);
  const scope = { deps, requestId: "r1", clientAddress: "192.0.2.1" };
  const form = new FormData();
  form.set("firstName", "Edie");
  const save = (actor: Actor) => saveSectionForm(scope, { booking, actor }, "personalDetails", form);
  expect(await save(by.actor)).toMatchObject({ kind: "refused", status: 409 });
  expect(await save({ kind: "visitor", id: null }), "the person's own answers are kept").toMatchObject({
    kind: "saved",
  });
  expect(await createInvoice(deps, booking)).toEqual({ state: "following" });
  expect(xero.requests).toEqual([]);

  const invoice = deps.db.selectFrom("outbox").selectAll().where("kind", "=", "invoice");
  expect(await invoice.executeTakeFirst()).toMatchObject({ state: "cancelled", last_error: HELD_BACK });
  const { id: restrictionId } = await deps.db
    .selectFrom("privacy_marks")
    .select("id")
    .executeTakeFirstOrThrow();
  expect(await send(deps, by, privacyCase, { intent: "lift", restrictionId })).toBe("lifted");
  expect(await changeStatus(deps, { ...change, status: "confirmed" })).toMatchObject({ ok: true });
  // The invoice that the restriction kept back comes by itself.
  await runDueJobs(deps);
  expect(xero.invoices).toHaveLength(1);
});

test("the nightly purge takes what is past its time, and nothing that is held", async () => {
  const deps = createTestDeps();
  const old = "2025-12-01T00:00:00.000Z";
  const recent = await createBooking(deps, { status: "cancelled" });
  const cancelled = await createBooking(deps, { status: "cancelled", updated_at: old });
  const completed = await createBooking(deps, { status: "completed", updated_at: old });
  const held = await createBooking(deps, { status: "pending", updated_at: old });
  const { open, by } = await asAdministrator(deps);
  await placeRestriction(deps, { ...by, kind: "legal-hold", case: (await open(held.reference)).row });

  expect(await purgeExpired(deps)).toEqual({ bookings: 1, drafts: 0, mails: 0 });
  const left = await deps.db.selectFrom("bookings").select("id").where("referrer_email", "!=", "").execute();
  expect(left.map((row) => row.id).sort()).toEqual([recent.id, completed.id, held.id].sort());
  expect(left.map((row) => row.id)).not.toContain(cancelled.id);
});

test("the nightly purge takes what sign-ins, limits, forms and keys of programs left behind", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps);
  await signInAs(deps, await createUser(deps));
  await submitComplaint(deps, { name: "J", email: EMAIL, complaint: "My letter went astray." }, CALLER);
  await claimKey(deps, { key: "k", call: "POST /api/bookings", body: {} }, booking.id);
  const claimed_at = deps.clock.now().toISOString();
  await deps.db
    .insertInto("form_answers")
    .values({ key_hash: "k", claimed_at, answer_sealed: null })
    .execute();
  deps.clock.advance(30 * 86_400_000);
  await purgeExpired(deps);
  for (const table of ["sessions", "rate_limits", "form_answers", "idempotency_keys"] as const)
    expect(await deps.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
});

test("other requests are answered while much is purged", async () => {
  const deps = createTestDeps();
  const finished_at = "2025-12-01T00:00:00.000Z";
  for (let n = 0; n < 3; n += 1) await createBooking(deps, { updated_at: finished_at });
  const mail = { kind: "mail", topic: "access-link", payload: {} } as const;
  const mails = Array.from({ length: 250 }, (_, n) => ({ ...mail, dedupeKey: `mail-${n}` }));
  await enqueueAll(deps, mails);
  await deps.db.updateTable("outbox").set({ state: "sent", finished_at }).execute();

  let turns = 0;
  const takeTurns = () => {
    turns += 1;
    turn = setImmediate(takeTurns);
  };
  let turn = setImmediate(takeTurns);
  expect(await purgeExpired(deps)).toEqual({ bookings: 3, drafts: 0, mails: 250 });
  clearImmediate(turn);
  expect(turns).toBeGreaterThanOrEqual(6);
  const left = await deps.db.selectFrom("outbox").select("id").where("payload_sealed", "!=", "").execute();
  expect(left).toEqual([]);
});

test("a booking whose referral form was changed within the period stays, with the form", async () => {
  const deps = createTestDeps();
  const old = "2025-12-01T00:00:00.000Z";
  const filledIn = await createBooking(deps, { updated_at: old });
  const forgotten = await createBooking(deps, { updated_at: old });
  const form = (booking: { id: string }, now: string) =>
    makeReferral(deps.db, { newId: deps.ids.uuid(), now }, booking.id);
  await form(filledIn, deps.clock.now().toISOString());
  await form(forgotten, old);
  expect(await purgeExpired(deps)).toMatchObject({ bookings: 1 });
  const left = await deps.db.selectFrom("referral_forms").select("booking_id").execute();
  expect(left).toEqual([{ booking_id: filledIn.id }]);
});

test("whom somebody looked up goes with the history of it, unless a restriction stands", async () => {
  const deps = createTestDeps();
  const { open, by } = await asAdministrator(deps);
  const held = await open("held@example.org");
  await placeRestriction(deps, { ...by, kind: "legal-hold", case: held.row });
  const lifted = await open("lifted@example.org");
  await placeRestriction(deps, { ...by, kind: "restriction", case: lifted.row });
  const mark = await deps.db
    .selectFrom("privacy_marks")
    .selectAll()
    .where("email_key", "=", "lifted@example.org")
    .executeTakeFirstOrThrow();
  await liftRestriction(deps, {
    ...by,
    restrictionId: mark.id,
    caseId: lifted.row.id,
    person: personOf(lifted.subject),
  });
  deps.clock.advance(10 * 366 * 86_400_000);
  await open("late@example.org");

  await purgeExpired(deps);

  const left = async (table: "privacy_cases" | "privacy_marks") =>
    (await deps.db.selectFrom(table).select("email_key").orderBy("email_key").execute()).map(
      ({ email_key }) => email_key,
    );
  expect(await left("privacy_cases")).toEqual(["held@example.org", "late@example.org"]);
  expect(await left("privacy_marks")).toEqual(["held@example.org"]);
});

test("what a mail said goes after 30 days, that it was sent stays", async () => {
  const deps = createTestDeps();
  await bookedPerson(deps);
  const finished = "2027-01-01T00:00:00.000Z";
  await deps.db.updateTable("outbox").set({ state: "sent", finished_at: finished }).execute();
  expect(await purgeExpired(deps)).toMatchObject({ mails: 1 });
  const row = await deps.db.selectFrom("outbox").selectAll().executeTakeFirstOrThrow();
  expect([row.state, row.recipient, row.payload_sealed]).toEqual(["sent", null, ""]);
  expect(await composeMail(deps, row)).toMatchObject({ skip: "text-deleted" });
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
  expect((await render(deps, `/admin/outbox/${row.id}`, cookie)).status, "its page opens").toBe(200);
});

test.each(["restriction", "legal-hold"] as const)(
  "under a %s, mails, complaints and history stay past their time; others' go",
  async (kind) => {
    const deps = createTestDeps();
    const { booking } = await bookedPerson(deps);
    const other = await createBooking(deps, {
      referrer_email: "sam@example.org",
      referrer_email_key: "sam@example.org",
    });
    await enqueueMail(deps, {
      topic: "booking-confirmation",
      to: "sam@example.org",
      bookingId: other.id,
      dedupeKey: "other",
      payload: {},
    });
    for (const email of [EMAIL, "sam@example.org"])
      await submitComplaint(deps, { name: "J", email, complaint: "My letter went astray." }, CALLER);
    const { open, by } = await asAdministrator(deps);
    for (const { id } of [booking, other]) await recordStaffView(deps, by, "booking.viewed", ["booking", id]);
    const privacyCase = await open(EMAIL);
    await placeRestriction(deps, { ...by, kind, case: privacyCase.row });
    const history = await accessHistory(deps, privacyCase);
    expect(history).toHaveLength(4);
    await deps.db
      .updateTable("outbox")
      .set({ state: "sent", finished_at: deps.clock.now().toISOString() })
      .execute();
    const files = join(deps.env.DATA_DIR, "outbox");
    const mails = await deps.db.selectFrom("outbox").select(["id", "recipient"]).execute();
    mkdirSync(files, { recursive: true });
    for (const { id } of mails) {
      writeFileSync(join(files, `${id}.eml`), "");
      utimesSync(join(files, `${id}.eml`), 0, 0);
    }

    deps.clock.advance(10 * 366 * 86_400_000);
    await purgeExpired(deps);

    const kept = mails.filter(({ recipient }) => recipient?.toLowerCase() === EMAIL);
    const full = await deps.db.selectFrom("outbox").select("id").where("payload_sealed", "!=", "").execute();
    expect(full.map(({ id }) => id).sort()).toEqual(kept.map(({ id }) => id).sort());
    expect(readdirSync(files).sort()).toEqual(kept.map(({ id }) => `${id}.eml`).sort());
    const complaints = await deps.db.selectFrom("complaints").select("email_key").execute();
    expect(complaints).toEqual([{ email_key: EMAIL }]);
    const views = await deps.db
      .selectFrom("audit_log")
      .select("subject_id")
      .where("action", "=", "booking.viewed")
      .execute();
    expect(views).toEqual([{ subject_id: booking.id }]);
    expect(await accessHistory(deps, privacyCase)).toEqual(history);
  },
);

test("a complaint gets a reference, is acknowledged by mail, and is stored encrypted", async () => {
  const deps = createTestDeps();
  const complaint = { name: "Joanna", email: EMAIL, complaint: "My canary was shown to a neighbour." };
  const reference = await submitComplaint(deps, complaint, CALLER);
  expect(reference).toMatch(/^DPC-/);
  const topics = await deps.db.selectFrom("outbox").select("topic").orderBy("topic").execute();
  expect(topics.map((row) => row.topic)).toEqual(["complaint-notice", "complaint-received"]);
  const row = await deps.db.selectFrom("complaints").selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain("canary");
});

test("a complaint sent again, because its answer was lost, is the same complaint; a day later it is another", async () => {
  const deps = createTestDeps();
  const send = (complaint: string) =>
    submitComplaint(deps, { name: "Joanna", email: EMAIL, complaint }, CALLER);
  const [first, second] = await Promise.all([send("My letter went astray."), send("My letter went astray.")]);
  expect(second).toBe(first);
  expect(await deps.db.selectFrom("outbox").select("id").execute()).toHaveLength(2);
  expect(await send("My letter went astray again.")).not.toBe(first);
  deps.clock.advance(25 * 3_600_000);
  expect(await send("My letter went astray.")).not.toBe(first);
});

test("a case says who of the staff opened a booking; the booking's own history leaves that out", async () => {
  const deps = createTestDeps();
  const { booking } = await bookedPerson(deps);
  const { open, by } = await asAdministrator(deps);
  const customer = { actor: { kind: "customer", id: "customer-1" }, requestId: "r" } as const;
  for (const viewer of [by, customer])
    await recordStaffView(deps, viewer, "booking.viewed", ["booking", booking.id]);
  const history = await accessHistory(deps, await open(EMAIL));
  expect(history).toEqual([
    expect.objectContaining({ what: "Looked up for a privacy request" }),
    expect.objectContaining({ what: "Booking opened", who: "Ada Min" }),
  ]);
  expect((await readBookingFile(deps, booking.id))!.history).toEqual([]);
});

test("a complaint that was answered stays so, whatever an old page sends; its person's case says who did it", async () => {
  const deps = createTestDeps();
  await submitComplaint(deps, { name: "Joanna", email: EMAIL, complaint: "My letter went astray." }, CALLER);
  const { open, by } = await asAdministrator(deps);
  const { id } = await deps.db.selectFrom("complaints").select("id").executeTakeFirstOrThrow();
  await moveComplaint(deps, { ...by, id, state: "answered" });
  await moveComplaint(deps, { ...by, id, state: "acknowledged" });
  expect(await findComplaint(deps, id)).toMatchObject({ state: "answered" });
  const history = await accessHistory(deps, await open(EMAIL));
  expect(history.map(({ what, who }) => `${what}, ${who}`)).toEqual(
    expect.arrayContaining(["Complaint answered, Ada Min", "Complaint received, Referrer or client"]),
  );
  expect(history.map((entry) => entry.what)).not.toContain("Complaint acknowledged");
});
