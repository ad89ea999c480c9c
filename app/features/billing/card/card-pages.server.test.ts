import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startStripe, type StripeStandin } from "#tests/standins/stripe.ts";
import { createTestDeps, testContext, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { makeInvoicesHere } from "#tests/setup/own-invoices.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { createCardPages } from "#app/integrations/card-payments/stripe-card-pages.server.ts";
import { placeRestriction } from "#app/features/data-protection/restrictions.server.ts";
import { readDashboard } from "#app/features/staff/dashboard/read-dashboard.server.ts";
import { readDashboardView } from "#app/features/staff/dashboard/dashboard-view.ts";
import { action as webhook } from "#app/routes/api/stripe-webhook.ts";
import { createInvoice } from "../create-invoice.server.ts";
import { standingWords } from "../invoice-standing.ts";
import { findInvoice } from "../invoice-state.server.ts";
import { checkLedger } from "../own/check-ledger.server.ts";
import { documentsOf } from "../own/documents.server.ts";
import { invoicePath } from "../own/invoice-link.ts";
import { cardPageFor, openInvoicePage } from "../own/invoice-page.server.ts";
import { readPaymentsPage } from "../own/payments-page.server.ts";
import { paymentsOf } from "../own/payments.server.ts";
import { recordPayment } from "../own/record-payment.server.ts";
import { readDueCardPages } from "./card-pages.server.ts";

const TODAY = "2027-03-10";

let stripe: StripeStandin;
beforeEach(async () => {
  stripe = await startStripe();
});
afterEach(() => stripe.close());

async function invoiced() {
  const keys = {
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_BASE_URL: stripe.url,
  };
  const made = createTestDeps(keys);
  const deps = { ...made, cardPages: createCardPages({ env: made.env, clock: made.clock, deadlineMs: 300 }) };
  await makeInvoicesHere(deps);
  const booking = await createBooking(deps, { payment_method: "pay_now" });
  await createInvoice(deps, booking);
  const [invoice] = await documentsOf(deps, booking.id);
  const link = invoicePath(deps.secrets, invoice!.id);
  const token = new URL(link, "http://localhost").searchParams.get("token");
  return {
    ...{ deps, booking, link },
    press: () => cardPageFor(deps, invoice!.id, token),
    page: (card: string | null = null) => openInvoicePage(deps, invoice!.id, token, card),
    words: async () => standingWords((await findInvoice(deps, booking.id))!, TODAY),
    payments: async () =>
      (await paymentsOf(deps, booking.id)).map(({ pence, way, source }) => [pence, way, source]),
    async poll() {
      made.clock.advance(11 * 60_000);
      await readDueCardPages(deps);
    },
  };
}

type Made = Awaited<ReturnType<typeof invoiced>>;

async function post({ deps }: Made, { body, signature }: { body: string; signature: string }) {
  const request = new Request("http://localhost/api/webhooks/stripe", {
    method: "POST",
    headers: { "Stripe-Signature": signature, "Content-Type": "application/json" },
    body,
  });
  const args = { request, params: {}, context: testContext(deps), pattern: "/api/webhooks/stripe" };
  const answer = (await webhook(args as never)) as Response;
  return answer.status;
}

const PAID = [[595_00, "card", "card"]];

test("the page leads to Stripe, which learns the amount and the invoice's number alone", async () => {
  const made = await invoiced();
  expect((await made.page())!.cardPath).toMatch(/^\/invoices\/.*\/card\?token=/);
  expect(await made.press()).toBe(stripe.sessions[0]!.url);
  expect(stripe.sessions).toMatchObject([
    { name: "Invoice INV-000001", amount_total: 595_00, currency: "gbp" },
  ]);
  expect(decodeURIComponent(stripe.requests[0]!.body)).not.toMatch(/reeve|capacity|@/i);
  expect(await made.press(), "one open page").toBe(stripe.sessions[0]!.url);
  expect(stripe.sessions).toHaveLength(1);
});

test("the links of an invoice are kept when the booking's links end", async () => {
  const made = await invoiced();
  const { id, token_version } = made.booking;
  const before = await made.page();
  await made.deps.db
    .updateTable("bookings")
    .set({ token_version: token_version + 2 })
    .where("id", "=", id)
    .execute();
  expect((await made.page())!.path).toBe(before!.path);
});

test("two presses at once make one page", async () => {
  const made = await invoiced();
  expect(new Set(await Promise.all([made.press(), made.press()])).size).toBe(1);
  expect(stripe.sessions).toHaveLength(1);
});

test("somebody who comes back from paying sees that it is paid", async () => {
  const made = await invoiced();
  await made.press();
  expect(await made.page("paid"), "too early").toMatchObject({
    card: expect.stringContaining("do not pay twice"),
  });
  stripe.pay(stripe.sessions[0]!);
  expect(await made.page("paid")).toMatchObject({ card: "", state: "Paid. Thank you.", cardPath: null });
  expect(await made.payments()).toEqual(PAID);
  expect((await checkLedger(made.deps)).faults).toEqual([]);
});

test("a payment is seen without anybody coming back, and booked once however often Stripe says so", async () => {
  const made = await invoiced();
  await made.press();
  const [session] = stripe.sessions;
  stripe.pay(session!);
  const event = stripe.event("checkout.session.completed", session!, made.deps.clock.now().getTime());
  expect(await Promise.all([post(made, event), post(made, event)])).toEqual([200, 200]);
  expect(await post(made, event), "replayed").toBe(200);
  await Promise.all([made.poll(), made.page("paid")]);
  expect(await made.payments()).toEqual(PAID);
  expect(await made.words()).toBe("Paid on 10 March 2027");
});

describe("an event that Stripe did not sign is refused, and changes nothing", () => {
  test.each<
    [string, (event: { body: string; signature: string }, now: number) => { body: string; signature: string }]
  >([
    ["another signature", (event) => ({ ...event, signature: event.signature.replace(/v1=./, "v1=x") })],
    ["no signature", ({ body }) => ({ body, signature: "" })],
    ["another body", (event) => ({ ...event, body: event.body.replace("completed", "expired") })],
  ])("%s", async (_name, forge) => {
    const made = await invoiced();
    await made.press();
    const now = made.deps.clock.now().getTime();
    stripe.pay(stripe.sessions[0]!);
    const event = stripe.event("checkout.session.completed", stripe.sessions[0]!, now);
    expect(await post(made, forge(event, now))).toBe(401);
    expect(await made.payments()).toEqual([]);
  });

  test("an hour old", async () => {
    const made = await invoiced();
    await made.press();
    stripe.pay(stripe.sessions[0]!);
    const old = made.deps.clock.now().getTime() - 3_600_000;
    expect(await post(made, stripe.event("checkout.session.completed", stripe.sessions[0]!, old))).toBe(401);
    expect(await made.payments()).toEqual([]);
  });
});

test("an event before anybody paid, and one about a page that is not ours, change nothing", async () => {
  const made = await invoiced();
  await made.press();
  const [session] = stripe.sessions;
  const now = made.deps.clock.now().getTime();
  expect(await post(made, stripe.event("checkout.session.completed", session!, now)), "it lies").toBe(200);
  expect(
    await post(made, stripe.event("checkout.session.completed", { ...session!, id: "cs_other" }, now)),
  ).toBe(200);
  expect(await post(made, stripe.event("charge.refunded", session!, now))).toBe(200);
  expect(await made.payments()).toEqual([]);
});

test("a page that expired is followed by another one", async () => {
  const made = await invoiced();
  await made.press();
  stripe.expire(stripe.sessions[0]!);
  await made.poll();
  expect(await made.press()).toBe(stripe.sessions[1]!.url);
});

test("when something was paid in another way, the page with the old amount ends, and the next asks for the rest", async () => {
  const made = await invoiced();
  await made.press();
  const payment = { bookingId: made.booking.id, pence: 95_00, way: "bank", on: TODAY, note: "" } as const;
  await recordPayment(made.deps, { ...BY_STAFF, ...payment });
  await made.poll();
  expect(stripe.sessions[0]!.status).toBe("expired");
  await made.press();
  expect(stripe.sessions[1]!.amount_total).toBe(500_00);
});

test("paid by card and by bank transfer: both are booked, and what is too much is a refund due", async () => {
  const made = await invoiced();
  await made.press();
  stripe.pay(stripe.sessions[0]!);
  const payment = { bookingId: made.booking.id, pence: 595_00, way: "bank", on: TODAY, note: "" } as const;
  await recordPayment(made.deps, { ...BY_STAFF, ...payment });
  await made.poll();
  expect(await made.payments()).toHaveLength(2);
  expect((await readPaymentsPage(made.deps)).refunds).toMatchObject([{ credit: "£595.00" }]);
  expect((await made.page())!.credit).toMatch(/^You have paid £595\.00 too much/);
  expect((await checkLedger(made.deps)).faults).toEqual([]);
});

test.each([
  ["another amount", { amount_total: 1_00 }],
  ["another currency", { currency: "eur" }],
])(
  "%s than was asked for is not booked, and is on the dashboard until staff dealt with it",
  async (_name, paid) => {
    const made = await invoiced();
    await made.press();
    stripe.pay(stripe.sessions[0]!, paid);
    await made.poll();
    expect(await made.payments()).toEqual([]);
    const dashboard = (handlesMoney: boolean) =>
      readDashboard(made.deps, readDashboardView(new URLSearchParams()), "", { handlesMoney });
    expect((await dashboard(true)).cardPayments).toMatchObject([
      { why: expect.stringContaining("Another amount") },
    ]);
    expect((await dashboard(false)).cardPayments).toEqual([]);
  },
);

test("a restricted person's payment waits on the list, and is booked once the restriction is lifted", async () => {
  const made = await invoiced();
  await made.press();
  const subject = { id: "case", email_key: null, booking_id: made.booking.id };
  await placeRestriction(made.deps, { ...BY_STAFF, kind: "restriction", reason: "x", case: subject });
  stripe.pay(stripe.sessions[0]!);
  await made.poll();
  expect(await made.payments()).toEqual([]);
  expect((await readPaymentsPage(made.deps)).cardPayments).toHaveLength(1);
  await made.deps.db.deleteFrom("privacy_marks").execute();
  made.deps.clock.advance(86_400_000);
  await made.poll();
  expect(await made.payments()).toHaveLength(1);
  expect((await readPaymentsPage(made.deps)).cardPayments).toEqual([]);
});

describe("while Stripe is down for two hours", () => {
  test.each<[string, "hang" | "cut" | { status: number }]>([
    ["silent", "hang"],
    ["unreachable", "cut"],
    ["failing", { status: 500 }],
    ["busy", { status: 429 }],
    ["refusing our key", { status: 401 }],
  ])("%s: the page still says how to pay, and nothing is lost", async (_name, fault) => {
    const made = await invoiced();
    await made.press();
    stripe.pay(stripe.sessions[0]!);
    stripe.faults.decide = () => fault;
    expect(await made.press()).toBe(`${made.link}&card=down`);
    expect(await made.page("down")).toMatchObject({
      card: expect.stringContaining("Please pay in another way"),
      view: { bankDetails: expect.stringContaining("Sort code") },
    });
    for (let hours = 0; hours < 2; hours += 1) await made.poll();
    expect(await made.payments()).toEqual([]);
    stripe.faults.decide = () => undefined;
    made.deps.clock.advance(2 * 3_600_000);
    await made.poll();
    expect(await made.payments()).toHaveLength(1);
  });
});

test("an answer that got lost leads to the page that Stripe had made", async () => {
  const made = await invoiced();
  stripe.faults.decide = () => "cut-after";
  expect(await made.press()).toBe(`${made.link}&card=down`);
  stripe.faults.decide = () => undefined;
  expect(await made.press()).toBe(stripe.sessions[0]!.url);
  expect(stripe.sessions).toHaveLength(1);
});

test("without keys nobody is offered to pay by card", async () => {
  const made = await invoiced();
  const without: TestDeps = { ...made.deps, cardPages: null };
  const [invoice] = await documentsOf(without, made.booking.id);
  const token = new URL(made.link, "http://localhost").searchParams.get("token");
  expect(await openInvoicePage(without, invoice!.id, token)).toMatchObject({ cardPath: null });
  expect(await cardPageFor(without, invoice!.id, token)).toBeNull();
});
