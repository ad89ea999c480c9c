import { describe, expect, test } from "vitest";
import { createInvoice } from "#app/features/billing/create-invoice.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createInvoiceRow, createUser, signInAs } from "#tests/setup/factories.ts";
import { render } from "#tests/setup/rendered-site.ts";
import { createXeroDeps } from "#tests/setup/vendors.ts";

const asStaff = async (deps: TestDeps) =>
  (await signInAs(deps, await createUser(deps, { role_id: "coordinator" }))).cookie;

const PAY_NOW = { payment_method: "pay_now" as const };
const PAID = { vendor_status: "paid" as const, paid_pence: 59_500, paid_on: "2027-03-08" };

describe("the referrer's pages say how the invoice stands", () => {
  test.each([
    ["due", {}, "INV-0001, £595.00: due by 9 April 2027", true],
    ["overdue", { due_on: "2027-03-09" }, "INV-0001, £595.00: overdue since 9 March 2027", true],
    ["part paid", { paid_pence: 10_000 }, "due by 9 April 2027, £100.00 of £595.00 paid", true],
    ["paid", PAID, "INV-0001, £595.00: paid on 8 March 2027", false],
  ])("%s", async (_state, invoice, words, isToPay) => {
    const deps = createTestDeps();
    const booking = await createBooking(deps, PAY_NOW);
    await createInvoiceRow(deps, booking, invoice);
    const page = async (path: string) => (await render(deps, `${path}?token=${booking.token}`)).text;
    const confirmation = await page(`/booking/confirmation/${booking.id}`);
    expect(confirmation).toContain(words);
    expect(confirmation.includes("See and pay your invoice")).toBe(isToPay);
    expect(confirmation.includes("There is nothing more to pay.")).toBe(!isToPay);
    expect(await page(`/booking/${booking.id}`)).toContain(words);
  });

  test("one that was voided cannot be paid, and is not called one to wait for", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps, { ...PAY_NOW, total_pence: 0 });
    await createInvoiceRow(deps, { ...booking, total_pence: 59_500 }, { vendor_status: "voided" });
    const { text } = await render(deps, `/booking/confirmation/${booking.id}?token=${booking.token}`);
    expect(text).toContain("INV-0001: void");
    expect(text).not.toContain("See and pay your invoice");
    expect(text).not.toContain("please do not pay");
  });
});

describe("staff", () => {
  test("see what is overdue on the dashboard, and nothing of it while no Xero says what was paid", async () => {
    const { deps } = await createXeroDeps();
    const cookie = await asStaff(deps);
    const dashboard = async () => (await render(deps, "/admin/dashboard", cookie)).text;
    expect(await dashboard()).toContain("No invoice is overdue.");
    const booking = await createBooking(deps, PAY_NOW);
    await createInvoiceRow(deps, booking, { due_on: "2027-03-09", paid_pence: 20_000 });
    const text = await dashboard();
    expect(text).toMatch(/Invoices overdue[^]*Overdue since 9 March 2027[^]*£395\.00 to pay/);
    const without = createTestDeps();
    const plain = await render(without, "/admin/dashboard", await asStaff(without));
    expect(plain.text).not.toContain("invoice is overdue");
  });

  test("look into Xero from a booking's page, and are told when it cannot be reached", async () => {
    const { deps, xero } = await createXeroDeps();
    const cookie = await asStaff(deps);
    const booking = await createBooking(deps, PAY_NOW);
    await createInvoice(deps, booking);
    const path = `/admin/bookings/${booking.id}`;
    const look = () => render(deps, path, cookie, { intent: "read-invoice" });
    expect((await render(deps, path, cookie)).text).toMatch(
      /Due by 9 April 2027[^]*Not yet[^]*Look in Xero now/,
    );
    Object.assign(xero.invoices[0]!, { Total: 650, AmountPaid: 100 });
    const { location } = await look();
    const { text } = await render(deps, location!, cookie);
    expect(text).toContain("This is what Xero says now.");
    expect(text).toMatch(/Changed in Xero[^]*It was made for £595\.00, and is for £650\.00 now\./);
    expect(text).toContain("£100.00 of £650.00 paid");

    xero.faults.decide = () => ({ status: 503 });
    const refused = await look();
    expect(refused.status).toBe(409);
    expect(refused.text).toMatch(
      /of £650\.00 paid[^]*Xero is failing \(503\)\. This page shows what it said before\./,
    );
  });

  test("say that a deliberate credit note is right: the referrer can pay, until the price or the invoice changes", async () => {
    const deps = createTestDeps();
    const cookie = await asStaff(deps);
    const booking = await createBooking(deps, PAY_NOW);
    await createInvoiceRow(deps, booking, { vendor_total_pence: 59_500, credited_pence: 5_000 });
    const path = `/admin/bookings/${booking.id}`;
    const page = async () => (await render(deps, path, cookie)).text;
    const canPay = async () =>
      (await render(deps, `/booking/confirmation/${booking.id}?token=${booking.token}`)).text.includes(
        "See and pay your invoice",
      );
    const accept = (wantedPence: number, standingPence: number) =>
      render(deps, path, cookie, {
        intent: "accept-difference",
        wantedPence: String(wantedPence),
        standingPence: String(standingPence),
      });
    expect(await page()).toContain("invoice the difference of £50.00");
    expect(await canPay()).toBe(false);

    expect((await accept(59_500, 59_500)).location, "another difference than the page shows").toBe(path);
    expect(await canPay()).toBe(false);

    for (const press of ["first", "second"]) {
      expect((await accept(59_500, 54_500)).location, press).toBe(`${path}?done=difference`);
    }
    expect(await page()).not.toContain("invoice the difference");
    expect(await page()).toContain("£545.00, while the booking comes to £595.00");
    expect(await page()).toContain("Invoice accepted as it is");
    expect(await canPay()).toBe(true);
    const accepted = deps.db.selectFrom("audit_log").where("action", "=", "invoice.difference-accepted");
    expect(await accepted.select("note").execute()).toEqual([{ note: "£545.00 for £595.00" }]);

    await deps.db.updateTable("invoices").set({ credited_pence: 6_000 }).execute();
    expect(await page()).toContain("invoice the difference of £60.00");
    expect(await canPay()).toBe(false);
  });

  test("say that the fee kept for a cancelled booking is right", async () => {
    const deps = createTestDeps();
    const cookie = await asStaff(deps);
    const booking = await createBooking(deps, { ...PAY_NOW, status: "cancelled" });
    await createInvoiceRow(deps, booking, { ...PAID, credited_pence: 40_000 });
    const path = `/admin/bookings/${booking.id}`;
    expect((await render(deps, path, cookie)).text).toContain("but the booking no longer needs it");
    const form = { intent: "accept-difference", wantedPence: "0", standingPence: "19500" };
    const { location } = await render(deps, path, cookie, form);
    const { text } = await render(deps, location!, cookie);
    expect(text).toContain("The invoice counts as right as it is.");
    expect(text).not.toContain("no longer needs it");
  });
});
