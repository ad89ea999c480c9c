import { describe, expect, test } from "vitest";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { appendChange } from "#app/features/settings/settings.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { checkLedger } from "./check-ledger.server.ts";
import { readToInvoice, readWithoutAddress } from "./to-invoice.server.ts";
import { BillingEdit, billingPlan } from "#app/features/staff/booking/billing-edit.server.ts";
import { editBooking } from "#app/features/staff/booking/edit-booking.server.ts";
import { makeInvoicesHere, VAT_REGISTERED } from "#tests/setup/own-invoices.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { createInvoice } from "../create-invoice.server.ts";
import { findInvoice, invoiceTask } from "../invoice-state.server.ts";
import { readInvoiceNow } from "../read-invoices.server.ts";
import { documentsOf, openDocumentsOf } from "./documents.server.ts";
import { invoicePdf } from "./invoice-pdf.server.ts";
import { documentView, openInvoicePage } from "./invoice-page.server.ts";
import { afterRelease } from "#app/features/staff/booking/after-release.server.ts";
import { issueCreditNote, issueNextInvoice } from "./issue.server.ts";
import { sumsOf } from "./sums.ts";
import { readStaffInvoices } from "./staff-invoices.server.ts";

async function practice(given: Parameters<typeof makeInvoicesHere>[1] = {}) {
  const deps = createTestDeps();
  await makeInvoicesHere(deps, given);
  return deps;
}

const payNow = { payment_method: "pay_now" as const };

type Booking = Awaited<ReturnType<typeof createBooking>>;

const stateOf = async (deps: TestDeps, booking: Booking) => (await readStaffInvoices(deps, booking)).state;

async function issueNext(deps: TestDeps, booking: Booking) {
  return issueNextInvoice(deps, { ...BY_STAFF, bookingId: booking.id, seen: await stateOf(deps, booking) });
}

async function credit(deps: TestDeps, booking: Booking, pence: number, invoiceId?: string) {
  const [first] = await documentsOf(deps, booking.id);
  return issueCreditNote(deps, {
    ...BY_STAFF,
    bookingId: booking.id,
    seen: await stateOf(deps, booking),
    pence,
    reason: "As agreed",
    invoiceId: invoiceId ?? first!.id,
  });
}

const tokenOf = (url: string) => new URL(url).searchParams.get("token");

test("an invoice waits for the PO number that the agreement asks for, wherever one could be issued", async () => {
  const deps = await practice({ invoices: { isMadeAtRelease: true } });
  const booking = await createBooking(deps, { status: "completed", needs_po: 1 });
  expect(await issueNext(deps, booking)).toMatchObject({ problem: "needs-po" });
  await afterRelease(deps as never, booking.id, { ...BY_STAFF, isCompleted: false });
  expect(await documentsOf(deps, booking.id)).toEqual([]);
  const words = "The invoice waits for the PO number that the agreement asks for.";
  expect((await readStaffInvoices(deps, booking)).waits).toBe(words);
  expect((await readToInvoice(deps)).shown).toMatchObject([{ refusal: words }]);
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
  const page = async () =>
    joinTexts((await render(deps, `/admin/bookings/${booking.id}/invoices`, cookie)).text);
  expect(await page()).toMatch(/agreement asks for\. .*Enter the PO number/);
  expect(await page()).not.toContain("Issue invoice");
  await deps.db.updateTable("bookings").set({ po_number: "4711" }).execute();
  expect(await page()).toContain("Issue invoice");
  expect((await readToInvoice(deps)).shown).toMatchObject([{ refusal: null }]);
  expect(await issueNext(deps, booking)).toEqual({ ok: true });
});

