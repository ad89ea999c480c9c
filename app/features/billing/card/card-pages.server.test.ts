import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startStripe, type StripeStandin } from "#tests/standins/stripe.ts";
import { invoicedWithCards, postEvent } from "#tests/setup/card-payments.ts";
import type { TestDeps } from "#tests/setup/deps.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { answerCharge } from "#app/features/charges/charges.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { changeStatus } from "#app/features/staff/booking/change-status.server.ts";
import { createCharge } from "#tests/setup/charges.ts";
import { BY_REFERRER } from "#tests/setup/contributions.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { placeRestriction } from "#app/features/data-protection/restrictions.server.ts";
import { readDashboard } from "#app/features/staff/dashboard/read-dashboard.server.ts";
import { readDashboardView } from "#app/features/staff/dashboard/dashboard-view.ts";
import { openPence, standingOf } from "../invoice-standing.ts";
import { findInvoice, overdueInvoices } from "../invoice-state.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { withNewAddress, withNewLink } from "#app/features/booking/record/access-links.ts";
import { updateBooking } from "#app/features/booking/record/write-booking.server.ts";
import { renewAccessLink } from "#app/features/staff/booking/booking-links.server.ts";
import { accountState, issueNextInvoice } from "../own/issue.server.ts";
import { readAccount } from "../own/read-account.server.ts";
import { readDueInvoices } from "../read-invoices.server.ts";
import { checkLedger } from "../own/check-ledger.server.ts";
import { documentsOf } from "../own/documents.server.ts";
import { cardPageFor, openInvoicePage } from "../own/invoice-page.server.ts";
import { readPaymentsPage } from "../own/payments-page.server.ts";
import { recordPayment } from "../own/record-payment.server.ts";
import { readDueCardPages, settleCardPage } from "./card-pages.server.ts";

const TODAY = "2027-03-10";

let stripe: StripeStandin;
beforeEach(async () => {
  stripe = await startStripe();
});
afterEach(() => stripe.close());

const invoiced = () => invoicedWithCards(stripe);

type Made = Awaited<ReturnType<typeof invoiced>>;

async function cancel({ deps, booking }: Made): Promise<void> {
  const { version } = (await findBooking(deps.db, booking.id))!;
  const change = { ...BY_STAFF, bookingId: booking.id, version, reason: "", note: "", isReferrerTold: false };
  expect(await changeStatus(deps, { ...change, status: "cancelled" })).toMatchObject({ ok: true });
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

test.each([
  ["staff", (booking: BookingRow) => withNewLink(booking)],
  ["the referrer", (booking: BookingRow) => withNewAddress(booking, new Date(0))],
])("a link of an invoice is kept when the address of the referrer is corrected by %s", async (_by, links) => {
  const made = await invoiced();
  const before = await made.page();
  const booking = (await findBooking(made.deps.db, made.booking.id))!;
  const address = { referrer_email: "new@example.org", referrer_email_key: "new@example.org" };
  await updateBooking(made.deps.db, made.deps, booking, { ...address, ...links(booking) });
  expect((await made.page())!.path).toBe(before!.path);
  expect((await findInvoice(made.deps, booking.id))!.onlineUrl).toContain(made.link);
});

test("a link of an invoice ends when staff end the booking's links on purpose, and a new one is mailed", async () => {
  const made = await invoiced();
  const { id } = made.booking;
  const renewal = { ...BY_STAFF, bookingId: id };
  await renewAccessLink(made.deps, { ...renewal, isOldLinkRevoked: false });
  expect(await made.page(), "sent again").not.toBeNull();
  await renewAccessLink(made.deps, { ...renewal, isOldLinkRevoked: true });
  expect(await made.page()).toBeNull();
  expect(await made.press()).toBeNull();
  expect((await render(made.deps, made.link)).status).toBe(404);
  const { onlineUrl } = (await findInvoice(made.deps, id))!;
  expect((await render(made.deps, onlineUrl!.replace("http://localhost:3000", ""))).status).toBe(200);
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
  expect(await Promise.all([postEvent(made.deps, event), postEvent(made.deps, event)])).toEqual([200, 200]);
  expect(await postEvent(made.deps, event), "replayed").toBe(200);
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
    expect(await postEvent(made.deps, forge(event, now))).toBe(401);
    expect(await made.payments()).toEqual([]);
  });

  test("an hour old", async () => {
    const made = await invoiced();
    await made.press();
    stripe.pay(stripe.sessions[0]!);
    const old = made.deps.clock.now().getTime() - 3_600_000;
    expect(
      await postEvent(made.deps, stripe.event("checkout.session.completed", stripe.sessions[0]!, old)),
    ).toBe(401);
    expect(await made.payments()).toEqual([]);
  });
});

