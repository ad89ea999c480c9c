import { describe, expect, test } from "vitest";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { saveSettings } from "#app/features/settings/save-settings.server.ts";
import type { TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser } from "#tests/setup/factories.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { createXeroDeps } from "#tests/setup/vendors.ts";
import type { XeroStandin } from "#tests/standins/xero.ts";
import { createInvoice } from "./create-invoice.server.ts";
import { readStage } from "#app/features/stage/read-stages.server.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { acceptDueDay } from "./accept-difference.server.ts";
import { dueTask, findInvoice, invoiceTask, overdueInvoices } from "./invoice-state.server.ts";
import { standingOf } from "./invoice-standing.ts";
import { readDueInvoices, readInvoiceNow } from "./read-invoices.server.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

async function withInvoice(rest: object = {}) {
  const { deps, xero } = await createXeroDeps({ hasBreaker: true });
  const booking = await createBooking(deps, { payment_method: "pay_now", ...rest });
  await createInvoice(deps, booking);
  await runDueJobs(deps);
  deps.sentMails.length = 0;
  const invoice = xero.invoices[0]!;
  const read = async (afterMs = HOUR) => {
    deps.clock.advance(afterMs);
    const count = await readDueInvoices(deps);
    await runDueJobs(deps);
    return count;
  };
  return { deps, xero, booking, invoice, read, found: () => findInvoice(deps, booking.id) };
}

const reads = (xero: XeroStandin) => xero.requests.filter(({ query }) => query.has("IDs"));
const subjects = (deps: TestDeps) => deps.sentMails.map(({ subject }) => subject);
const history = async (deps: TestDeps) => {
  const rows = await deps.db.selectFrom("audit_log").select(["action", "note"]).orderBy("id").execute();
  return rows.filter(({ action }) => action.startsWith("invoice.") && action !== "invoice.created");
};