describe("without Xero, a booking that is paid now", () => {
  test("gets an invoice at once, with a page that says how to pay", async () => {
    const deps = await practice({ company: VAT_REGISTERED });
    const booking = await createBooking(deps, payNow);
    const outcome = await createInvoice(deps, booking);
    if (outcome.state !== "ready") throw new Error(outcome.state);
    const { onlineUrl, number } = outcome.invoice;
    expect(number).toBe("INV-000001");
    expect(onlineUrl).toMatch(/^http:\/\/localhost:3000\/invoices\/[\w-]+\?token=/);
    const [document] = await documentsOf(deps, booking.id);
    const page = (await openInvoicePage(deps, document!.id, tokenOf(onlineUrl!)))!;
    expect(page.view).toMatchObject({
      title: "VAT invoice",
      total: "£595.00",
      vat: "£99.17",
      net: "£495.83",
      bankDetails: "Sort code 00-00-00\nAccount 12345678",
      lines: [{ description: `Assessment, booking ${booking.reference}`, rate: "20%" }],
    });
    expect(page).toMatchObject({ state: "Due by Friday 9 April 2027.", open: "£595.00" });
    await runDueJobs(deps);
    expect(deps.sentMails.map(({ subject }) => subject)).toContain(
      `Your invoice for booking ${booking.reference}`,
    );
    expect(deps.sentMails.find(({ subject }) => subject.startsWith("Your invoice"))?.text).toContain(
      onlineUrl,
    );
  });

  test("shows no VAT where the practice has no VAT number", async () => {
    const deps = await practice();
    const booking = await createBooking(deps, payNow);
    await createInvoice(deps, booking);
    const [document] = await openDocumentsOf(deps, booking.id);
    expect(document).toMatchObject({ totalPence: 595_00, content: { lines: [{ vatRate: 0, vatPence: 0 }] } });
  });

  test("keeps its numbers in a row from the first that the practice chose", async () => {
    const deps = await practice({ invoices: { firstNumber: 412 } });
    const numbers: (string | null)[] = [];
    for (let count = 0; count < 3; count += 1) {
      const booking = await createBooking(deps, payNow);
      await createInvoice(deps, booking);
      numbers.push((await findInvoice(deps, booking.id))!.number);
    }
    expect(numbers).toEqual(["INV-000412", "INV-000413", "INV-000414"]);
  });

  test("is asked for twenty times at once, and twenty bookings get twenty numbers without a gap", async () => {
    const deps = await practice();
    const bookings = await Promise.all(Array.from({ length: 20 }, () => createBooking(deps, payNow)));
    await Promise.all(
      bookings.flatMap((booking) => [createInvoice(deps, booking), createInvoice(deps, booking)]),
    );
    for (let round = 0; round < 10; round += 1) {
      await runDueJobs(deps);
      deps.clock.advance(60 * 60_000);
    }
    const rows = await deps.db.selectFrom("invoice_documents").select(["number", "booking_id"]).execute();
    expect(rows.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    expect(new Set(rows.map(({ booking_id }) => booking_id)).size).toBe(20);
  });
});

test("a wrong token, an unknown invoice and another document's token are not found alike", async () => {
  const deps = await practice();
  const booking = await createBooking(deps, payNow);
  await createInvoice(deps, booking);
  const url = (await findInvoice(deps, booking.id))!.onlineUrl!;
  await credit(deps, booking, 10_00);
  const [invoice, note] = await documentsOf(deps, booking.id);
  expect(await openInvoicePage(deps, invoice!.id, tokenOf(url))).not.toBeNull();
  expect(await openInvoicePage(deps, note!.id, tokenOf(url))).toBeNull();
  expect(await openInvoicePage(deps, invoice!.id, null)).toBeNull();
  expect(await openInvoicePage(deps, invoice!.id, booking.token)).toBeNull();
  expect(await openInvoicePage(deps, "unknown", tokenOf(url))).toBeNull();
});

test("deposit, then balance: the second invoice is for what the first left, and follows the agreed visit", async () => {
  const deps = await practice({ invoices: { hasDeposits: true } });
  const booking = await createBooking(deps, { preferred_date: "2027-04-20" });
  await createInvoice(deps, booking);
  expect(await findInvoice(deps, booking.id)).toMatchObject({
    kind: "deposit",
    amountPence: 297_50,
    dueOn: "2027-04-13",
  });
  const assessor = await createAssessor(deps);
  const agreed = await agreeVisit(deps, {
    ...BY_STAFF,
    bookingId: booking.id,
    version: booking.version,
    plan: { ...PLAN, day: "2027-04-27" },
    assessorId: assessor.id,
    isReferrerTold: true,
    overruled: { reason: "As agreed" },
  });
  expect(agreed.ok).toBe(true);
  await readInvoiceNow(deps, booking.id);
  expect(await findInvoice(deps, booking.id)).toMatchObject({ vendorDueOn: "2027-04-20" });
  expect(await issueNext(deps, booking)).toMatchObject({ ok: true });
  const [, balance] = await documentsOf(deps, booking.id);
  expect(balance).toMatchObject({ kind: "further", totalPence: 297_50, dueOn: "2027-05-27" });
  expect(await findInvoice(deps, booking.id)).toMatchObject({ kind: "full", amountPence: 595_00 });
});

test("a change of the booking is shown as what to issue, and nothing changes by itself", async () => {
  const deps = await practice();
  const booking = await createBooking(deps, payNow);
  await createInvoice(deps, booking);
  const cheaper = { ...booking, total_pence: 525_00 };
  const invoice = (await findInvoice(deps, booking.id))!;
  expect(invoiceTask(cheaper, invoice)).toContain("make a credit note for the difference of £70.00");
  expect(await readStaffInvoices(deps, cheaper)).toMatchObject({ tooMuch: "70.00", next: null });
  const dearer = { ...booking, total_pence: 700_00 };
  expect(invoiceTask(dearer, invoice)).toContain("invoice the difference of £105.00");
  expect((await readStaffInvoices(deps, dearer)).next).toMatchObject({ sums: { totalPence: 105_00 } });
  expect(await documentsOf(deps, booking.id)).toHaveLength(1);
});

describe("a credit note", () => {
  test("has a number of its own series, the rate of its invoice even if that changed since, and is mailed", async () => {
    const deps = await practice({ company: VAT_REGISTERED });
    const booking = await createBooking(deps, payNow);
    await createInvoice(deps, booking);
    await makeInvoicesHere(deps, { company: { vatNumber: "" } });
    expect(await credit(deps, booking, 70_00)).toMatchObject({ ok: true });
    const [, note] = await openDocumentsOf(deps, booking.id);
    expect(note).toMatchObject({ number: "CN-000001", totalPence: 70_00 });
    expect(note!.content.lines).toMatchObject([{ vatRate: 20, vatPence: 11_67 }]);
    expect(note!.content.seller.vatNumber).toBe("GB123456782");
    await runDueJobs(deps);
    const mail = deps.sentMails.find(({ subject }) => subject.startsWith("Credit note"));
    expect(mail?.text).toMatch(/CN-000001[\s\S]*INV-000001[\s\S]*£70\.00/);
  });

  test("names the day of its invoice and its reason, and an invoice after it has all lines again", async () => {
    const deps = await practice({ company: VAT_REGISTERED });
    const booking = await createBooking(deps, { ...payNow, total_pence: 1_197_00, discount_pence: 70_00 }, [
      { assessment_id: "property-finance", name: "Property and Finance", price_pence: 595_00 },
      { assessment_id: "capacity-gift", name: "Capacity to Make a Gift", price_pence: 672_00 },
    ]);
    await createInvoice(deps, booking);
    await runDueJobs(deps);
    deps.clock.set("2027-03-15T09:00:00.000Z");
    expect(await credit(deps, booking, 1_197_00)).toMatchObject({ ok: true });
    const [invoice, note] = await openDocumentsOf(deps, booking.id);
    expect(sumsOf(note!.content.lines).vatPence).toBe(sumsOf(invoice!.content.lines).vatPence);
    const { facts, note: rest } = documentView(note!, invoice!);
    expect(Object.fromEntries(facts)).toMatchObject({
      "For invoice": "INV-000001 of Wednesday 10 March 2027",
      "Reason for the credit": "As agreed",
    });
    expect(rest).toBe("");
    expect(await issueNext(deps, booking)).toMatchObject({ ok: true });
    const again = (await openDocumentsOf(deps, booking.id)).at(-1)!;
    expect(again.kind).toBe("full");
    expect(again.content.lines).toEqual(invoice!.content.lines);
  });

  test("is refused for more than is left of its invoice, and for another booking's", async () => {
    const deps = await practice();
    const booking = await createBooking(deps, payNow);
    const other = await createBooking(deps, payNow);
    await createInvoice(deps, booking);
    await createInvoice(deps, other);
    expect(await credit(deps, booking, 500_00)).toMatchObject({ ok: true });
    expect(await credit(deps, booking, 95_01)).toMatchObject({ problem: "too-much" });
    const [theirs] = await documentsOf(deps, other.id);
    expect(await credit(deps, booking, 1, theirs!.id)).toMatchObject({ problem: "too-much" });
    expect(await credit(deps, booking, 95_00)).toMatchObject({ ok: true });
    expect(await findInvoice(deps, booking.id)).toMatchObject({
      vendorStatus: "paid",
      creditedPence: 595_00,
    });
  });
});

describe("a booking whose VAT rate changed since it was made", () => {
  async function changed() {
    const deps = await practice({ company: VAT_REGISTERED });
    const lines = [
      { assessment_id: "capacity-will", name: "Will", price_pence: 595_00 },
      { assessment_id: "capacity-gift", name: "Gift", price_pence: 595_00 },
    ];
    const booking = await createBooking(
      deps,
      { ...payNow, discount_pence: 70_00, total_pence: 1_120_00 },
      lines,
    );
    const { prices } = deps.settings.current();
    const list = { ...prices.lists[0]!, id: "later", validFrom: "2027-04-01", vatRate: 15 };
    await appendChange(deps.db, deps.clock, "prices", { lists: [...prices.lists, list] }, null);
    await deps.settings.reload();
    deps.clock.set("2027-04-05T09:00:00Z");
    const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
    const path = `/admin/bookings/${booking.id}/invoices`;
    const seen = await stateOf(deps, booking);
    const press = (more = {}) => render(deps, path, cookie, { intent: "invoice", seen, ...more });
    return { deps, booking, press, page: async () => joinTexts((await render(deps, path, cookie)).text) };
  }

  test("is invoiced once staff said which price stays", async () => {
    const { deps, booking, press, page } = await changed();
    expect(await page()).toContain(
      "The VAT rate was 20% when the booking was made, and is 15% for this invoice. Which price stays?",
    );
    expect(await page()).toContain("The price without VAT: £1,073.34 with VAT");
    const refusal = await press();
    expect([refusal.status, joinTexts(refusal.text)]).toEqual([
      400,
      expect.stringContaining("Choose which price stays"),
    ]);
    expect(await documentsOf(deps, booking.id)).toEqual([]);
  });

  // 595.00 / 1.2 = 495.83, with 15 per cent 570.21; 70.00 / 1.2 with 15 per cent 67.08.
  test.each([
    ["gross", 1_120_00, [595_00, 595_00, -70_00]],
    ["net", 1_073_34, [570_21, 570_21, -67_08]],
  ])("with the %s price", async (keep, total, lines) => {
    const { deps, booking, press } = await changed();
    expect((await press({ keep })).status).toBe(302);
    const [document] = await openDocumentsOf(deps, booking.id);
    expect(document!.content.lines.map(({ grossPence }) => grossPence)).toEqual(lines);
    expect(new Set(document!.content.lines.map(({ vatRate }) => vatRate))).toEqual(new Set([15]));
    const row = (await findBooking(deps.db, booking.id))!;
    expect([row.total_pence, document!.totalPence]).toEqual([total, total]);
    expect((await readStaffInvoices(deps, row)).next, "nothing is left").toBeNull();
    expect(invoiceTask(row, (await findInvoice(deps, booking.id))!)).toBeNull();
    expect((await checkLedger(deps)).faults).toEqual([]);
  });

  test("is not among those that are made together, and not made at a release", async () => {
    const { deps, booking } = await changed();
    await deps.db.updateTable("bookings").set({ status: "completed" }).execute();
    const { shown } = await readToInvoice(deps);
    expect(shown.map(({ refusal }) => refusal)).toEqual([expect.stringContaining("VAT rate changed")]);
    expect(await issueNext(deps, booking)).toMatchObject({ problem: "rate" });
  });
});

test("two members of staff issue the same invoice at once: one is made, the other is told", async () => {
  const deps = await practice();
  const booking = await createBooking(deps);
  const seen = await stateOf(deps, booking);
  const issue = () => issueNextInvoice(deps, { ...BY_STAFF, bookingId: booking.id, seen });
  const both = await Promise.all([issue(), issue()]);
  expect(both).toContainEqual({ ok: true });
  expect(both).toContainEqual({ ok: false, problem: "changed" });
  expect(await documentsOf(deps, booking.id)).toHaveLength(1);
});

test("the PDF is tagged, in English, and has the title of its document", async () => {
  const deps = await practice({ company: VAT_REGISTERED });
  const booking = await createBooking(deps, { ...payNow, referrer_first_name: "Siân Ŵyn" });
  await createInvoice(deps, booking);
  const [document] = await documentsOf(deps, booking.id);
  const url = (await findInvoice(deps, booking.id))!.onlineUrl!;
  const page = (await openInvoicePage(deps, document!.id, tokenOf(url)))!;
  const text = (await invoicePdf(page.view)).toString("latin1");
  expect(text.slice(0, 8)).toBe("%PDF-1.7");
  for (const part of ["/Marked true", "/Lang (en-GB)", "/S /H1", "/S /TH", "/S /TD", "/DisplayDocTitle true"])
    expect(text).toContain(part);
});

describe("the buyer's address on a VAT invoice over £250", () => {
  const FIRM = { referrer_relationship: "Solicitor", referrer_organisation: "Oak LLP" };
  const small = [{ assessment_id: "capacity-gift", name: "Gift", price_pence: 250_00 }];

  test.each<[string, object, typeof small | undefined, boolean, boolean]>([
    ["a firm that pays now", { ...payNow, ...FIRM }, undefined, true, true],
    ["a firm that pays later", FIRM, undefined, true, true],
    ["a family that pays now", payNow, undefined, true, false],
    ["a family that pays later", {}, undefined, false, false],
    ["a firm, for £250", { ...payNow, ...FIRM }, small, false, false],
  ])("is asked of, and chased: %s", async (_name, given, lines, isAsked, isListed) => {
    const deps = await practice({ company: VAT_REGISTERED });
    const booking = await createBooking(deps, given, lines);
    const says = async () =>
      joinTexts((await render(deps, `/booking/${booking.id}?token=${booking.token}`)).text).includes(
        "enter your billing address",
      );
    expect(await says()).toBe(isAsked);
    const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
    const page = await render(deps, `/admin/bookings/${booking.id}/invoices`, cookie);
    expect(await createInvoice(deps, booking)).toMatchObject({ state: "ready" });
    const listed = async () => (await readWithoutAddress(deps)).shown.map(({ id }) => id);
    expect(await listed()).toEqual(isListed ? [booking.id] : []);
    const payments = joinTexts((await render(deps, "/admin/payments", cookie)).text);
    expect(payments.includes("VAT invoices without the buyer’s address")).toBe(isListed);
    const row = (await findBooking(deps.db, booking.id))!;
    const plan = billingPlan(deps.secrets, BillingEdit.parse({ billingAddress: "1 High Street, Leeds" }));
    const edit = { ...BY_STAFF, bookingId: booking.id, version: row.version, plan, isReferrerTold: false };
    expect(await editBooking(deps, edit)).toMatchObject({ ok: true });
    expect([await says(), await listed()]).toEqual([false, []]);
    expect(page.text.includes("A VAT invoice over £250 has its buyer")).toBe(lines === undefined);
  });
});
