import { expect, test } from "vitest";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { createInvoice } from "#app/features/billing/create-invoice.server.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { makeInvoicesHere } from "#tests/setup/own-invoices.ts";
import { checkLedger } from "./check-ledger.server.ts";

const DAY_MS = 86_400_000;

test("a night checks what changed since the last, and every account within sixteen nights", async () => {
  const deps = createTestDeps();
  await makeInvoicesHere(deps);
  for (let count = 0; count < 3; count += 1) {
    const { id } = await createBooking(deps, { payment_method: "pay_now" });
    await createInvoice(deps, (await findBooking(deps.db, id))!);
  }
  expect(await checkLedger(deps)).toEqual({ bookings: 3, faults: [], missing: [] });
  const [, middle] = await deps.db.selectFrom("invoice_documents").selectAll().orderBy("number").execute();
  await deps.db.deleteFrom("invoice_documents").where("id", "=", middle!.id).execute();
  const since = deps.clock.now().toISOString();
  expect((await checkLedger(deps, since)).missing).toEqual([{ series: "INV", numbers: [middle!.number] }]);
  deps.clock.advance(DAY_MS);
  await deps.db.updateTable("invoices").set({ paid_pence: 1 }).execute();
  const { id } = await createBooking(deps, { payment_method: "pay_now" });
  await createInvoice(deps, (await findBooking(deps.db, id))!);
  await deps.db.updateTable("invoices").set({ paid_pence: 1 }).where("booking_id", "=", id).execute();
  const found = new Set<string>();
  let last = deps.clock.now().toISOString();
  for (const night of Array.from({ length: 16 }).keys()) {
    const { faults } = await checkLedger(deps, last);
    if (night === 0) expect(faults.map(({ bookingId }) => bookingId)).toContain(id);
    for (const { bookingId } of faults) found.add(bookingId);
    deps.clock.advance(DAY_MS);
    last = deps.clock.now().toISOString();
  }
  expect(found.size).toBe(3);
});