describe("an invoice's state is read back from Xero", () => {
  test("whoever pays gets one receipt within a quarter of an hour, and the booking stays as it was", async () => {
    const { deps, booking, invoice, read, found } = await withInvoice();
    Object.assign(invoice, { Status: "PAID", AmountPaid: 595, FullyPaidOnDate: "2027-03-10" });
    expect(await read(11 * MINUTE)).toBe(1);
    expect(await found()).toMatchObject({ vendorStatus: "paid", paidPence: 59_500, paidOn: "2027-03-10" });
    expect(subjects(deps)).toEqual([`We have your payment for booking ${booking.reference}`]);
    expect(await history(deps)).toMatchObject([{ action: "invoice.paid" }]);
    await read(DAY);
    await readInvoiceNow(deps, booking.id);
    await runDueJobs(deps);
    expect(subjects(deps)).toHaveLength(1);
    const after = await findBooking(deps.db, booking.id);
    expect([after!.version, after!.status]).toEqual([booking.version, booking.status]);
  });

  test("a part that was paid is counted, and no receipt sent yet", async () => {
    const { deps, invoice, read, found } = await withInvoice();
    invoice.AmountPaid = 200;
    await read();
    expect(await found()).toMatchObject({ vendorStatus: "authorised", paidPence: 20_000 });
    expect(subjects(deps)).toEqual([]);
  });

  test.each([
    ["voided", { Status: "VOIDED" }, "void", "It was voided."],
    ["deleted", { Status: "DELETED" }, "void", "It was deleted."],
    [
      "taken back to draft",
      { Status: "DRAFT" },
      "on-hold",
      "It was taken back to draft, so nobody can pay it.",
    ],
    ["credited", { Status: "PAID", AmountCredited: 595 }, "credited", "£595.00 of it was credited."],
    ["made dearer", { Total: 650 }, "due", "It was made for £595.00, and is for £650.00 now."],
    [
      "given more time",
      { DueDate: "2027-06-01" },
      "due",
      "It was due on 09/04/2027, and is due on 01/06/2027 now.",
    ],
  ] as const)(
    "one that is %s there by hand is shown so, once in the history, and never changed back",
    async (_what, change, standing, note) => {
      const { deps, xero, invoice, read, found } = await withInvoice();
      Object.assign(invoice, change);
      const writes = () =>
        xero.requests.filter(({ method, path }) => method !== "GET" && !path.includes("token"));
      const before = writes().length;
      await read();
      await read(DAY);
      expect(standingOf((await found())!, "2027-03-11")).toBe(standing);
      expect(await history(deps)).toEqual([{ action: "invoice.changed-there", note }]);
      expect(writes()).toHaveLength(before);
      expect(subjects(deps)).toEqual([]);
    },
  );

  test("staff correct an invoice in Xero as they were asked to, and the task goes", async () => {
    const { deps, booking, invoice, read, found } = await withInvoice();
    const dearer = { ...booking, total_pence: 65_000 };
    expect(invoiceTask(dearer, (await found())!)).toContain("invoice the difference of £55.00");
    invoice.Total = 650;
    await read();
    expect(invoiceTask(dearer, (await found())!)).toBeNull();
    const cancelled = { ...booking, status: "cancelled" as const };
    expect(invoiceTask(cancelled, (await found())!)).toContain("void it");
    invoice.Status = "VOIDED";
    await read();
    expect(invoiceTask(cancelled, (await found())!)).toBeNull();
    expect(invoiceTask(booking, (await found())!)).toContain("make a new one");
    expect(deps.sentMails).toEqual([]);
  });

  test("an assessment on another day makes the due date a task, until it was changed or may stay", async () => {
    const { deps, booking, invoice, read, found } = await withInvoice({ preferred_date: "2027-04-01" });
    const day = (on: string, as: "visit" | "wish" = "visit") => ({ day: on, as, when: "", isOver: false });
    const task = async (on: string, as?: "wish") => dueTask(booking, (await found())!, day(on, as));
    expect(await task("2027-04-01")).toBeNull();
    expect(await task("2027-05-06", "wish")).toBeNull();
    expect(await task("2027-05-06")).toBe(
      "Invoice INV-0001 is due on 1 May 2027, but the assessment is on 6 May 2027. In Xero, change its due date to 5 June 2027.",
    );
    invoice.DueDate = "2027-06-05";
    await read();
    expect(await task("2027-05-06")).toBeNull();
    // Moved once more.
    expect(await task("2027-05-07")).toContain("change its due date to 6 June 2027");
    expect(dueTask({ ...booking, status: "cancelled" }, (await found())!, day("2027-05-07"))).toBeNull();

    await deps.db
      .updateTable("bookings")
      .set({ status: "confirmed", preferred_date: "2027-05-07" })
      .where("id", "=", booking.id)
      .execute();
    const accept = (wantedOn: string) =>
      acceptDueDay(deps, BY_STAFF, booking.id, { day: "2027-05-07", wantedOn });
    expect((await readStage(deps, booking.id)).next.code).toBe("correct-invoice");
    expect(await accept("2027-06-05")).toMatchObject({ problem: "changed" });
    expect(await accept("2027-06-06")).toMatchObject({ ok: true });
    expect(await task("2027-05-07")).toBeNull();
    expect((await readStage(deps, booking.id)).next.code).not.toBe("correct-invoice");
    expect(await task("2027-05-10")).toContain("change its due date to 9 June 2027");
    Object.assign(invoice, { Status: "PAID", AmountPaid: 595, FullyPaidOnDate: "2027-03-10" });
    await read();
    expect(await task("2027-05-10")).toBeNull();
  });

  test("an outage of two hours loses nothing: what was paid then is known afterwards", async () => {
    const { deps, xero, invoice, read, found } = await withInvoice();
    let failed = 0;
    xero.faults.decide = () => {
      failed += 1;
      return failed % 2 ? { status: 503 } : "cut";
    };
    Object.assign(invoice, { Status: "PAID", AmountPaid: 595, FullyPaidOnDate: "2027-03-10" });
    for (let minute = 0; minute < 120; minute += 1) await read(MINUTE);
    expect(failed).toBeLessThan(40);
    expect(await found()).toMatchObject({ vendorStatus: "authorised", readAt: null });
    expect(subjects(deps)).toEqual([]);
    xero.faults.decide = () => undefined;
    for (let minute = 0; minute < 15; minute += 1) await read(MINUTE);
    expect(await found()).toMatchObject({ vendorStatus: "paid" });
    expect(subjects(deps)).toHaveLength(1);
  });

  test("fifty are read in one call, and making invoices keeps its calls", async () => {
    const { deps, xero } = await createXeroDeps({ hasBreaker: true });
    for (let made = 0; made < 12; made += 1) {
      await createInvoice(deps, await createBooking(deps, { payment_method: "pay_now" }));
      deps.clock.advance(20_000);
    }
    deps.clock.advance(HOUR);
    const [first, second] = await Promise.all([readDueInvoices(deps), readDueInvoices(deps)]);
    expect(first + second).toBe(12);
    expect(reads(xero)).toHaveLength(1);
    expect(reads(xero)[0]!.query.get("IDs")!.split(",")).toHaveLength(12);
    expect(await readDueInvoices(deps)).toBe(0);
  });

  test("one that Xero does not know any more is left as it was, and asked about daily", async () => {
    const { xero, read, found } = await withInvoice();
    xero.invoices.length = 0;
    expect(await read()).toBe(1);
    expect(await found()).toMatchObject({ vendorStatus: "authorised", readAt: null });
    expect(await read(HOUR)).toBe(0);
    expect(await read(DAY)).toBe(1);
  });

  test("a settled invoice is looked at for two months more, because a payment may be taken back", async () => {
    const { invoice, read, found } = await withInvoice();
    Object.assign(invoice, { Status: "PAID", AmountPaid: 595, FullyPaidOnDate: "2027-03-10" });
    await read();
    Object.assign(invoice, { Status: "AUTHORISED", AmountPaid: 0, FullyPaidOnDate: undefined });
    await read(DAY);
    expect(await found()).toMatchObject({ vendorStatus: "authorised", paidPence: 0, paidOn: null });
    Object.assign(invoice, { Status: "PAID", AmountPaid: 595, FullyPaidOnDate: "2027-03-10" });
    await read(DAY);
    expect(await read(61 * DAY)).toBe(1);
    expect(await read(61 * DAY)).toBe(0);
  });
});