test("an event before anybody paid, and one about a page that is not ours, change nothing", async () => {
  const made = await invoiced();
  await made.press();
  const [session] = stripe.sessions;
  const now = made.deps.clock.now().getTime();
  expect(
    await postEvent(made.deps, stripe.event("checkout.session.completed", session!, now)),
    "it lies",
  ).toBe(200);
  expect(
    await postEvent(
      made.deps,
      stripe.event("checkout.session.completed", { ...session!, id: "cs_other" }, now),
    ),
  ).toBe(200);
  expect(await postEvent(made.deps, stripe.event("charge.refunded", session!, now))).toBe(200);
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
  expect((await readPaymentsPage(made.deps)).refunds).toMatchObject([{ pence: 595_00 }]);
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
    expect((await dashboard(true)).parts["card-payment"]?.shown).toMatchObject([{ state: "other-amount" }]);
    expect((await dashboard(false)).parts["card-payment"]).toBeNull();
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
  expect(await made.page(), "nothing is asked twice").toMatchObject({
    open: null,
    cardPath: null,
    onItsWay: expect.stringContaining("please do not pay again"),
  });
  expect(await made.press()).toBe(made.link);
  expect(stripe.sessions).toHaveLength(1);
  await made.deps.db.deleteFrom("privacy_marks").execute();
  made.deps.clock.advance(86_400_000);
  await made.poll();
  expect(await made.payments()).toHaveLength(1);
  expect((await readPaymentsPage(made.deps)).cardPayments).toEqual([]);
  expect(await made.page()).toMatchObject({ state: "Paid. Thank you.", onItsWay: "" });
});

