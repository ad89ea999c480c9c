import { beforeEach, expect, test } from "vitest";
import { eraseBooking } from "#app/features/booking/record/erase-booking.server.ts";
import { signInAs, createBooking, createUser } from "#tests/setup/factories.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { makeInvoicesHere, VAT_REGISTERED } from "#tests/setup/own-invoices.ts";
import { render } from "#tests/setup/rendered-site.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { createInvoice } from "../create-invoice.server.ts";
import { documentsOf } from "./documents.server.ts";
import { invoicePath } from "./invoice-link.ts";
import { issueCreditNote } from "./issue.server.ts";
import { recordPayment } from "./record-payment.server.ts";
import { periodOf, readRegister, readRegisterPage } from "./register.server.ts";
import { readStaffInvoices } from "./staff-invoices.server.ts";

let deps: TestDeps;
let cookie: string;
let booking: Awaited<ReturnType<typeof createBooking>>;
const REGISTER = "/admin/payments/register";
const MARCH = { from: "2027-03-01", until: "2027-03-31" };

beforeEach(async () => {
  deps = createTestDeps();
  await makeInvoicesHere(deps, { company: VAT_REGISTERED });
  booking = await createBooking(deps, { payment_method: "pay_now" });
  await createInvoice(deps, booking);
  ({ cookie } = await signInAs(deps, await createUser(deps, { role_id: "administrator" })));
});

async function credit(pence: number) {
  const [first] = await documentsOf(deps, booking.id);
  const { state } = await readStaffInvoices(deps, booking);
  const about = { bookingId: booking.id, seen: state, pence, reason: "As agreed", invoiceId: first!.id };
  expect(await issueCreditNote(deps, { ...BY_STAFF, ...about })).toMatchObject({ ok: true });
}

const pay = (pence: number, on: string) =>
  recordPayment(deps, { ...BY_STAFF, bookingId: booking.id, pence, on, way: "bank", note: "" } as never);

test("the register leads to every month since the first, each with its file", async () => {
  deps.clock.set("2027-05-03T09:00:00Z");
  ({ cookie } = await signInAs(deps, await createUser(deps, { role_id: "administrator" })));
  const { months } = await readRegisterPage(deps, new URL(`http://x${REGISTER}`));
  expect(months.map(({ label }) => label)).toEqual(["May 2027", "April 2027", "March 2027"]);
  const { text } = await render(deps, REGISTER, cookie);
  for (const { page, csv } of months) {
    expect(text).toContain(`href="${page}"`);
    expect(text).toContain(`href="${csv}"`);
  }
  expect((await render(deps, months[2]!.csv, cookie)).text).toContain("INV-000001");
  expect((await render(deps, months[1]!.csv, cookie)).text).not.toContain("INV-000001");
});

test("the register has every document and payment of a period, and the sums of boxes 1 and 6", async () => {
  expect(await pay(595_00, "2027-03-10")).toMatchObject({ ok: true });
  await credit(100_00);
  const register = await readRegister(deps, MARCH);
  // 595.00 has 99.17 of VAT, 100.00 has 16.67: 82.50 is left of 495.00.
  expect(register).toMatchObject({ box1Pence: 82_50, box6Pence: 412_50, receivedPence: 595_00, rates: [20] });
  const { text } = await render(deps, `${REGISTER}?month=2027-03`, cookie);
  for (const words of [
    "INV-000001",
    "CN-000001",
    "£495.83",
    "£99.17 (20%)",
    "−£16.67 (20%)",
    "£82.50",
    "£412.50",
  ])
    expect(text).toContain(words);
  const { text: csv } = await render(deps, `${REGISTER}.csv?month=2027-03`, cookie);
  expect(csv.split("\r\n").slice(1, 4)).toEqual([
    `Invoice,INV-000001,2027-03-10,2027-03-10,Joanna Reeve,${booking.reference},495.83,99.17,99.17,595.00,495.00,,`,
    `Credit note,CN-000001,2027-03-10,2027-03-10,Joanna Reeve,${booking.reference},-83.33,-16.67,-16.67,-100.00,,,As agreed`,
    `Payment,INV-000001,2027-03-10,,,${booking.reference},,,,,,595.00,Bank transfer`,
  ]);
  expect((await readRegister(deps, { from: "2027-04-01", until: "2027-04-30" })).documents).toEqual([]);
});

test.each([
  ["month=2028-02", "2028-02-01", "2028-02-29"],
  ["from=2027-01-01&until=2027-03-31", "2027-01-01", "2027-03-31"],
  ["from=2027-03-31&until=2026-03-01", "2026-03-01", "2027-03-31"],
  ["from=2026-12-31", "2026-12-31", "2027-03-10"],
  ["until=2026-12-31", "2026-12-01", "2026-12-31"],
  ["month=2026-12", "2026-12-01", "2026-12-31"],
  ["", "2027-03-01", "2027-03-31"],
])("the address %s is a period", (query, from, until) =>
  expect(periodOf(new URLSearchParams(query), "2027-03-10")).toEqual({ from, until }),
);

test.each(["month=2027-13", "month=9999-12", "from=2027-02-29&until=2027-03-31", "until=9999-12-31"])(
  "days that do not exist (%s) are named, and no other period is shown in their place",
  async (query) => {
    for (const page of [REGISTER, `${REGISTER}.csv`])
      expect((await render(deps, `${page}?${query}`, cookie)).status).toBe(400);
  },
);

test("a long register has pages", async () => {
  for (let count = 0; count < 51; count += 1)
    await createInvoice(deps, await createBooking(deps, { payment_method: "pay_now" }));
  const first = (await render(deps, REGISTER, cookie)).text;
  expect(first).toContain("INV-000050");
  expect(first).not.toContain("INV-000051");
  expect(first).toContain("Next page");
  expect((await render(deps, `${REGISTER}?page=2`, cookie)).text).toContain("INV-000052");
});

test.each(["INV-000001", "inv 1", "INV1"])("the header's search finds %s", async (typed) => {
  const [invoice] = await documentsOf(deps, booking.id);
  const found = await render(deps, `/admin/search?search=${encodeURIComponent(typed)}`, cookie);
  expect(found.location).toBe(`/admin/invoices/${invoice!.id}`);
});

test("the invoice of an erased person is read by staff's own address, and not by the customer's link", async () => {
  const [invoice] = await documentsOf(deps, booking.id);
  const link = invoicePath(deps.secrets, invoice!.id);
  expect((await render(deps, link)).status).toBe(200);
  await eraseBooking(deps.db, deps, booking.id);
  expect((await render(deps, link)).status).toBe(404);
  const page = await render(deps, `/admin/invoices/${invoice!.id}`, cookie);
  expect([page.status, page.text.includes("Joanna Reeve")]).toEqual([200, true]);
  const { text } = await render(deps, `/admin/bookings/${booking.id}/invoices`, cookie);
  expect(text).toContain(`href="/admin/invoices/${invoice!.id}"`);
  expect((await render(deps, `/admin/invoices/${invoice!.id}/pdf`, cookie)).status).toBe(200);
  expect((await render(deps, `/admin/invoices/${invoice!.id}`)).status).not.toBe(200);
});
