import { beforeEach, describe, expect, test } from "vitest";
import { action as staffAction } from "#app/routes/admin/booking.tsx";
import { action as staffEdit } from "#app/routes/admin/booking-edit-billing.tsx";
import { action as giveBilling, loader as billingPage } from "#app/routes/booking-pages/billing.tsx";
import { bookingRecord } from "#app/features/after-booking/own-booking/booking-record.server.ts";
import { createInvoice } from "#app/features/billing/create-invoice.server.ts";
import { eraseBooking } from "#app/features/booking/record/erase-booking.server.ts";
import { readBooking } from "#app/features/booking/record/queries.server.ts";
import { readDashboardView } from "#app/features/staff/dashboard/dashboard-view.ts";
import { listBookings } from "#app/features/staff/dashboard/dashboard-queries.server.ts";
import { exportBookings } from "#app/features/staff/dashboard/export-bookings.server.ts";
import { readDashboard } from "#app/features/staff/dashboard/read-dashboard.server.ts";
import { testContext, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { createXeroDeps } from "#tests/setup/vendors.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import type { XeroStandin } from "#tests/standins/xero.ts";
import { readBookingFile } from "./read-booking-file.server.ts";

const BILLING = {
  poNumber: "4500123456",
  matterReference: "SMI/12",
  billingName: "Oak & Ash LLP",
  billingEmail: "Accounts@oak.example.org",
};
const PAID_NOW = { payment_method: "pay_now" as const };

let deps: TestDeps;
let xero: XeroStandin;
let booking: Awaited<ReturnType<typeof createBooking>>;
beforeEach(async () => {
  ({ deps, xero } = await createXeroDeps());
  deps.clock.set("2027-03-10T10:00:00Z");
  booking = await createBooking(deps, PAID_NOW);
});

type Handler = (args: never) => Promise<unknown>;
type Refused = { error: Record<string, string[]>; summary: string };

async function ask(handler: unknown, path: string, fields?: Record<string, string>, cookie = "") {
  const request = new Request(`http://localhost:3000${path}`, {
    headers: { Cookie: cookie },
    ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
  });
  const params = { bookingId: booking.id };
  const args = { request, url: new URL(request.url), params, context: testContext(deps) } as never;
  const result: unknown = await (handler as Handler)(args).catch((thrown: unknown) => thrown);
  if (result instanceof Error) throw result;
  if (result instanceof Response) return { status: result.status, location: result.headers.get("Location") };
  const { init, data } = result as { init: { status?: number } | null; data: Refused };
  return { status: init?.status ?? 200, data };
}

const row = () =>
  deps.db.selectFrom("bookings").selectAll().where("id", "=", booking.id).executeTakeFirstOrThrow();

async function give(fields: Record<string, string> = BILLING, token = booking.token) {
  const version = String((await row()).version);
  return ask(giveBilling, `/booking/${booking.id}/billing?token=${token}`, { version, ...fields });
}

async function asStaff(handler: unknown, path: string, fields: Record<string, string>) {
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  return ask(handler, path, fields, cookie);
}

const topics = async () =>
  (await deps.db.selectFrom("outbox").select("topic").where("kind", "=", "mail").execute()).map(
    ({ topic }) => topic,
  );
const view = (query = "") => readDashboardView(new URLSearchParams(query));
const toChange = async () => (await readDashboard(deps, view())).parts.billing.shown;
const contactOf = ({ Contact }: XeroStandin["invoices"][number]) =>
  xero.contacts.find(({ ContactID }) => ContactID === Contact.ContactID);

describe("billing details given by the referrer", () => {
  test("are saved, name and address sealed, with history and mail", async () => {
    expect(await give()).toMatchObject({ status: 303, location: `/booking/${booking.id}?done=billing` });
    expect(await row()).toMatchObject({ po_number: "4500123456", matter_reference: "SMI/12" });
    expect(JSON.stringify(await row())).not.toMatch(/Oak|accounts/i);
    expect(await readBooking(deps, await row())).toMatchObject(BILLING);
    expect(await topics()).toEqual(["booking-changed"]);
    const { history } = await readBookingFile(deps, booking.id);
    expect(history).toMatchObject([{ what: "Details changed", who: "Referrer or client" }]);
  });

  test("are found by staff, exported, and in the referrer's own file", async () => {
    await give();
    await createBooking(deps);
    for (const search of ["4500 123", "smi/12", "SMI"]) {
      const { bookings } = await listBookings(deps.db, view(`search=${encodeURIComponent(search)}`));
      expect(bookings.map(({ id }) => id)).toEqual([booking.id]);
    }
    const csv = await (await exportBookings(deps, view(), BY_STAFF)).text();
    expect(csv).toContain(`,4500123456,SMI/12,Oak & Ash LLP,Accounts@oak.example.org\r\n`);
    expect(await bookingRecord(deps, await row())).toContain("Billing name: Oak & Ash LLP");
  });

  test.each([
    [{ poNumber: "4".repeat(51) }, "poNumber", "The PO number must be 50 characters or fewer."],
    [
      { matterReference: "S".repeat(51) },
      "matterReference",
      "The matter reference must be 50 characters or fewer.",
    ],
    [{ billingName: "O".repeat(101) }, "billingName", "The billing name must be 100 characters or fewer."],
    [{ billingEmail: "accounts" }, "billingEmail", "Email address must include an @ symbol"],
  ])("with %j are refused, and nothing is saved", async (fields, field, message) => {
    const refused = await give({ ...BILLING, ...fields });
    expect(refused.status).toBe(400);
    expect(refused.data!.error[field]).toEqual([message]);
    expect(await readBooking(deps, await row())).not.toHaveProperty("poNumber");
  });

  test("can be taken away again", async () => {
    await give();
    await give({ poNumber: "", matterReference: " ", billingName: "", billingEmail: "" });
    const read = await readBooking(deps, await row());
    for (const name of Object.keys(BILLING)) expect(read).not.toHaveProperty(name);
  });

  test("by somebody else's link, on a stale page or for a cancelled booking change nothing", async () => {
    const other = await createBooking(deps);
    expect(await give(BILLING, other.token)).toMatchObject({ status: 404 });
    expect(await ask(billingPage, `/booking/${booking.id}/billing?token=${other.token}`)).toMatchObject({
      status: 404,
    });
    expect(await give({ ...BILLING, version: "0" })).toMatchObject({ status: 409 });
    await deps.db.updateTable("bookings").set({ status: "cancelled" }).where("id", "=", booking.id).execute();
    expect(await give()).toMatchObject({ status: 409 });
    expect(await row()).toMatchObject({ po_number: null, billing_name_sealed: null });
  });

  test("are gone when the booking is erased, from the search too", async () => {
    await createInvoice(deps, booking);
    await give();
    await eraseBooking(deps.db, deps, booking.id);
    expect(await row()).toMatchObject({
      po_number: null,
      matter_reference: null,
      billing_name_sealed: null,
      billing_email_sealed: null,
      billing_to_change_since: null,
    });
    expect((await listBookings(deps.db, view("search=4500123456"))).bookings).toEqual([]);
  });
});

describe("the invoice", () => {
  test("carries details that were given before it was made", async () => {
    await give();
    await createInvoice(deps, booking);
    expect(xero.invoices).toHaveLength(1);
    expect(xero.invoices[0]!.Reference).toBe(`${booking.reference}, PO 4500123456, Matter SMI/12`);
    expect(contactOf(xero.invoices[0]!)).toMatchObject({
      Name: BILLING.billingName,
      EmailAddress: BILLING.billingEmail,
    });
    expect(await row()).toMatchObject({ billing_to_change_since: null });
    expect(await toChange()).toEqual([]);
  });

  test("is never changed by details that come later: staff have a task until they say that it is done", async () => {
    await createInvoice(deps, booking);
    const made = structuredClone(xero.invoices);
    await give();
    await runDueJobs(deps);
    expect(xero.invoices).toEqual(made);
    expect(await toChange()).toMatchObject([{ reference: booking.reference }]);
    const { invoice, next } = await readBookingFile(deps, booking.id);
    expect(next.label).toBe("Correct the invoice");
    const task = invoice!.billingTask as { since: string; words: string };
    expect(task.words).toContain("to Oak & Ash LLP (Accounts@oak.example.org)");

    const done = (since: string) =>
      asStaff(staffAction, `/admin/bookings/${booking.id}`, { intent: "billing-changed", since });
    deps.clock.advance(60_000);
    await give({ ...BILLING, poNumber: "4500999999" });
    expect(await done(task.since)).toMatchObject({ location: `/admin/bookings/${booking.id}` });
    expect(await toChange()).toHaveLength(1);
    const since = (await row()).billing_to_change_since!;
    await done(since);
    expect(await done(since)).toMatchObject({
      location: `/admin/bookings/${booking.id}?done=billing-changed`,
    });
    expect(await toChange()).toEqual([]);
    const { history } = await readBookingFile(deps, booking.id);
    const said = history.filter(({ what }) => what === "Billing details put onto the invoice");
    expect(said).toHaveLength(1);
  });

  test("that is being made while the details come is on the staff's list", async () => {
    xero.faults.decide = ({ method, path }) => {
      if (method === "PUT" && path.endsWith("/Invoices")) given ??= give();
      return undefined;
    };
    let given: Promise<unknown> | undefined;
    await createInvoice(deps, booking);
    await given;
    expect(xero.invoices[0]!.Reference).toBe(booking.reference);
    expect(await toChange()).toHaveLength(1);
  });

  test("that an earlier try made before the details is found, not made again, and on the staff's list", async () => {
    xero.settings.honoursIdempotencyKeys = false;
    let isMade = false;
    xero.faults.decide = (request) => {
      if (isMade) return { status: 502 };
      isMade = request.method === "PUT" && request.path.endsWith("/Invoices");
      return isMade ? "cut-after" : undefined;
    };
    expect((await createInvoice(deps, booking)).state).toBe("following");
    await give();
    xero.faults.decide = () => undefined;
    deps.clock.advance(5 * 60_000);
    await runDueJobs(deps);
    expect(xero.invoices).toHaveLength(1);
    expect((await readBookingFile(deps, booking.id)).invoice).toMatchObject({ number: "INV-0001" });
    expect(await toChange()).toHaveLength(1);
  });
});

test("staff change the details too, and the referrer is told unless they say no", async () => {
  const path = `/admin/bookings/${booking.id}/edit/billing`;
  const saved = await asStaff(staffEdit, path, { version: "1", ...BILLING });
  expect(saved.location).toBe(`/admin/bookings/${booking.id}?done=edited`);
  expect(await topics()).toEqual([]);
  await asStaff(staffEdit, path, { version: "2", ...BILLING, poNumber: "1", notify: "on" });
  expect(await topics()).toEqual(["booking-changed"]);
});
