import { describe, expect, test } from "vitest";
import type { TestDeps } from "#tests/setup/deps.ts";
import { SEED_OFFER_SETTINGS } from "#app/features/settings/offer.ts";
import { saveSettings } from "#app/features/settings/save-settings.server.ts";
import { createBooking, createUser } from "#tests/setup/factories.ts";
import { createXeroDeps } from "#tests/setup/vendors.ts";
import type { XeroStandin } from "#tests/standins/xero.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { createInvoice } from "./create-invoice.server.ts";
import { enqueueInvoice } from "#app/features/booking/money/enqueue-invoice.server.ts";

const line = (assessment_id: string, name: string, price_pence: number | null) => ({
  assessment_id,
  name,
  price_pence,
});
const FINANCE = line("property-finance", "Property and Finance Capacity Assessment", 59_500);
const LITIGATE = line("capacity-litigate", "Capacity to Litigate Assessment", 67_200);
const OTHER = line("other", "Other", null);

const payNow = { payment_method: "pay_now" as const };
const bodies = (xero: XeroStandin, route: string) =>
  xero.requests
    .filter((request) => `${request.method} ${request.path}` === route)
    .map((request) => JSON.parse(request.body) as unknown);
const invoiceJob = (deps: TestDeps) =>
  deps.db.selectFrom("outbox").selectAll().where("kind", "=", "invoice").executeTakeFirstOrThrow();

function invoiceOf(reference: string, rest: object) {
  return {
    Invoices: [
      {
        Type: "ACCREC",
        Contact: { ContactID: expect.any(String) },
        Date: "2027-03-10",
        LineAmountTypes: "Inclusive",
        Reference: reference,
        CurrencyCode: "GBP",
        Status: "AUTHORISED",
        ...rest,
      },
    ],
  };
}

const lineItem = (Description: string, UnitAmount: number) => ({
  Description,
  Quantity: 1,
  UnitAmount,
  AccountCode: "200",
  TaxType: "OUTPUT2",
});

test("an invoice that is made twice at once is noted once", async () => {
  const { deps } = await createXeroDeps();
  const booking = await createBooking(deps, { ...payNow }, [FINANCE]);
  await Promise.all([createInvoice(deps, booking), createInvoice(deps, booking)]);
  const noted = deps.db.selectFrom("audit_log").select("id").where("action", "=", "invoice.created");
  expect(await noted.execute()).toHaveLength(1);
});

