import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readDashboard } from "#app/features/staff/dashboard/read-dashboard.server.ts";
import { readDashboardView } from "#app/features/staff/dashboard/dashboard-view.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { changeStatus } from "#app/features/staff/booking/change-status.server.ts";
import { invoicedWithCards, postEvent } from "#tests/setup/card-payments.ts";
import { createUser, signInAs } from "#tests/setup/factories.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import {
  startStripe,
  type StripeDispute,
  type StripeRefund,
  type StripeStandin,
} from "#tests/standins/stripe.ts";
import { checkLedger } from "../own/check-ledger.server.ts";
import { readPaymentsPage } from "../own/payments-page.server.ts";
import { paymentsOf } from "../own/payments.server.ts";
import { recordPayment, recordRefund, undoPayment } from "../own/record-payment.server.ts";
import { readAllReturns, settleReturn } from "./returns.server.ts";

const TODAY = "2027-03-10";

let stripe: StripeStandin;
beforeEach(async () => {
  stripe = await startStripe();
});
afterEach(() => stripe.close());

/** An invoice of £595 that was paid by card, and acts of staff. */
async function paid() {
  const made = await invoicedWithCards(stripe);
  await made.press();
  const [session] = stripe.sessions;
  stripe.pay(session!);
  await made.page("paid");
  const { deps, booking } = made;
  const admin = (await signInAs(deps, await createUser(deps, { role_id: "administrator" }))).cookie;
  const now = () => deps.clock.now().getTime();
  const list = async () => (await readPaymentsPage(deps)).returns;
  return {
    ...made,
    session: session!,
    now,
    list,
    event: (type: string, about: StripeRefund | StripeDispute) =>
      postEvent(deps, stripe.event(type, about, now())),
    async settle(intent: string, more: Record<string, string> = {}) {
      const [one] = await list();
      const form = { intent, return: one!.id, seen: one!.seen, ...more };
      const { status, text, location } = await render(deps, "/admin/payments", admin, form);
      return { status, location, text: joinTexts(text) };
    },
    undo: async (pence: number) => {
      const row = (await paymentsOf(deps, booking.id)).find((one) => one.pence === pence && !one.undone_at);
      return undoPayment(deps, { ...BY_STAFF, paymentId: row!.id });
    },
    standing: async () => {
      const faults = (await checkLedger(deps)).faults;
      return [await made.words(), faults.length];
    },
    history: async () =>
      (
        await deps.db.selectFrom("audit_log").select("action").where("subject_id", "=", booking.id).execute()
      ).map(({ action }) => action),
  };
}

const extra = { way: "bank", on: TODAY, note: "" } as const;

