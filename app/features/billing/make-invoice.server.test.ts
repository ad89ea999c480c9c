import { describe, expect, test } from "vitest";
import { runDueJobs } from "#app/features/mail/run-due-jobs.server.ts";
import type { TestDeps } from "#tests/setup/deps.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { createXeroDeps } from "#tests/setup/vendors.ts";
import type { XeroStandin } from "#tests/standins/xero.ts";
import { createInvoice } from "./create-invoice.server.ts";
import { enqueueInvoice } from "./enqueue-invoice.server.ts";
import { findInvoice } from "./find-invoice.server.ts";

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
const routes = (xero: XeroStandin) => xero.requests.map((request) => `${request.method} ${request.path}`);
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

describe("what Xero is sent", () => {
  test("face-to-face: sign-in, contact by e-mail, invoice with its discount line, address", async () => {
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
        onlineUrl: `${xero.url}/pay/${invoiceId}`,
        amountPence: 119_700,
        issuedOn: "2027-03-10",
        dueOn: "2027-05-01",
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

    const plain = await createXeroDeps();
    const later = await createBooking(plain.deps, {}, [FINANCE]);
    expect(await createInvoice(plain.deps, later)).toEqual({ state: "none" });
    expect(plain.xero.requests).toEqual([]);
  });

  test("a booking of Other alone gets no £0 invoice", async () => {
    const { deps, xero } = await createXeroDeps();
    const booking = await createBooking(deps, payNow, [OTHER]);
    expect(await enqueueInvoice(deps.db, deps, booking)).toBeNull();
    expect(await createInvoice(deps, booking)).toEqual({ state: "none" });
    expect(xero.requests).toEqual([]);
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

describe("when Xero fails", () => {
  test.each([
    ["cuts the connection after doing it", "cut-after" as const],
    ["does it and never answers", "hang-after" as const],
    ["does it and answers 500", { status: 500, isDone: true as const }],
  ])("and %s, the invoice is found by its reference and not made again", async (_name, fault) => {
    const { deps, xero } = await createXeroDeps({ deadlineMs: 60 });
    xero.settings.honoursIdempotencyKeys = false;
    xero.faults.decide = (request) =>
      request.method === "PUT" && request.path.endsWith("/Invoices") ? fault : undefined;
    const booking = await createBooking(deps, payNow);
    expect((await createInvoice(deps, booking)).state).toBe("ready");
    expect((await findInvoice(deps, booking.id))?.onlineUrl).toContain("/pay/");
    expect(xero.invoices).toHaveLength(1);
  });

  test("and only searching works again after a while, the next try finds what the first one made", async () => {
    const { deps, xero } = await createXeroDeps({ deadlineMs: 60 });
    xero.settings.honoursIdempotencyKeys = false;
    let isMade = false;
    xero.faults.decide = (request) => {
      if (isMade) return { status: 502 };
      isMade = request.method === "PUT" && request.path.endsWith("/Invoices");
      return isMade ? "cut-after" : undefined;
    };
    const booking = await createBooking(deps, payNow);
    expect((await createInvoice(deps, booking)).state).toBe("following");

    xero.faults.decide = () => undefined;
    deps.clock.advance(5 * 60_000);
    await runDueJobs(deps);
    expect((await findInvoice(deps, booking.id))?.onlineUrl).toContain("/pay/");
    expect(xero.invoices).toHaveLength(1);
  });

  test("an answer that comes too late for the page reaches the referrer by e-mail", async () => {
    const { deps, xero } = await createXeroDeps();
    xero.faults.decide = () => ({ status: 503 });
    const booking = await createBooking(deps, payNow);
    expect(await createInvoice(deps, booking)).toEqual({ state: "following" });

    xero.faults.decide = () => undefined;
    deps.clock.advance(5 * 60_000);
    await runDueJobs(deps);
    await runDueJobs(deps);
    const mail = deps.sentMails.find((sent) => sent.tag === "invoice-ready")!;
    expect(mail.to).toBe(booking.referrer_email);
    expect(mail.text).toContain(`${xero.url}/pay/`);
    expect(mail.text).toContain("£595.00 including VAT");
  });

  test("the page waits only so long, and the job goes on behind it", async () => {
    const { deps, xero } = await createXeroDeps({ deadlineMs: 150 });
    xero.faults.decide = (request) => (request.path === "/connect/token" ? "hang" : undefined);
    const booking = await createBooking(deps, payNow);
    expect(await createInvoice(deps, booking, { waitMs: 10 })).toEqual({ state: "following" });
    const job = await invoiceJob(deps);
    expect(job).toMatchObject({ state: "leased", attempts: 1 });
    await expect.poll(async () => (await invoiceJob(deps)).state).toBe("queued");
  });

  test("two requests for one invoice at the same time make one", async () => {
    const { deps, xero } = await createXeroDeps();
    const booking = await createBooking(deps, payNow);
    const outcomes = await Promise.all([1, 2, 3].map(() => createInvoice(deps, booking)));
    expect(outcomes.map((outcome) => outcome.state)).toEqual(["ready", "ready", "ready"]);
    expect(xero.invoices).toHaveLength(1);
  });

  test("an expired token is replaced once, in the same try", async () => {
    const { deps, xero } = await createXeroDeps();
    await createInvoice(deps, await createBooking(deps, payNow));
    xero.expireTokens();
    const booking = await createBooking(deps, payNow);
    expect((await createInvoice(deps, booking)).state).toBe("ready");
    expect(xero.tokenCalls()).toBe(2);
  });

  test("a hundred at once share one token and stay within 60 calls a minute and 5 at a time", async () => {
    const { deps, xero } = await createXeroDeps();
    const bookings = [];
    for (let index = 0; index < 100; index += 1) bookings.push(await createBooking(deps, payNow));
    await Promise.all(bookings.map((booking) => createInvoice(deps, booking)));
    const apiCalls = () => routes(xero).filter((route) => route.includes("/api.xro/")).length;
    expect(xero.tokenCalls()).toBe(1);
    expect(apiCalls()).toBeLessThanOrEqual(60);
    expect(apiCalls()).toBeGreaterThan(50);

    let before = apiCalls();
    for (let minute = 0; xero.invoices.length < 100 && minute < 20; minute += 1) {
      deps.clock.advance(60_000);
      await runDueJobs(deps);
      expect(apiCalls() - before).toBeLessThanOrEqual(60);
      before = apiCalls();
    }
    expect(new Set(xero.invoices.map((invoice) => invoice.Reference)).size).toBe(100);
    expect(xero.invoices).toHaveLength(100);
  });

  test("a refusal is shown in Xero's words, without the referrer's name or address", async () => {
    const { deps, xero } = await createXeroDeps();
    xero.faults.decide = (request) =>
      request.method === "PUT" && request.path.endsWith("/Invoices")
        ? {
            status: 400,
            body: {
              Elements: [
                {
                  ValidationErrors: [
                    {
                      Message:
                        "Account code '200' is not a valid code for Joanna Reeve joanna.reeve@example.org.",
                    },
                  ],
                },
              ],
            },
          }
        : undefined;
    await createInvoice(deps, await createBooking(deps, payNow));
    expect(await invoiceJob(deps)).toMatchObject({
      state: "failed",
      last_error: "Xero refused the invoice (400): Account code '200' is not a valid code for … ….",
    });
  });
});

test("without Xero's keys nothing is tried, and the invoice is made once they are there", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps, payNow);
  expect(await createInvoice(deps, booking)).toEqual({ state: "following" });
  await runDueJobs(deps);
  expect(await invoiceJob(deps)).toMatchObject({ state: "queued", attempts: 0 });
});
