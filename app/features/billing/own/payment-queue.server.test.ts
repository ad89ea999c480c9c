import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { makeInvoicesHere } from "#tests/setup/own-invoices.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { createInvoice } from "../create-invoice.server.ts";
import { disputeInvoice } from "../dispute-invoice.server.ts";
import { storeLines } from "../bank/lines.server.ts";
import { recordPayment } from "./record-payment.server.ts";

const DAY_MS = 86_400_000;

async function practice() {
  const deps = createTestDeps();
  await makeInvoicesHere(deps);
  const user = await createUser(deps, { role_id: "administrator" });
  const booked = async (referrer_last_name: string) => {
    const booking = await createBooking(deps, { payment_method: "pay_now", referrer_last_name });
    await createInvoice(deps, booking);
    return booking;
  };
  const read = async (path = "/admin/payments") => {
    const { status, text } = await render(deps, path, (await signInAs(deps, user)).cookie);
    return { status, html: text, text: joinTexts(text) };
  };
  return { deps, user, booked, read };
}

test("Payments begins with what to do, for whom, since when, and has its button", async () => {
  const { deps, booked, read } = await practice();
  const [twice, disputed, late] = [await booked("Twice"), await booked("Disputed"), await booked("Late")];
  const payment = { pence: 600_00, on: "2027-03-10", way: "bank", note: "" } as const;
  await recordPayment(deps, { ...BY_STAFF, bookingId: twice.id, ...payment });
  await disputeInvoice(deps, { ...BY_STAFF, bookingId: disputed.id, reason: "Too dear" });
  deps.clock.advance(40 * DAY_MS);
  const { text } = await read();
  for (const words of [
    "Refund £5.00 to",
    "Disputed by the customer · 1",
    "Invoices overdue · 1",
    "days late",
  ])
    expect(text).toContain(words);
  expect(text.indexOf("Refunds due")).toBeLessThan(text.indexOf("Invoices overdue"));
  expect(text.indexOf("Invoices overdue")).toBeLessThan(text.indexOf("Latest payments"));
  expect((await read()).html).toContain(`aria-label="Record refund: ${twice.reference}"`);
  const only = (await read("/admin/payments?only=overdue")).text;
  expect(only).toContain(late.reference);
  expect(only).not.toContain("Disputed by the customer ·");
});

test("a sure line of the bank is booked from there, with what the page showed", async () => {
  const { deps, user, booked, read } = await practice();
  const { id, reference } = await booked("Paid");
  const line = { day: "2027-03-09", pence: 595_00, words: `FPI ${reference}`, doubt: "" };
  await storeLines(deps, { lines: [line] });
  const { html } = await read();
  const [, lineId] = /name="line" value="([^"]+)"/.exec(html)!;
  const [, seen] = /name="seen-[^"]+" value="([^"]+)"/.exec(html)!;
  const form = {
    intent: "book",
    list: "sure",
    line: lineId!,
    [`for-${lineId}`]: reference,
    [`seen-${lineId}`]: seen!,
  };
  const { cookie } = await signInAs(deps, user);
  const { location } = await render(deps, "/admin/payments/bank-file", cookie, form);
  expect(location).toBe("/admin/payments/bank-file?done=book");
  const paid = await deps.db.selectFrom("payments").select(["booking_id", "pence"]).execute();
  expect(paid).toEqual([{ booking_id: id, pence: 595_00 }]);
  expect((await read("/admin/payments?show=all")).text).toContain("Paid");
});

test("a statement is found by a booking's reference and by an invoice's number", async () => {
  const { booked, read } = await practice();
  const { reference } = await booked("Customer");
  const at = (booking: string) => read(`/admin/payments/statement?booking=${booking}`);
  for (const typed of [reference, reference.toLowerCase(), "INV-000001"])
    expect((await at(typed)).text).toContain("Statement for");
  expect(await at("MCA-XXXX-9999")).toMatchObject({
    status: 404,
    text: expect.stringContaining("There is no booking and no invoice"),
  });
  expect(await read("/admin/payments/statement")).toMatchObject({ status: 200 });
});
