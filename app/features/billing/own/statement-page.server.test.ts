import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { makeInvoicesHere } from "#tests/setup/own-invoices.ts";
import { readPdf } from "#tests/setup/report-files.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { createInvoice } from "../create-invoice.server.ts";
import { readAgeing } from "./open-accounts.server.ts";
import { recordPayment } from "./record-payment.server.ts";
import { readStatement } from "./statement-page.server.ts";
import { statementPdf } from "./statement-pdf.server.ts";

async function twoCustomers() {
  const deps = createTestDeps();
  await makeInvoicesHere(deps);
  const make = async (email: string, organisation: string | null) => {
    const booking = await createBooking(deps, {
      payment_method: "pay_now",
      referrer_email: email,
      referrer_email_key: email,
      referrer_organisation: organisation,
    });
    await createInvoice(deps, booking);
    return booking;
  };
  const first = await make("a@example.org", "Harbour Legal");
  const second = await make("a@example.org", "Harbour Legal");
  const colleague = await make("b@example.org", "HARBOUR LEGAL ");
  const other = await make("c@example.org", null);
  const payment = { pence: 100_00, way: "bank", on: "2027-03-10", note: "" } as const;
  await recordPayment(deps, { ...BY_STAFF, bookingId: first.id, ...payment });
  return { deps, first, second, colleague, other };
}

test("a statement has one customer's bookings, or those of the whole organisation", async () => {
  const { deps, first } = await twoCustomers();
  const read = (more: object = {}) =>
    readStatement(deps, new URLSearchParams({ booking: first.id, ...more }));
  const own = (await read())!;
  expect(own.lines.map(({ what, amount }) => [what, amount])).toEqual([
    ["Invoice INV-000001", "£595.00"],
    ["Invoice INV-000002", "£595.00"],
    ["Payment", "-£100.00"],
  ]);
  expect(own).toMatchObject({ opening: "£0.00", closing: "£1,090.00", closingName: "To pay" });
  expect((await read({ who: "organisation" }))!).toMatchObject({
    name: "Harbour Legal",
    closing: "£1,685.00",
  });
  expect(await read({ from: "2027-04-01", until: "2027-04-30" })).toMatchObject({
    opening: "£1,090.00",
    lines: [],
    closing: "£1,090.00",
  });
  expect(await readStatement(deps, new URLSearchParams({ booking: "nothing" }))).toBeNull();
});

test("the PDF says the same, with tags", async () => {
  const { deps, first } = await twoCustomers();
  const { text, roles, isMarked } = await readPdf(
    await statementPdf((await readStatement(deps, new URLSearchParams({ booking: first.id })))!),
  );
  for (const words of ["Invoice INV-000002", "£1,090.00", "To pay", "Sort code 00-00-00"])
    expect(text).toContain(words);
  expect([...roles]).toEqual(expect.arrayContaining(["H1", "Table", "TH", "TD"]));
  expect(isMarked).toBe(true);
});

test("the ages of what is open follow the due day, and add up", async () => {
  const { deps } = await twoCustomers();
  expect(await readAgeing(deps)).toMatchObject({
    customers: { at: { count: 3 } },
    totals: { "not-due": 2280_00, total: 2280_00 },
  });
  deps.clock.advance(61 * 86_400_000);
  const { customers, totals } = await readAgeing(deps);
  expect(totals).toMatchObject({ "not-due": 0, "to-60": 2280_00, total: 2280_00 });
  expect(customers.rows[0]).toMatchObject({
    organisation: "Harbour Legal",
    sums: { "to-60": 1090_00, total: 1090_00 },
  });
});
