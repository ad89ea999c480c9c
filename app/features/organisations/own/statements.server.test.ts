import { beforeEach, expect, test } from "vitest";
import { createInvoice } from "#app/features/billing/create-invoice.server.ts";
import { recordPayment } from "#app/features/billing/own/record-payment.server.ts";
import { statementPdf } from "#app/features/billing/own/statement-pdf.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { createOrganisation, createTeam, switchOrganisationsOn } from "#tests/setup/organisations.ts";
import { makeInvoicesHere } from "#tests/setup/own-invoices.ts";
import { render } from "#tests/setup/rendered-site.ts";
import { readPdf } from "#tests/setup/report-files.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { mailStatements, readMonth } from "./statements.server.ts";

let deps: TestDeps;
let team: Awaited<ReturnType<typeof createTeam>>;

beforeEach(async () => {
  deps = createTestDeps();
  await switchOrganisationsOn(deps);
  await makeInvoicesHere(deps);
  team = await createTeam(deps);
});

async function invoiced(overrides: object = {}, organisation_id = team.id) {
  const booking = await createBooking(deps, {
    payment_method: "pay_now",
    organisation_id,
    booked_by: team.booker.id,
    client_first_name: "Wilhelmina",
    client_last_name: "Ashgrove",
    matter_reference: "ASH/17",
    po_number: "=4711",
    ...overrides,
  });
  await createInvoice(deps, booking);
  return booking;
}

const pay = (bookingId: string, on: string, pence = 100_00) =>
  recordPayment(deps, { ...BY_STAFF, bookingId, pence, way: "bank", on, note: "" });

async function open(who: { id: string }, path: string) {
  return render(deps, path, (await signInAs(deps, who)).cookie);
}

/** An invoice of March and a payment of April of one matter, and an invoice of another one that is closed. */
async function twoMonths() {
  const booking = await invoiced();
  await invoiced({ is_closed_matter: 1, matter_reference: "SECRET/1", po_number: "SECRET-PO" });
  await invoiced({ matter_reference: "FOREIGN" }, await createOrganisation(deps, { name: "Trelawny" }));
  deps.clock.set("2027-04-20T09:00:00.000Z");
  await pay(booking.id, "2027-04-19");
  return booking;
}

test("a month has its entries with matter and PO number, and goes on from the month before", async () => {
  const { reference } = await twoMonths();
  const months = (await open(team.billing, "/organisation/statements")).text;
  expect(months).toMatch(/April 2027.*£1,090\.00.*March 2027.*£1,190\.00/s);
  const march = (await open(team.owner, "/organisation/statements/2027-03")).text;
  for (const words of [
    "INV-000001",
    "INV-000002",
    reference,
    "ASH/17, PO =4711",
    "Closed matter",
    "£1,190.00",
  ])
    expect(march).toContain(words);
  expect(march).not.toMatch(/SECRET|FOREIGN|INV-000003|Ashgrove|Wilhelmina|Reeve/);
  const april = (await open(team.billing, "/organisation/statements/2027-04")).text;
  expect(april).toMatch(/Brought forward.*£1,190\.00.*Payment.*-£100\.00.*£1,090\.00/s);
});

