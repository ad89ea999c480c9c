import { expect, test } from "vitest";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createInvoiceRow, createUser, signInAs } from "#tests/setup/factories.ts";
import { listPages } from "#tests/setup/list-pages.ts";
import { makeInvoicesHere, testInvoice } from "#tests/setup/own-invoices.ts";
import { issueDocument } from "./documents.server.ts";
import { insertPayment } from "./payments.server.ts";

const LATE = { due_on: "2027-01-10", issued_on: "2027-01-01" };
const OWN = {
  maker: "own",
  vendor_status: "authorised",
  vendor_total_pence: 595_00,
  paid_pence: 0,
  credited_pence: 0,
} as const;

const card =
  (state: "other-amount") =>
  async (deps: TestDeps, { id }: BookingRow) => {
    await deps.db
      .insertInto("card_pages")
      .values({
        id: deps.ids.uuid(),
        booking_id: id,
        vendor_id: deps.ids.uuid(),
        url: null,
        pence: 1_00,
        state,
        created_at: deps.clock.now().toISOString(),
        next_read_at: null,
      })
      .execute();
  };

async function returned(deps: TestDeps, { id }: BookingRow) {
  await deps.db
    .insertInto("card_returns")
    .values({
      id: deps.ids.uuid(),
      booking_id: id,
      vendor_id: deps.ids.uuid(),
      state: "disputed",
      pence: 1_00,
      happened_on: "2027-03-01",
      answer_by: null,
      read_at: deps.clock.now().toISOString(),
      settled_state: null,
      settled_by: null,
      settled_at: null,
      reason_sealed: null,
    })
    .execute();
}

const paid = (deps: TestDeps, { id }: BookingRow, pence: number) =>
  insertPayment(deps.db, deps, {
    booking_id: id,
    pence,
    way: "bank",
    moved_on: "2027-03-01",
    source: "hand",
    note: "",
    lineHash: null,
    recordedBy: null,
  });

type Kind = [of: string, query: string, size: number, make: (deps: TestDeps, booking: BookingRow) => unknown];

const KINDS: Kind[] = [
  [
    "refunds due",
    "",
    50,
    async (deps, booking) => {
      await issueDocument(deps.db, deps, testInvoice(booking.id));
      await createInvoiceRow(deps, booking, { ...OWN, paid_pence: 600_00 });
      await paid(deps, booking, 600_00);
    },
  ],
  ["card payments to check", "", 50, card("other-amount")],
  ["refunds and disputes at Stripe", "", 50, returned],
  [
    "payments on their way",
    "",
    50,
    (deps, booking) =>
      createInvoiceRow(deps, booking, { ...OWN, on_its_way_on: "2027-03-09", on_its_way_pence: 1_00 }),
  ],
  [
    "completed and not invoiced in full",
    "?only=to-invoice",
    50,
    (deps, { id }) =>
      deps.db.updateTable("bookings").set({ status: "completed" }).where("id", "=", id).execute(),
  ],
  [
    "bookings",
    "?make=all",
    50,
    (deps, { id }) =>
      deps.db.updateTable("bookings").set({ status: "completed" }).where("id", "=", id).execute(),
  ],
  [
    "invoices overdue",
    "?only=overdue",
    50,
    (deps, booking) => createInvoiceRow(deps, booking, { ...OWN, ...LATE }),
  ],
  [
    "disputed by the customer",
    "?only=disputed",
    50,
    (deps, booking) => createInvoiceRow(deps, booking, { ...OWN, disputed_on: "2027-03-09" }),
  ],
  [
    "VAT invoices without the buyer’s address",
    "?only=address",
    50,
    async (deps, booking) => {
      const document = testInvoice(booking.id);
      const lines = document.content.lines.map((line) => ({ ...line, vatPence: 99_17, vatRate: 20 }));
      await issueDocument(deps.db, deps, { ...document, content: { ...document.content, lines } });
      await createInvoiceRow(deps, booking, OWN);
    },
  ],
  ["customers", "?show=open", 50, (deps, booking) => createInvoiceRow(deps, booking, OWN)],
  ["payments", "?show=all", 50, (deps, booking) => paid(deps, booking, 1_00)],
];

test.each(KINDS)("the last of many is reached from Payments: %s", async (of, query, size, make) => {
  const deps = createTestDeps();
  await makeInvoicesHere(deps);
  const names: string[] = [];
  for (let count = 0; count <= size; count += 1) {
    names.push(`Payer${count}x`);
    const booking = await createBooking(deps, {
      referrer_last_name: `Payer${count}x`,
      referrer_organisation: `Payer${count}x Ltd`,
      referrer_email_key: `${count}@example.org`,
    });
    await make(deps, booking);
    deps.clock.advance(1000);
  }
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
  const read = await listPages(deps, `/admin/payments${query}`, cookie, of);
  const pages = read.map((page) => page.split("Latest payments")[0]!);
  expect(pages).toHaveLength(2);
  expect(pages[0]).toContain(`1 to ${size} of ${size + 1} ${of}`);
  const shownOn = names.map((name) => pages.map((page) => page.includes(name)));
  expect(shownOn.filter(([first, second]) => !first && second)).toHaveLength(1);
  expect(shownOn.filter(([first, second]) => !first && !second)).toEqual([]);
});