describe("a refund at Stripe", () => {
  test.each(["charge.refunded", "refund.created", "poll"])(
    "is on the lists with its booking: %s",
    async (way) => {
      const made = await paid();
      const refund = stripe.refund(made.session, made.now());
      if (way === "poll") await readAllReturns(made.deps);
      else expect(await made.event(way, refund)).toBe(200);
      expect(await made.list()).toMatchObject([
        {
          reference: made.booking.reference,
          what: "£595.00 was refunded at Stripe.",
          canApply: true,
          same: "",
          does: expect.stringContaining("£595.00 is to be paid again"),
        },
      ]);
      const view = readDashboardView(new URLSearchParams());
      const dashboard = (handlesMoney: boolean) => readDashboard(made.deps, view, "", { handlesMoney });
      expect((await dashboard(true)).parts["card-return"]?.shown).toHaveLength(1);
      expect((await dashboard(false)).parts["card-return"]).toBeNull();
      expect(await made.standing(), "nothing follows by itself").toEqual(["Paid on 10 March 2027", 0]);
      expect(await made.history()).toContain("card.returned");
    },
  );

  test("is applied once, however often and in whatever order Stripe tells of it", async () => {
    const made = await paid();
    const refund = stripe.refund(made.session, made.now());
    await Promise.all([made.event("refund.created", refund), made.event("charge.refunded", refund)]);
    expect(await made.settle("return-apply")).toMatchObject({
      location: "/admin/payments?done=return-apply",
    });
    await made.event("refund.updated", refund);
    await readAllReturns(made.deps);
    expect(await made.list()).toEqual([]);
    expect(await made.payments()).toEqual([
      [595_00, "card", "card"],
      [-595_00, "card", "card"],
    ]);
    expect(await made.standing()).toEqual(["Due by 9 April 2027", 0]);
    const mails = await made.deps.db.selectFrom("outbox").select("topic").execute();
    expect(mails.filter(({ topic }) => topic === "payment-refunded")).toHaveLength(1);
  });

  test("in part, of what was paid too much: the rest stays paid, and the refund due ends", async () => {
    const made = await paid();
    await recordPayment(made.deps, { ...BY_STAFF, ...extra, bookingId: made.booking.id, pence: 50_00 });
    const refund = stripe.refund(made.session, made.now(), { amount: 50_00 });
    await made.event("refund.created", refund);
    expect((await made.list())[0]!.does).toBe("If you apply it, it counts as paid back.");
    await made.settle("return-apply");
    expect(await made.standing()).toEqual(["Paid on 10 March 2027", 0]);
    expect((await readPaymentsPage(made.deps)).refunds).toEqual([]);
  });

  test("that staff recorded already is asked about, and not booked twice", async () => {
    const made = await paid();
    await recordPayment(made.deps, { ...BY_STAFF, ...extra, bookingId: made.booking.id, pence: 50_00 });
    await recordRefund(made.deps, {
      ...BY_STAFF,
      ...extra,
      way: "card",
      bookingId: made.booking.id,
      pence: 50_00,
    });
    await made.event("refund.created", stripe.refund(made.session, made.now(), { amount: 50_00 }));
    expect((await made.list())[0]!.same).toMatch(/^A refund of this sum on 10\/03\/2027 is/);
    await made.settle("return-recorded");
    expect(await made.list()).toEqual([]);
    expect(await made.payments()).toHaveLength(3);
    expect(await made.undo(-50_00)).toEqual({ ok: true });
    expect(await made.list(), "taken back here, it is to be dealt with again").toMatchObject([{ same: "" }]);
  });

  test("that fails later brings back what it took", async () => {
    const made = await paid();
    const refund = stripe.refund(made.session, made.now(), { status: "pending" });
    await made.event("refund.created", refund);
    await made.settle("return-apply");
    refund.status = "failed";
    await made.event("refund.failed", refund);
    expect(await made.list()).toMatchObject([
      { what: expect.stringContaining("did not get it"), canApply: true },
    ]);
    await made.settle("return-apply");
    expect(await made.list()).toEqual([]);
    expect(await made.standing()).toEqual(["Paid on 10 March 2027", 0]);
  });

  test("is set aside with a reason alone", async () => {
    const made = await paid();
    await made.event("refund.created", stripe.refund(made.session, made.now()));
    expect(await made.settle("return-aside")).toMatchObject({
      status: 400,
      text: expect.stringContaining("Please say why you set it aside."),
    });
    await made.settle("return-aside", { reason: "Paid twice by mistake." });
    expect(await made.list()).toEqual([]);
    expect(await made.history()).toContain("card.set-aside");
    expect(await made.standing()).toEqual(["Paid on 10 March 2027", 0]);
  });

  test("is refused where the payment was taken back here, or the page is old", async () => {
    const made = await paid();
    await made.event("refund.created", stripe.refund(made.session, made.now()));
    expect(await made.settle("return-apply", { seen: "old" })).toMatchObject({ status: 409 });
    await made.undo(595_00);
    expect(await made.settle("return-apply")).toMatchObject({
      status: 409,
      text: expect.stringContaining("is not in the account"),
    });
    expect(await made.standing()).toEqual(["Due by 9 April 2027", 0]);
  });
});