test("CSV and PDF say the same; a spreadsheet runs nothing, and amounts stay numbers", async () => {
  await twoMonths();
  const { text } = await open(team.billing, "/organisation/statements/2027-04/statement.csv");
  expect(text).toContain("Date,What,Booking,Matter reference,PO number,Amount (GBP),Balance (GBP)\r\n");
  expect(text).toMatch(/19\/04\/2027,Payment,[\w-]+,ASH\/17,'=4711,-100\.00,1090\.00/);
  expect(text).toContain(",Brought forward,,,,,1190.00");
  const { cookie } = await signInAs(deps, team.billing);
  const answer = await render(deps, "/organisation/statements/2027-03/statement.pdf", cookie);
  expect(answer.status).toBe(200);
  const member = { id: "", organisationId: team.id, organisationName: "Penrose Law" };
  const user = { userId: team.billing.id, emailKey: team.billing.email, isEmailConfirmed: true };
  const sheet = await readMonth(deps, { user, member } as never, "2027-03");
  const pdf = await readPdf(await statementPdf(sheet!));
  for (const words of ["Statement for Penrose Law, March 2027", "PO =4711", "£1,190.00"])
    expect(pdf.text.replace(/\s+/g, " ")).toContain(words);
});

test.each([
  "/organisation/statements",
  "/organisation/statements/2027-03",
  "/organisation/statements/2027-03/statement.csv",
  "/organisation/statements/2027-03/statement.pdf",
])("%s is for Billing and the Owner of this organisation alone", async (path) => {
  await invoiced();
  const stranger = await createUser(deps);
  const other = await createOrganisation(deps, { name: "Trelawny", members: { billing: stranger } });
  for (const who of [team.owner, team.billing]) expect((await open(who, path)).status).toBe(200);
  for (const who of [team.booker, team.reader]) expect((await open(who, path)).status).toBe(404);
  expect((await open(stranger, `${path}?of=${team.id}`)).status).toBe(404);
  expect((await open(stranger, `${path}?of=${other}`)).text).not.toContain("INV-000001");
});

test.each(["2027-13", "2027-3", "march", "2027-04"])("%s is no month that has a statement", async (month) => {
  expect((await open(team.billing, `/organisation/statements/${month}`)).status).toBe(404);
});

const mailed = () => deps.sentMails.filter(({ tag }) => tag === "organisation-statement");

async function night(instant: string) {
  deps.clock.set(instant);
  await mailStatements(deps);
  await runDueJobs(deps);
  return mailed();
}

test("each of Billing is mailed once a month, in its first days, where there is an entry or a balance", async () => {
  await invoiced();
  await createOrganisation(deps, { name: "Quiet", members: { billing: await createUser(deps) } });
  expect(await night("2027-03-31T02:00:00.000Z")).toEqual([]);
  expect((await night("2027-04-01T02:00:00.000Z")).map(({ to }) => to)).toEqual([team.billing.email]);
  expect(await night("2027-04-02T02:00:00.000Z")).toHaveLength(1);
  const [mail] = mailed();
  expect(mail!.text).toContain(`/organisation/statements/2027-03?of=${team.id}`);
  expect(mail!.subject).toContain("March 2027");
  expect(mail!.subject + mail!.text).not.toMatch(/Ashgrove|Wilhelmina|Penrose|£|health|capacity to/i);
  // Only a balance.
  expect(await night("2027-05-05T02:00:00.000Z")).toHaveLength(2);
  expect(await night("2027-06-06T02:00:00.000Z")).toHaveLength(2);
});

test("without Billing the Owners are mailed", async () => {
  await invoiced();
  await deps.db
    .updateTable("memberships")
    .set({ state: "suspended" })
    .where("role", "=", "billing")
    .execute();
  expect((await night("2027-04-01T02:00:00.000Z")).map(({ to }) => to)).toEqual([team.owner.email]);
});

test("a closed organisation and a switch that is off have no mail", async () => {
  await invoiced();
  const { settings } = createTestDeps();
  await mailStatements({ ...deps, settings, clock: deps.clock });
  await deps.db.updateTable("organisations").set({ closed_at: "2027-03-31" }).execute();
  expect(await night("2027-04-01T02:00:00.000Z")).toEqual([]);
  expect(
    await deps.db.selectFrom("outbox").select("id").where("topic", "=", "organisation-statement").execute(),
  ).toEqual([]);
});

test.each([
  ["suspended", () => deps.db.updateTable("memberships").set({ state: "suspended" }).execute()],
  ["made a Reader", () => deps.db.updateTable("memberships").set({ role: "reader" }).execute()],
  ["closed", () => deps.db.updateTable("organisations").set({ closed_at: "2027-04-01" }).execute()],
])("a queued mail is not sent to a member who was %s", async (_, change) => {
  await invoiced();
  deps.clock.set("2027-04-01T02:00:00.000Z");
  await mailStatements(deps);
  await change();
  await runDueJobs(deps);
  expect(mailed()).toEqual([]);
  const jobs = await deps.db
    .selectFrom("outbox")
    .select("cancel_code")
    .where("topic", "=", "organisation-statement")
    .execute();
  expect(jobs).toEqual([{ cancel_code: "membership-ended" }]);
});

test("a practice that invoices elsewhere says so, and not that nothing was invoiced", async () => {
  const path = `/organisation/statements?of=${team.id}`;
  expect((await open(team.billing, path)).text).toContain("nothing was invoiced");
  await makeInvoicesHere(deps, { invoices: { maker: "nowhere" } });
  const { text } = await open(team.billing, path);
  expect(text).toContain("We make our invoices in another system");
  expect(text).not.toContain("nothing was invoiced");
});
