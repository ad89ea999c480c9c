import { expect, test } from "vitest";
import { callApi } from "#tests/setup/api.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { createXeroDeps } from "#tests/setup/vendors.ts";

const bearerOf = async (deps: TestDeps, role_id: string) =>
  (await signInAs(deps, await createUser(deps, { role_id }))).bearer;

test("Administrators list roles and users and make staff; Coordinators and customers may not", async () => {
  const deps = createTestDeps();
  const bearer = await bearerOf(deps, "administrator");
  const roles = await callApi<{ id: string; name: string }[]>(deps, "GET", "/api/admin/roles", { bearer });
  expect(roles.body.map(({ name }) => name).sort()).toEqual([
    "Administrator",
    "Assessor",
    "Coordinator",
    "Customer",
  ]);

  const body = { email: "new@example.org", password: "Quiet-harbour-71", roleId: "coordinator" };
  const make = (change: object) =>
    callApi(deps, "POST", "/api/admin/users", { bearer, body: { ...body, ...change } });
  const made = await make({});
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ email: body.email, roleName: "Coordinator", isActive: true });
  for (const [change, field] of [
    [{}, "email"],
    [{ email: "no-address" }, "email"],
    [{ email: "b@example.org", roleId: "customer" }, "roleId"],
    [{ email: "b@example.org", password: "short" }, "password"],
    [{ email: "" }, "email"],
  ] as const) {
    const refused = await make(change);
    expect([refused.status, Object.keys(refused.body.errors as object)]).toEqual([422, [field]]);
  }
  const users = await callApi<{ email: string }[]>(deps, "GET", "/api/admin/users?limit=1", { bearer });
  expect(users.body.map(({ email }) => email)).toEqual(["new@example.org"]);
  expect(users.headers.get("Link")).toContain('rel="next"');

  for (const role of ["coordinator", "customer"]) {
    const other = await bearerOf(deps, role);
    expect((await callApi(deps, "GET", "/api/admin/users", { bearer: other })).status).toBe(403);
  }
});

test("staff mail a booking link that is built here", async () => {
  const deps = createTestDeps();
  const bearer = await bearerOf(deps, "coordinator");
  const send = (body: unknown) => callApi(deps, "POST", "/api/admin/send-booking-link", { bearer, body });
  const sent = await send({
    email: "ann@example.org",
    link: "https://evil.example",
    assessments: ["Capacity to Make a Will"],
  });
  expect(sent.body).toEqual({
    success: true,
    link: `${deps.env.APP_ORIGIN}/booking?assessments=capacity-will`,
  });
  const nothing = await send({ email: "ann@example.org" });
  expect(nothing.body.message).toBe("Please select at least one assessment to generate a booking link");
  expect((await send({ assessments: ["capacity-will"] })).body.errors).toEqual({
    email: ["Please enter the customer's email address"],
  });
});

test("create-invoice finds the booking itself, and says when the invoice follows", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps, { payment_method: "pay_now" });
  const create = (body: unknown, headers = {}) =>
    callApi(deps, "POST", "/api/xero/create-invoice", { body, headers });
  const bookingData = { bookingReference: booking.reference, totalValue: 1, referrerFirstName: "Joanna" };
  const following = await create({ bookingData, token: booking.token }, { "Idempotency-Key": "i-1" });
  expect([following.status, following.body]).toEqual([
    200,
    { success: false, message: "The invoice is not ready yet: it follows by email." },
  ]);
  const again = await create({ token: booking.token, bookingData }, { "Idempotency-Key": "i-1" });
  expect(again.body).toEqual(following.body);
  const other = await create({ bookingId: booking.id, token: booking.token }, { "Idempotency-Key": "i-1" });
  expect(other.status).toBe(409);

  await deps.db
    .insertInto("invoices")
    .values({
      id: deps.ids.uuid(),
      booking_id: booking.id,
      kind: "full",
      vendor_id: "v-1",
      online_url: "https://invoices.example/1",
      amount_pence: booking.total_pence,
      issued_on: "2027-03-10",
      due_on: "2027-04-09",
      created_at: deps.clock.now().toISOString(),
    })
    .execute();
  const ready = { success: true, invoice: { onlineInvoiceUrl: "https://invoices.example/1" } };
  expect((await create({ bookingData, token: booking.token })).body).toEqual(ready);
  const replay = await create({ bookingData, token: booking.token }, { "Idempotency-Key": "i-1" });
  expect(replay.body).toEqual(ready);
  expect((await create({ bookingData })).status).toBe(404);
  expect((await create({ bookingData: { bookingReference: "MCA-XXXX-XXXX" } })).status).toBe(404);
  expect((await create({ token: booking.token })).status).toBe(422);

  const later = await createBooking(deps);
  const none = await create({ bookingId: later.id, token: later.token });
  expect(none.body).toMatchObject({ success: false });
});

test("create-invoice makes the invoice in the accounting system and answers where it can be paid", async () => {
  const { deps, xero } = await createXeroDeps();
  const booking = await createBooking(deps, { payment_method: "pay_now" });
  const body = { bookingData: { bookingReference: booking.reference, totalValue: 1 }, token: booking.token };
  const create = () => callApi(deps, "POST", "/api/xero/create-invoice", { body });
  const made = await create();
  const [invoice] = xero.invoices;
  expect(made).toMatchObject({
    status: 200,
    body: { success: true, invoice: { onlineInvoiceUrl: `${xero.url}/pay/${invoice!.InvoiceID}` } },
  });
  expect(invoice).toMatchObject({ Reference: booking.reference, Total: 595 });
  expect((await create()).body).toEqual(made.body);
  expect(xero.invoices).toHaveLength(1);
});