test("a restricted person's payment that staff paid back at Stripe is asked for again", async () => {
  const made = await invoiced();
  await made.press();
  const subject = { id: "case", email_key: null, booking_id: made.booking.id };
  await placeRestriction(made.deps, { ...BY_STAFF, kind: "restriction", reason: "x", case: subject });
  stripe.pay(stripe.sessions[0]!);
  await made.poll();
  expect(await made.words()).toContain("£595.00 on its way");
  await settleCardPage(made.deps, (await readPaymentsPage(made.deps)).cardPayments[0]!.id);
  expect(await made.words()).toBe("Due by 9 April 2027");
  expect(await made.page()).toMatchObject({ open: "£595.00", onItsWay: "" });
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

describe("a payment that takes days", () => {
  async function paidLater() {
    const made = await invoiced();
    await made.press();
    const [session] = stripe.sessions;
    stripe.payLater(session!);
    const event = (type: string) =>
      postEvent(
        made.deps,
        stripe.event(`checkout.session.${type}`, session!, made.deps.clock.now().getTime()),
      );
    return { ...made, session: session!, event };
  }
  const facts = async ({ deps, booking }: Made) => {
    const invoice = (await findInvoice(deps, booking.id))!;
    const onList = await overdueInvoices(deps, "2028-01-01", 10);
    return [standingOf(invoice, "2028-01-01"), openPence(invoice), onList.length];
  };

  test.each(["completed", "return", "poll", "press"])(
    "is said, and nothing is asked twice: found by %s",
    async (way) => {
      const made = await paidLater();
      if (way === "completed") expect(await made.event("completed")).toBe(200);
      if (way === "return") await made.page("paid");
      if (way === "poll") await made.poll();
      expect(await made.press(), "leads back to the invoice").toBe(made.link);
      expect(stripe.sessions).toHaveLength(1);
      for (const card of [null, "paid"])
        expect(await made.page(card)).toMatchObject({
          open: null,
          cardPath: null,
          card: "",
          state: "",
          onItsWay: expect.stringMatching(
            /^Your payment of £595\.00, made on Wednesday 10 March 2027, is on its/,
          ),
        });
      expect(await made.words()).toBe("£595.00 on its way since 10 March 2027");
      expect(await facts(made), "neither overdue nor to pay").toEqual(["on-its-way", 0, 0]);
      expect((await readPaymentsPage(made.deps)).onTheirWay).toMatchObject([{ pence: 595_00 }]);
      expect(await made.payments()).toEqual([]);
      expect((await checkLedger(made.deps)).faults).toEqual([]);
    },
  );

  test("no reminder goes out while it is on its way", async () => {
    const made = await paidLater();
    await made.event("completed");
    made.deps.clock.advance(300 * 86_400_000);
    await readDueInvoices(made.deps);
    const queued = () =>
      made.deps.db.selectFrom("outbox").select("topic").where("topic", "=", "invoice-reminder");
    expect(await queued().execute()).toEqual([]);
    stripe.fail(made.session);
    await made.event("async_payment_failed");
    await readDueInvoices(made.deps);
    expect(await queued().execute(), "it is asked for again").toHaveLength(1);
  });

  test.each(["async_payment_succeeded", "poll"])("that arrives is booked once: found by %s", async (way) => {
    const made = await paidLater();
    await made.event("completed");
    stripe.arrive(made.session);
    await (way === "poll" ? made.poll() : Promise.all([made.event(way), made.event(way)]));
    await made.event("completed");
    expect(await made.payments()).toEqual(PAID);
    expect(await made.page()).toMatchObject({ state: "Paid. Thank you.", onItsWay: "" });
    expect(await facts(made)).toEqual(["paid", 0, 0]);
    expect((await readPaymentsPage(made.deps)).onTheirWay).toEqual([]);
  });

  test.each(["async_payment_failed", "poll"])(
    "that fails can be paid again, and payer and staff are told: found by %s",
    async (way) => {
      const made = await paidLater();
      await made.event("completed");
      stripe.fail(made.session);
      await (way === "poll" ? made.poll() : Promise.all([made.event(way), made.event(way)]));
      await made.event("completed");
      expect(await facts(made)).toEqual(["overdue", 595_00, 1]);
      expect(await made.page()).toMatchObject({
        onItsWay: "",
        open: "£595.00",
        cardPath: made.link.replace("?", "/card?"),
      });
      await runDueJobs(made.deps);
      const told = made.deps.sentMails.filter(({ subject }) => subject.includes("did not arrive"));
      expect(told).toMatchObject([{ text: expect.stringContaining(made.link) }]);
      const [toCheck] = (await readPaymentsPage(made.deps)).cardPayments;
      expect(toCheck).toMatchObject({ state: "failed" });
      expect(await made.press()).toBe(stripe.sessions[1]!.url);
      await settleCardPage(made.deps, toCheck!.id);
      expect((await readPaymentsPage(made.deps)).cardPayments).toEqual([]);
      stripe.arrive(made.session);
      await made.event("async_payment_succeeded");
      expect(await made.payments(), "late, and booked still").toEqual(PAID);
    },
  );

  test("stays on its way while Stripe fails, does not know it, or may not say how it stands", async () => {
    const made = await paidLater();
    await made.event("completed");
    for (const [path, status] of [
      ["/v1/checkout", 404],
      ["/v1/checkout", 500],
      ["/v1/payment_intents", 403],
      ["/v1/payment_intents", 404],
    ] as const) {
      stripe.faults.decide = (request) =>
        request.path.startsWith(path) ? { status, body: { error: {} } } : undefined;
      await made.poll();
      expect((await made.page())!.onItsWay, `${path} ${status}`).not.toBe("");
    }
  });

  test.each([200, 404])("ends after 14 days, also when Stripe answers %s without news", async (status) => {
    const made = await paidLater();
    await made.event("completed");
    if (status === 404) stripe.faults.decide = () => ({ status, body: { error: {} } });
    made.deps.clock.advance(14 * 86_400_000);
    await made.poll();
    expect((await made.page())!.onItsWay, "on the last day").not.toBe("");
    made.deps.clock.advance(86_400_000);
    await made.poll();
    expect(await made.page()).toMatchObject({ onItsWay: "", open: "£595.00" });
    expect((await readPaymentsPage(made.deps)).cardPayments).toHaveLength(1);
    stripe.faults.decide = () => undefined;
    stripe.arrive(made.session);
    expect(await made.event("async_payment_succeeded")).toBe(200);
    expect(await made.payments(), "late, and booked still").toEqual(PAID);
  });

  test("what came to be paid since is asked for alone", async () => {
    const made = await paidLater();
    await made.event("completed");
    const { deps, booking } = made;
    const chargeId = await createCharge(deps, { bookingId: booking.id, pence: 50_00 });
    await answerCharge(deps, { by: BY_REFERRER, bookingId: booking.id, chargeId, isAgreed: true });
    const read = await readAccount(deps, booking);
    const seen = accountState(booking, read);
    expect(await issueNextInvoice(deps, { ...BY_STAFF, bookingId: booking.id, seen })).toEqual({ ok: true });
    expect(await made.page()).toMatchObject({ onItsWay: expect.stringContaining("£595.00") });
    expect(await made.press()).toBe(stripe.sessions[1]!.url);
    expect(stripe.sessions[1]!.amount_total).toBe(50_00);
    await made.poll();
    expect(stripe.sessions[1]!.status, "its amount is right").toBe("open");
  });

  test("is not ended because another amount is to pay now", async () => {
    const made = await paidLater();
    const part = { bookingId: made.booking.id, pence: 95_00, way: "bank", on: TODAY, note: "" } as const;
    await recordPayment(made.deps, { ...BY_STAFF, ...part });
    await made.poll();
    expect(await made.press()).toBe(made.link);
    expect(await made.page()).toMatchObject({ open: null, onItsWay: expect.stringContaining("£595.00") });
    stripe.arrive(made.session);
    await made.poll();
    expect((await readPaymentsPage(made.deps)).refunds).toMatchObject([{ pence: 95_00 }]);
  });

  test("of a booking that was cancelled since is paid back once it has arrived", async () => {
    const made = await paidLater();
    await made.event("completed");
    await cancel(made);
    expect(await made.page()).toMatchObject({
      state: expect.stringContaining("was cancelled"),
      onItsWay: expect.stringContaining("We pay back"),
    });
    stripe.arrive(made.session);
    await made.poll();
    expect((await readPaymentsPage(made.deps)).refunds).toMatchObject([{ pence: 595_00 }]);
  });
});

test("cancelling ends the open page within a minute, and nobody can pay there", async () => {
  const made = await invoiced();
  await made.press();
  await cancel(made);
  await readDueCardPages(made.deps);
  expect(stripe.sessions[0]!.status).toBe("expired");
  expect(await made.press(), "no other one is made").toBe(made.link);
  expect(stripe.sessions).toHaveLength(1);
});

test("looking at the address of the card page makes no page at Stripe", async () => {
  const made = await invoiced();
  for (const path of [made.link, made.link.replace("?", "/card?")])
    expect(joinTexts((await render(made.deps, path)).text)).toContain("Pay £595.00 by card");
  expect(stripe.requests).toEqual([]);
});

test("without keys nobody is offered to pay by card", async () => {
  const made = await invoiced();
  const without: TestDeps = { ...made.deps, cardPages: null };
  const [invoice] = await documentsOf(without, made.booking.id);
  const token = new URL(made.link, "http://localhost").searchParams.get("token");
  expect(await openInvoicePage(without, invoice!.id, token)).toMatchObject({ cardPath: null });
  expect(await cardPageFor(without, invoice!.id, token)).toBeNull();
});