describe("what is to be paid back of a cancelled booking, and went back at Stripe already,", () => {
  const cancelled = async () => {
    const made = await paid();
    const { version } = (await findBooking(made.deps.db, made.booking.id))!;
    const change = { ...BY_STAFF, bookingId: made.booking.id, version, reason: "", note: "" };
    await changeStatus(made.deps, { ...change, status: "cancelled", isReferrerTold: false });
    const admin = await signInAs(made.deps, await createUser(made.deps, { role_id: "administrator" }));
    const pages = ["/admin/payments", `/admin/bookings/${made.booking.id}/invoices`, "/admin/dashboard"];
    const said = () =>
      Promise.all(
        pages.map(async (page) =>
          joinTexts((await render(made.deps, page, admin.cookie)).text).includes(
            "£595.00 went back at Stripe already: deal with that",
          ),
        ),
      );
    return { made, said };
  };

  test("says so on every list until staff deal with it", async () => {
    const { made, said } = await cancelled();
    expect(await said()).toEqual([false, false, false]);
    await made.event("refund.created", stripe.refund(made.session, made.now()));
    expect(await said()).toEqual([true, true, true]);
    await made.settle("return-apply");
    expect(await said()).toEqual([false, false, false]);
    expect((await readPaymentsPage(made.deps)).refunds).toEqual([]);
  });

  test("says nothing of a dispute that is off the account and was lost since", async () => {
    const { made, said } = await cancelled();
    const dispute = stripe.dispute(made.session, made.now());
    await made.event("charge.dispute.created", dispute);
    expect(await said()).toEqual([true, true, true]);
    await made.settle("return-apply");
    dispute.status = "lost";
    await made.event("charge.dispute.closed", dispute);
    expect(await made.list()).toHaveLength(1);
    expect(await said()).toEqual([false, false, false]);
  });
});

describe("a dispute", () => {
  test("is to be answered by a day, and lost it is to be paid again", async () => {
    const made = await paid();
    const dispute = stripe.dispute(made.session, made.now());
    await made.event("charge.dispute.created", dispute);
    expect(await made.list()).toMatchObject([
      { what: expect.stringContaining("disputes £595.00"), answerBy: "Wednesday 24 March 2027" },
    ]);
    await made.settle("return-aside", { reason: "Answered." });
    expect(await made.list()).toEqual([]);
    dispute.status = "lost";
    await made.event("charge.dispute.closed", dispute);
    expect(await made.list()).toMatchObject([{ what: expect.stringContaining("was lost"), answerBy: null }]);
    await made.settle("return-apply");
    expect(await made.standing()).toEqual(["Due by 9 April 2027", 0]);
    const mails = await made.deps.db.selectFrom("outbox").select("topic").execute();
    expect(mails, "the payer knows of it").not.toContainEqual({ topic: "payment-refunded" });
  });

  test("won after its money was taken off counts as paid again", async () => {
    const made = await paid();
    const dispute = stripe.dispute(made.session, made.now());
    await made.event("charge.dispute.funds_withdrawn", dispute);
    await made.settle("return-apply");
    expect(await made.standing()).toEqual(["Due by 9 April 2027", 0]);
    dispute.status = "won";
    await readAllReturns(made.deps);
    expect(await made.list()).toMatchObject([{ does: "If you apply it, the money counts as paid again." }]);
    await made.settle("return-apply");
    expect(await made.list()).toEqual([]);
    expect(await made.standing()).toEqual(["Paid on 10 March 2027", 0]);
  });

  test.each([
    ["warning_needs_response", "asks about", "Wednesday 24 March 2027"],
    ["under_review", "disputes", null],
    ["won", "in our favour", null],
    ["warning_closed", "in our favour", null],
  ] as const)("%s", async (status, words, answerBy) => {
    const made = await paid();
    await made.event("charge.dispute.updated", stripe.dispute(made.session, made.now(), { status }));
    expect(await made.list()).toMatchObject([{ what: expect.stringContaining(words), answerBy }]);
    if (status !== "under_review") await made.settle("return-aside");
    expect(await made.list()).toHaveLength(status === "under_review" ? 1 : 0);
  });
});

