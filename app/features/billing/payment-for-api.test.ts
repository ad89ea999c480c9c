import { expect, test } from "vitest";
import { callApi } from "#tests/setup/api.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { makeInvoicesHere } from "#tests/setup/own-invoices.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { createInvoice } from "./create-invoice.server.ts";
import { recordPayment } from "./own/record-payment.server.ts";

test("the API says how a booking's invoices stand, and nothing before the first", async () => {
  const deps = createTestDeps();
  await makeInvoicesHere(deps);
  const booking = await createBooking(deps, { payment_method: "pay_now" });
  const read = async () => {
    const answer = await callApi(deps, "GET", `/api/bookings/${booking.id}?token=${booking.token}`);
    return (answer.body as { payment?: object }).payment;
  };
  expect(await read()).toBeUndefined();
  await createInvoice(deps, booking);
  const about = { invoiced: 595, dueOn: "2027-04-09" };
  expect(await read()).toEqual({ ...about, standing: "due", paid: 0, toPay: 595, credit: 0 });
  const pay = (pence: number) =>
    recordPayment(deps, {
      ...BY_STAFF,
      bookingId: booking.id,
      pence,
      way: "bank",
      on: "2027-03-10",
      note: "",
    });
  await pay(100_00);
  expect(await read()).toEqual({ ...about, standing: "due", paid: 100, toPay: 495, credit: 0 });
  await pay(500_00);
  expect(await read()).toEqual({ ...about, standing: "paid", paid: 600, toPay: 0, credit: 5 });
  await deps.db.updateTable("bookings").set({ status: "cancelled" }).where("id", "=", booking.id).execute();
  expect(await read()).toEqual({ ...about, standing: "paid", paid: 600, toPay: 0, credit: 600 });
});

test("the API asks nothing for the invoice of a cancelled booking", async () => {
  const deps = createTestDeps();
  await makeInvoicesHere(deps);
  const booking = await createBooking(deps, { payment_method: "pay_now" });
  await createInvoice(deps, booking);
  await deps.db.updateTable("bookings").set({ status: "cancelled" }).where("id", "=", booking.id).execute();
  const answer = await callApi(deps, "GET", `/api/bookings/${booking.id}?token=${booking.token}`);
  expect(answer.body).toMatchObject({ payment: { standing: "called-off", toPay: 0, credit: 0 } });
});