describe("reminders of an unpaid invoice", () => {
  const dueSince = async (days: number, rest: object = {}) => {
    const all = await withInvoice(rest);
    // Due on 9 April.
    await all.read((30 + days) * DAY);
    return all;
  };
  const REMINDER = /^Reminder of your invoice/;

  test("go out once on each of the practice's days, and end with the payment", async () => {
    const { deps, invoice, read } = await dueSince(0);
    expect(subjects(deps)).toEqual([]);
    for (let day = 1; day <= 8; day += 1) await read(DAY);
    expect(subjects(deps)).toEqual([expect.stringMatching(REMINDER), expect.stringMatching(REMINDER)]);
    expect(deps.sentMails[0]!.text).toMatch(/£595\.00[^]*Friday 9 April 2027/);
    Object.assign(invoice, { Status: "PAID", AmountPaid: 595, FullyPaidOnDate: "2027-04-17" });
    for (let day = 9; day <= 20; day += 1) await read(DAY);
    expect(subjects(deps)[2]).toMatch(/^We have your payment/);
    expect(subjects(deps)).toHaveLength(3);
  });

  test("are sent by day: one that falls due at night waits for nine o'clock", async () => {
    const { deps, read } = await dueSince(0);
    await read(17 * HOUR);
    expect(subjects(deps)).toEqual([]);
    await read(7 * HOUR);
    expect(subjects(deps)).toHaveLength(1);
  });

  test("after a long silence one is sent, not one for each day that passed", async () => {
    const { deps } = await dueSince(30);
    expect(subjects(deps)).toHaveLength(1);
  });

  test.each([
    ["of a cancelled booking", { status: "cancelled" as const }],
    ["of a booking that was changed after its invoice", { total_pence: 65_000, subtotal_pence: 65_000 }],
    ["whose assessment was put off", { status: "confirmed" as const, preferred_date: "2027-06-01" }],
  ])("are not sent for an invoice %s", async (_name, change) => {
    const { deps, booking, read } = await dueSince(0);
    await deps.db.updateTable("bookings").set(change).where("id", "=", booking.id).execute();
    await read(DAY);
    expect(subjects(deps)).toEqual([]);
  });

  test("staff turn them off in the settings", async () => {
    const { deps, read } = await dueSince(0);
    const staff = await createUser(deps, { role_id: "administrator" });
    const value = { ...deps.settings.current().rules, invoiceReminderDays: [] };
    const by = { actor: { kind: "staff", id: staff.id }, requestId: "r" } as const;
    await saveSettings(deps, { group: "rules", value, baseVersion: 0 }, by);
    await read(DAY);
    expect(subjects(deps)).toEqual([]);
  });

  test("one that waits in the outbox while the invoice is paid is not sent", async () => {
    const { deps, booking, invoice } = await dueSince(0);
    deps.clock.advance(DAY);
    await readDueInvoices(deps);
    Object.assign(invoice, { Status: "PAID", AmountPaid: 595, FullyPaidOnDate: "2027-04-10" });
    await readInvoiceNow(deps, booking.id);
    await runDueJobs(deps);
    expect(subjects(deps)).toEqual([expect.stringMatching(/^We have your payment/)]);
  });
});

test("overdue invoices are listed, the oldest first, without cancelled bookings", async () => {
  const { deps, xero } = await createXeroDeps();
  const made = [];
  for (const status of ["confirmed", "confirmed", "cancelled", "confirmed"] as const) {
    const booking = await createBooking(deps, { payment_method: "pay_now", status: "confirmed" });
    await createInvoice(deps, booking);
    await deps.db.updateTable("bookings").set({ status }).where("id", "=", booking.id).execute();
    made.push(booking.id);
  }
  xero.invoices[1]!.DueDate = "2027-03-15";
  xero.invoices[3]!.Status = "PAID";
  deps.clock.advance(HOUR);
  await readDueInvoices(deps);
  const listed = await overdueInvoices(deps, "2027-05-01", 10);
  expect(listed.map(({ bookingId }) => bookingId)).toEqual([made[1], made[0]]);
  expect(await overdueInvoices(deps, "2027-04-01", 10)).toHaveLength(1);
});
