import { expect, test } from "vitest";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { makeInvoicesHere } from "#tests/setup/own-invoices.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { createInvoice } from "./create-invoice.server.ts";
import { disputeInvoice, disputeOf, settleDispute } from "./dispute-invoice.server.ts";
import { readDueInvoices } from "./read-invoices.server.ts";

const HOUR_MS = 3_600_000;

async function invoiced() {
  const deps = createTestDeps();
  await makeInvoicesHere(deps);
  const booking = await createBooking(deps, { payment_method: "pay_now" });
  await createInvoice(deps, booking);
  const change = { ...BY_STAFF, bookingId: booking.id };
  const after = async (days: number) => {
    deps.clock.advance(days * 24 * HOUR_MS);
    await readDueInvoices(deps);
    await runDueJobs(deps);
    return reminders(deps);
  };
  return { deps, booking, change, after };
}

const reminders = (deps: TestDeps) =>
  deps.sentMails.filter(({ subject }) => subject.startsWith("Reminder of your invoice")).length;

test("nobody is reminded of what they dispute; once it is settled, the next reminder goes out on its day", async () => {
  const { deps, booking, change, after } = await invoiced();
  expect(await after(31), "a day after it was due").toBe(1);
  expect(await disputeInvoice(deps, { ...change, reason: "Too dear" })).toEqual({ ok: true });
  expect(await disputeOf(deps, booking.id)).toEqual({ on: "2027-04-10", reason: "Too dear" });
  expect(await after(7)).toBe(1);
  expect(await settleDispute(deps, change)).toEqual({ ok: true });
  expect(await settleDispute(deps, change), "pressed twice").toEqual({ ok: true });
  expect(await after(8)).toBe(2);
  expect(await after(1), "each once").toBe(2);
});

test("a reminder that waits is not sent once the invoice is disputed, nor while a complaint is open", async () => {
  const { deps, booking, change } = await invoiced();
  await runDueJobs(deps);
  deps.clock.advance(31 * 24 * HOUR_MS);
  await readDueInvoices(deps);
  await disputeInvoice(deps, { ...change, reason: "Too dear" });
  await runDueJobs(deps);
  expect(reminders(deps)).toBe(0);
  await settleDispute(deps, change);
  const { referrer_email_key: email_key } = await deps.db
    .selectFrom("bookings")
    .select("referrer_email_key")
    .where("id", "=", booking.id)
    .executeTakeFirstOrThrow();
  const at = deps.clock.now().toISOString();
  await deps.db
    .insertInto("complaints")
    .values({
      id: "c",
      reference: "C-1",
      email_key,
      details_sealed: "",
      state: "received",
      created_at: at,
      updated_at: at,
    })
    .execute();
  deps.clock.advance(7 * 24 * HOUR_MS);
  await readDueInvoices(deps);
  await runDueJobs(deps);
  expect(reminders(deps)).toBe(0);
});

test("a booking without an invoice has nothing to dispute", async () => {
  const deps = createTestDeps();
  const { id } = await createBooking(deps);
  expect(await disputeInvoice(deps, { ...BY_STAFF, bookingId: id, reason: "x" })).toMatchObject({
    problem: "no-invoice",
  });
});