describe("what Xero is sent", () => {
  test("face-to-face: sign-in, contact by email, invoice with its discount line, address", async () => {
    const { deps, xero } = await createXeroDeps();
    const booking = await createBooking(
      deps,
      { ...payNow, discount_pence: 7000, total_pence: 119_700, preferred_date: "2027-04-01" },
      [FINANCE, LITIGATE, OTHER],
    );
    const outcome = await createInvoice(deps, booking);

    const [token, search, contact, invoice, online] = xero.requests;
    expect(token).toMatchObject({
      method: "POST",
      path: "/connect/token",
      headers: { authorization: `Basic ${btoa(`${xero.clientId}:${xero.clientSecret}`)}` },
    });
    expect(Object.fromEntries(new URLSearchParams(token!.body))).toEqual({
      grant_type: "client_credentials",
      scope: "accounting.invoices accounting.contacts",
    });
    expect(`${search!.method} ${search!.path}`).toBe("GET /api.xro/2.0/Contacts");
    expect(search!.query.get("where")).toBe('EmailAddress=="joanna.reeve@example.org"');
    expect(search!.headers).toMatchObject({
      authorization: expect.stringMatching(/^Bearer token-/),
      "xero-tenant-id": "",
    });
    expect(`${contact!.method} ${contact!.path}`).toBe("PUT /api.xro/2.0/Contacts");
    expect(JSON.parse(contact!.body)).toEqual({
      Contacts: [{ Name: "Joanna Reeve", EmailAddress: "joanna.reeve@example.org" }],
    });
    expect(`${invoice!.method} ${invoice!.path}`).toBe("PUT /api.xro/2.0/Invoices");
    expect(invoice!.headers["idempotency-key"]).toMatch(
      new RegExp(`^${(await invoiceJob(deps)).id}-invoice-`),
    );
    expect(invoice!.headers["idempotency-key"]!.length).toBeLessThanOrEqual(128);
    expect(JSON.parse(invoice!.body)).toEqual(
      invoiceOf(booking.reference, {
        DueDate: "2027-05-01",
        LineItems: [
          lineItem("Property and Finance Capacity Assessment (Face-to-Face)", 595),
          lineItem("Capacity to Litigate Assessment (Face-to-Face)", 672),
          lineItem("Multi-assessment discount", -70),
        ],
      }),
    );
    const invoiceId = xero.invoices[0]!.InvoiceID;
    expect(`${online!.method} ${online!.path}`).toBe(`GET /api.xro/2.0/Invoices/${invoiceId}/OnlineInvoice`);
    expect(xero.requests).toHaveLength(5);
    expect(outcome).toEqual({
      state: "ready",
      invoice: {
        kind: "full",
        maker: "xero",
        number: "INV-0001",
        onlineUrl: `${xero.url}/pay/${invoiceId}`,
        amountPence: 119_700,
        isDisputed: false,
        issuedOn: "2027-03-10",
        dueOn: "2027-05-01",
        vendorStatus: "authorised",
        vendorTotalPence: null,
        vendorDueOn: null,
        paidPence: null,
        creditedPence: null,
        paidOn: null,
        readAt: null,
        accepted: { wantedPence: null, standingPence: null, forDay: null },
        cancelled: null,
        chargedPence: 0,
      },
    });
  });

  test("virtual: no discount, and 30 days from today while no date is asked for", async () => {
    const { deps, xero } = await createXeroDeps();
    const lines = [
      { ...FINANCE, price_pence: 49_800 },
      { ...LITIGATE, price_pence: 59_500 },
    ];
    const booking = await createBooking(deps, { ...payNow, is_virtual: 1 }, lines);
    await createInvoice(deps, booking);
    expect(bodies(xero, "PUT /api.xro/2.0/Invoices")).toEqual([
      invoiceOf(booking.reference, {
        DueDate: "2027-04-09",
        LineItems: [
          lineItem("Property and Finance Capacity Assessment (Virtual)", 498),
          lineItem("Capacity to Litigate Assessment (Virtual)", 595),
        ],
      }),
    ]);
  });

  test("the agreed visit counts for the due day, not the date that was wished for", async () => {
    const { deps, xero } = await createXeroDeps();
    const booking = await createBooking(deps, { ...payNow, preferred_date: "2027-04-01" }, [FINANCE]);
    const assessor = await createAssessor(deps);
    const change = { ...BY_STAFF, bookingId: booking.id, version: 1, isReferrerTold: false, overruled: null };
    const plan = { ...PLAN, day: "2027-03-15" };
    expect(await agreeVisit(deps, { ...change, plan, assessorId: assessor.id })).toMatchObject({ ok: true });
    await createInvoice(deps, booking);
    expect(bodies(xero, "PUT /api.xro/2.0/Invoices")).toMatchObject([
      { Invoices: [{ DueDate: "2027-04-14" }] },
    ]);
  });

  test("pay later: half as a deposit, due 7 days before the assessment, and only when configured", async () => {
    const { deps, xero } = await createXeroDeps({ env: { DEPOSIT_INVOICES: "on" } });
    const booking = await createBooking(deps, { preferred_date: "2027-04-01" }, [FINANCE]);
    await createInvoice(deps, booking);
    expect(bodies(xero, "PUT /api.xro/2.0/Invoices")).toEqual([
      invoiceOf(booking.reference, {
        DueDate: "2027-03-25",
        LineItems: [lineItem(`50% deposit for booking ${booking.reference}`, 297.5)],
      }),
    ]);

    const third = await createBooking(deps, { deposit_percent: 30 }, [FINANCE]);
    await createInvoice(deps, third);
    expect(bodies(xero, "PUT /api.xro/2.0/Invoices")[1]).toMatchObject({
      Invoices: [{ LineItems: [lineItem(`30% deposit for booking ${third.reference}`, 178.5)] }],
    });

    const plain = await createXeroDeps({ env: { DEPOSIT_INVOICES: "off" } });
    const later = await createBooking(plain.deps, {}, [FINANCE]);
    expect(await createInvoice(plain.deps, later)).toEqual({ state: "none" });
    expect(plain.xero.requests).toEqual([]);
  });

  test("the VAT of the price list of the tax point, also when another list was in force at the booking", async () => {
    const { deps, xero } = await createXeroDeps({ env: { XERO_TAX_TYPE: "0=EXEMPTOUTPUT" } });
    const staff = await createUser(deps, { role_id: "administrator" });
    const by = { actor: { kind: "staff", id: staff.id }, requestId: "r" } as const;
    const before = await createBooking(deps, payNow, [FINANCE]);
    deps.clock.advance(60_000);
    const [seed] = SEED_OFFER_SETTINGS.prices.lists;
    const begins = { validFrom: "2027-03-10", madeAt: deps.clock.now().toISOString() };
    const save = (vatRate: number, baseVersion: number) =>
      saveSettings(
        deps,
        {
          group: "prices",
          value: { lists: [seed!, { ...seed!, ...begins, id: "own", vatRate }] },
          baseVersion,
        },
        by,
      );
    await save(0, 0);
    await createInvoice(deps, before);
    await createInvoice(deps, await createBooking(deps, payNow, [FINANCE]));
    expect(xero.invoices.map(({ LineItems }) => LineItems[0]!.TaxType)).toEqual([
      "EXEMPTOUTPUT",
      "EXEMPTOUTPUT",
    ]);

    await save(17, deps.settings.current().version);
    await createInvoice(deps, await createBooking(deps, payNow, [FINANCE]));
    expect(xero.invoices).toHaveLength(2);
    const [failed] = await deps.db.selectFrom("outbox").selectAll().where("state", "=", "failed").execute();
    expect(failed?.last_error).toBe(
      "The price list has a VAT rate of 17 %, and XERO_TAX_TYPE has no tax type for it.",
    );
  });

  test("a booking of Other alone gets no £0 invoice", async () => {
    const { deps, xero } = await createXeroDeps();
    const booking = await createBooking(deps, payNow, [OTHER]);
    await enqueueInvoice(deps, booking);
    expect(await createInvoice(deps, booking)).toEqual({ state: "none" });
    expect(xero.requests).toEqual([]);
  });

  test("two people who book with one address are each invoiced by their own name", async () => {
    const { deps, xero } = await createXeroDeps();
    const shared = { ...payNow, referrer_email_key: "office@example.org" };
    const [ann, ben] = [
      { ...shared, referrer_first_name: "Ann", referrer_last_name: "Clarke" },
      { ...shared, referrer_first_name: "Ben", referrer_last_name: "Doyle" },
    ];
    for (const row of [ann, ben, ann, ben]) await createInvoice(deps, await createBooking(deps, row));
    const nameOf = (id: string) => xero.contacts.find(({ ContactID }) => ContactID === id)?.Name;
    expect(xero.contacts).toHaveLength(2);
    expect(xero.invoices.map(({ Contact }) => nameOf(Contact.ContactID))).toEqual([
      "Ann Clarke",
      "Ben Doyle",
      "Ann Clarke",
      "Ben Doyle",
    ]);
  });

  test("a contact with the same address and another name is left alone", async () => {
    const { deps, xero } = await createXeroDeps();
    const EmailAddress = "joanna.reeve@example.org";
    xero.contacts.push({ ContactID: "care-home", Name: "Elm House", EmailAddress, ContactStatus: "ACTIVE" });
    await createInvoice(deps, await createBooking(deps, payNow));
    expect(xero.invoices[0]!.Contact.ContactID).not.toBe("care-home");
    expect(xero.contacts.map(({ Name }) => Name)).toEqual(["Elm House", "Joanna Reeve"]);
  });

  test("a second booking finds the contact; a namesake with another address gets a contact of their own", async () => {
    const { deps, xero } = await createXeroDeps();
    await createInvoice(deps, await createBooking(deps, payNow));
    await createInvoice(deps, await createBooking(deps, payNow));
    await createInvoice(deps, await createBooking(deps, { ...payNow, referrer_email_key: "j@example.org" }));
    expect(xero.contacts.map((contact) => contact.Name)).toEqual([
      "Joanna Reeve",
      "Joanna Reeve (j@example.org)",
    ]);
    expect(xero.invoices).toHaveLength(3);
  });
});
