import { expect, test } from "vitest";
import { acceptDifference } from "#app/features/billing/accept-difference.server.ts";
import { payablesFor } from "#app/features/billing/bank/payables.server.ts";
import { createInvoice } from "#app/features/billing/create-invoice.server.ts";
import { overdueBookingIds, overdueInvoices, readOwed } from "#app/features/billing/invoice-state.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { changeStatus } from "#app/features/staff/booking/change-status.server.ts";
import { readStages } from "#app/features/stage/read-stages.server.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { createCharge } from "#tests/setup/charges.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { makeInvoicesHere } from "#tests/setup/own-invoices.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";

import { BY_STAFF } from "#tests/setup/visits.ts";
import { documentsOf } from "./documents.server.ts";
import { invoicePath } from "./invoice-link.ts";
import { accountState, issueNextInvoice } from "./issue.server.ts";
import { refundsDue } from "./payments-page.server.ts";
import { readAccount } from "./read-account.server.ts";
import { recordPayment } from "./record-payment.server.ts";
import { readStatement } from "./statement-page.server.ts";

const DAY_MS = 86_400_000;

async function bookingWith(steps: string) {
  const deps = createTestDeps();
  await makeInvoicesHere(deps);
  const { id, token, reference } = await createBooking(deps, {
    payment_method: "pay_now",
    referrer_relationship: "Solicitor",
    referrer_organisation: "Oak LLP",
  });
  const row = async () => (await findBooking(deps.db, id))!;
  await createInvoice(deps, await row());
  const acts: Record<string, (pounds: number) => Promise<unknown>> = {
    pay: (pounds) =>
      recordPayment(deps, {
        ...BY_STAFF,
        bookingId: id,
        pence: pounds * 100,
        way: "bank",
        on: "2027-03-10",
        note: "",
      }),
    agree: (pounds) =>
      createCharge(deps, { bookingId: id, pence: pounds * 100, as: "agreed", decision: "By telephone" }),
    async invoice() {
      const booking = await row();
      const seen = accountState(booking, await readAccount(deps, booking));
      return issueNextInvoice(deps, { ...BY_STAFF, bookingId: id, seen });
    },
    async cancel() {
      const { version } = await row();
      return changeStatus(deps, {
        ...BY_STAFF,
        bookingId: id,
        version,
        status: "cancelled",
        reason: "",
        note: "",
        isReferrerTold: false,
      });
    },
    stay: (pounds) => acceptDifference(deps, BY_STAFF, id, { wantedPence: 0, standingPence: pounds * 100 }),
    late: async () => deps.clock.advance(60 * DAY_MS),
  };
  for (const step of steps.split(", ")) {
    const [act, pounds = "0"] = step.split(" ");
    expect(await acts[act!]!(Number(pounds)), step).not.toMatchObject({ ok: false });
  }
  return { deps, id, token, reference, row };
}

/** Everything that says what is to be paid for a booking, or paid back. */
test.each<[string, string, { pay?: number; back?: string; isOverdue?: boolean; page: string }]>([
  ["to pay", "pay 95", { pay: 500, page: "£95.00 of £595.00 paid" }],
  ["overdue", "late", { pay: 595, isOverdue: true, page: "overdue since 9 April 2027" }],
  ["cancelled", "cancel", { page: "The booking was cancelled, so there is nothing to pay." }],
  [
    "cancelled, its day over",
    "cancel, late",
    { page: "The booking was cancelled, so there is nothing to pay." },
  ],
  [
    "paid, cancelled",
    "pay 595, cancel",
    { back: "£595.00 by Wednesday 24 March 2027", page: "We pay back £595.00 by Wednesday 24 March 2027." },
  ],
  [
    "paid, cancelled, a charge on no invoice",
    "pay 595, agree 150, cancel",
    { back: "£445.00 by Wednesday 24 March 2027", page: "We keep £150.00 for the charges that remain." },
  ],
  [
    "cancelled, a charge on no invoice",
    "agree 150, cancel",
    { page: "We send you an invoice of £150.00 for the charges that remain." },
  ],
  [
    "cancelled, a charge to pay",
    "cancel, agree 150, invoice",
    { pay: 150, page: "£150.00 is to pay by Wednesday 24 March 2027, for the charges that remain." },
  ],
  [
    "cancelled, a charge overdue",
    "cancel, agree 150, invoice, late",
    { pay: 150, isOverdue: true, page: "£150.00 is to pay by" },
  ],
  [
    "cancelled, and its invoice is to stay",
    "cancel, stay 595, late",
    { pay: 595, isOverdue: true, page: "overdue since 9 April 2027" },
  ],
])("one answer everywhere: %s", async (_name, steps, { pay = 0, back, isOverdue = false, page }) => {
  const { deps, id, token, row } = await bookingWith(steps);
  const amount = formatPoundsAndPence(pay * 100);
  const owed = await readOwed(deps, await row());
  expect(owed.toPayPence).toBe(pay * 100);

  const [payable] = await payablesFor(deps, [
    { id: "l", day: "2027-03-10", pence: 1, words: "INV-000001", doubt: "" },
  ]);
  expect(payable!.openPence, "the bank's lines").toBe(pay * 100);

  const listed = await overdueInvoices(deps, deps.clock.now().toISOString().slice(0, 10), 9);
  const counted = await deps.db
    .selectFrom("bookings")
    .select("id")
    .where((eb) => eb("id", "in", overdueBookingIds(eb, deps.clock.now().toISOString().slice(0, 10))))
    .execute();
  expect([listed.length, counted.length], "overdue").toEqual(isOverdue ? [1, 1] : [0, 0]);
  if (isOverdue && (await row()).status === "cancelled")
    expect((await readStages(deps, [id])).get(id)!.next.code).toBe(
      steps.includes("stay") ? "chase-payment" : "correct-invoice",
    );

  const refunds = await refundsDue(deps);
  expect(refunds.map(({ pence }) => formatPoundsAndPence(pence))).toEqual(back ? [back.split(" ")[0]] : []);
  if (back) expect(refunds).toMatchObject([{ dueOn: "2027-03-24", isLate: false }]);

  const statement = (await readStatement(deps, new URLSearchParams({ booking: id })))!;
  expect([statement.closingName, statement.closing, statement.bankDetails !== ""], "the statement").toEqual(
    back ? ["In your favour", back.split(" ")[0], false] : ["To pay", amount, pay > 0],
  );

  const booking = joinTexts((await render(deps, `/booking/${id}?token=${token}`)).text);
  expect(booking).toContain(page);
  expect(booking).not.toContain("Please call us about anything that you have paid");
  expect(booking.includes("See and pay your invoice"), "the way to pay").toBe(
    pay > 0 && !booking.includes("please do not pay"),
  );
  const newest = (await documentsOf(deps, id)).at(-1)!;
  const paper = joinTexts((await render(deps, invoicePath(deps.secrets, newest.id))).text);
  expect(paper.includes("How to pay"), "the invoice's page").toBe(pay > 0);
  if (pay > 0)
    expect(paper.indexOf(`To pay: ${amount}`), "before the paper").toBeLessThan(
      paper.indexOf("What it is for"),
    );
  expect(paper.includes("To pay: "), "its first screen").toBe(pay > 0);
  if (back) expect(paper).toContain(`pay back ${back}`);

  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
  const staff = joinTexts((await render(deps, `/admin/invoices/${newest.id}`, cookie)).text);
  expect(staff.includes("Overdue since"), "staff's page of it").toBe(isOverdue);
  if (steps === "cancel") expect(staff).toContain("there is nothing to pay");
  if (back) expect(staff).toContain(`pay back ${back}`);
});