test("what Stripe says of a payment that is none of ours, or in euros, changes no account", async () => {
  const made = await paid();
  const other = { ...made.session, payment_intent: "pi_other" };
  await made.event("refund.created", stripe.refund(other, made.now()));
  expect(await made.list()).toEqual([]);
  await made.event("refund.created", stripe.refund(made.session, made.now(), { currency: "eur" }));
  expect(await made.list()).toMatchObject([
    { what: expect.stringContaining("another currency"), canApply: false },
  ]);
  await made.settle("return-aside");
  expect(await made.list()).toEqual([]);
});

test("a page of an earlier release is found by its payment, and one of an event that came first too", async () => {
  const made = await paid();
  await made.deps.db.updateTable("card_pages").set({ payment_id: null }).execute();
  await made.event("refund.created", stripe.refund(made.session, made.now()));
  expect(await made.list()).toHaveLength(1);
});

test("an event lies: Stripe is asked, and an event that failed comes again", async () => {
  const made = await paid();
  const refund = { ...stripe.refund(made.session, made.now()), amount: 1 };
  stripe.faults.decide = ({ path }) => (path === "/v1/refunds" ? { status: 500 } : undefined);
  expect(await made.event("refund.created", refund)).toBe(500);
  await readAllReturns(made.deps);
  expect(await made.list()).toEqual([]);
  stripe.faults.decide = () => undefined;
  await made.event("refund.created", refund);
  expect(await made.list()).toMatchObject([{ what: "£595.00 was refunded at Stripe." }]);
});

test("after any history of these acts the ledger's law holds", async () => {
  const made = await paid();
  const { deps, booking } = made;
  const bookingId = booking.id;
  const settle = async (how: "apply" | "recorded" | "aside") => {
    const [one] = await made.list();
    const posted = { return: one?.id ?? "", seen: one?.seen ?? "", reason: "x" };
    await settleReturn(deps, { ...BY_STAFF, ...posted, how });
  };
  const acts: Record<string, (pence: number) => Promise<unknown>> = {
    pay: (pence) => recordPayment(deps, { ...BY_STAFF, ...extra, bookingId, pence }),
    payBack: (pence) => recordRefund(deps, { ...BY_STAFF, ...extra, bookingId, pence }),
    refund: async (amount) => stripe.refund(made.session, made.now(), { amount }),
    dispute: async (amount) => stripe.dispute(made.session, made.now(), { amount }),
    fail: async () => stripe.refunds.forEach((one) => (one.status = "failed")),
    win: async () => stripe.disputes.forEach((one) => (one.status = "won")),
    lose: async () => stripe.disputes.forEach((one) => (one.status = "lost")),
    apply: () => settle("apply"),
    recorded: () => settle("recorded"),
    aside: () => settle("aside"),
    async takeBack(pence) {
      const rows = (await paymentsOf(deps, bookingId)).filter(({ undone_at }) => undone_at === null);
      const row = rows[pence % Math.max(1, rows.length)];
      if (row) await undoPayment(deps, { ...BY_STAFF, paymentId: row.id });
    },
  };
  const step = fc.tuple(fc.constantFrom(...Object.keys(acts)), fc.constantFrom(50_00, 95_00, 595_00));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      for (const [act, pence] of steps) {
        await acts[act]!(pence);
        await readAllReturns(deps);
        expect((await checkLedger(deps)).faults, steps.map(([name]) => name).join(" ")).toEqual([]);
      }
    }),
    { numRuns: 8, endOnFailure: true },
  );
});

test("more than a hundred refunds are read", async () => {
  const made = await paid();
  for (let count = 0; count < 119; count += 1) stripe.refund(made.session, made.now(), { amount: 5_00 });
  await readAllReturns(made.deps);
  const rows = await made.deps.db.selectFrom("card_returns").select("id").execute();
  expect(rows).toHaveLength(119);
});
