import { beforeEach, describe, expect, test } from "vitest";
import { createTestDeps, testContext, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { listContacts } from "#app/features/booking/record/contacts.server.ts";
import { eraseBookingEverywhere } from "#app/features/privacy/personal-rooms.server.ts";
import { action } from "#app/routes/admin/booking.tsx";
import { changeStatus } from "./change-status.server.ts";
import { readDashboardView } from "#app/features/staff/dashboard/dashboard-view.ts";
import { readBookingFile } from "./read-booking-file.server.ts";
import { contactPromise } from "#app/features/booking/record/contact-promise.ts";
import { readDashboard } from "#app/features/staff/dashboard/read-dashboard.server.ts";

let deps: TestDeps;
let cookie: string;
let priya: string;
beforeEach(async () => {
  deps = createTestDeps();
  const user = await createUser(deps, { role_id: "coordinator", first_name: "Priya", last_name: "Nair" });
  priya = user.id;
  cookie = (await signInAs(deps, user)).cookie;
});

/** Posts one of the forms on the booking's page. */
async function post(bookingId: string, fields: Record<string, string>) {
  const request = new Request(`http://localhost:3000/admin/bookings/${bookingId}`, {
    method: "POST",
    headers: { Cookie: cookie },
    body: new URLSearchParams(fields),
  });
  const args = { request, params: { bookingId }, context: testContext(deps) } as never;
  const answer: unknown = await action(args).catch((thrown: unknown) => thrown);
  if (answer instanceof Response) return { location: answer.headers.get("Location") };
  return answer as { init: { status: number }; data: { error: Record<string, string[]> } };
}
const contact = (id: string, fields: Record<string, string>) => post(id, { intent: "contact", ...fields });

/** References that the dashboard says are owed a contact. */
async function due() {
  const { parts } = await readDashboard(deps, readDashboardView(new URLSearchParams()));
  return parts.contact.shown.map((booking) => {
    const { text } = contactPromise(booking.awaits_contact_since!, deps.clock.now(), booking.promise_hours);
    return `${booking.reference}: ${text}`;
  });
}

describe("the contact log", () => {
  test("a call in which the visit is to be agreed is logged as spoken, and the form of the visit follows", async () => {
    const booking = await createBooking(deps, { reference: "MCA-AAAA-AAAA" });
    const answer = await contact(booking.id, { next: "visit", note: "Fridays are best" });
    expect(answer).toEqual({ location: `/admin/bookings/${booking.id}/visit` });
    expect(await due()).toEqual([]);
    const file = await readBookingFile(deps, booking.id);
    expect(file.contacts).toMatchObject([{ outcome: "Spoke to the referrer", note: "Fridays are best" }]);
  });

  test("a contact stops the clock, and is kept with who, how and the note", async () => {
    const booking = await createBooking(deps, { reference: "MCA-AAAA-AAAA" });
    expect(await due()).toEqual(["MCA-AAAA-AAAA: 24 hours left"]);
    const answer = await contact(booking.id, { outcome: "spoke", note: "Prefers Tuesdays" });
    expect(answer).toEqual({ location: `/admin/bookings/${booking.id}?done=contact` });
    expect(await due()).toEqual([]);
    const file = await readBookingFile(deps, booking.id);
    expect(file).toMatchObject({
      status: "pending",
      promise: null,
      version: booking.version,
      contacts: [{ outcome: "Spoke to the referrer", note: "Prefers Tuesdays", who: "Priya Nair" }],
      history: [
        { what: "Contact with the referrer logged", note: "Spoke to the referrer", who: "Priya Nair" },
      ],
    });
    const stored = await deps.db.selectFrom("booking_contacts").select("note_sealed").executeTakeFirst();
    expect(stored!.note_sealed).not.toContain("Tuesdays");
  });

  test("a call without answer is due again tomorrow", async () => {
    const booking = await createBooking(deps, { reference: "MCA-AAAA-AAAA" });
    await contact(booking.id, { outcome: "no-answer" });
    expect(await due()).toEqual([]);
    deps.clock.set("2027-03-11T00:00:00.000Z");
    expect(await due()).toEqual(["MCA-AAAA-AAAA: 24 hours left"]);
  });

  test("waiting until Thursday is not due before it, due on it and overdue after it, in London", async () => {
    deps.clock.set("2027-06-07T10:00:00.000Z");
    cookie = (await signInAs(deps, { id: priya })).cookie;
    const booking = await createBooking(deps, { reference: "MCA-AAAA-AAAA" });
    await contact(booking.id, { outcome: "waiting", nextDay: "2027-06-10" });
    expect((await readBookingFile(deps, booking.id)).promise).toMatchObject({
      text: "Next contact 10/06/2027",
      isOverdue: false,
    });
    deps.clock.set("2027-06-09T22:59:59.000Z");
    expect(await due()).toEqual([]);
    deps.clock.set("2027-06-09T23:00:00.000Z");
    expect(await due()).toEqual(["MCA-AAAA-AAAA: 24 hours left"]);
    deps.clock.set("2027-06-11T00:00:00.000Z");
    expect(await due()).toEqual(["MCA-AAAA-AAAA: Overdue by 1 hour"]);
  });

  test.each([
    [{}, "outcome", "Please choose how it went."],
    [{ outcome: "waiting" }, "nextDay", "Please enter the day until which you wait."],
    [{ outcome: "spoke", nextDay: "2027-03-09" }, "nextDay", "Please enter today or a later day."],
    [{ outcome: "spoke", nextDay: "2027-02-30" }, "nextDay", "Please enter a date that exists."],
    [{ outcome: "spoke", note: "x".repeat(501) }, "note", "Please keep this to 500 characters."],
  ])("refuses %j and keeps what was typed", async (fields, field, message) => {
    const booking = await createBooking(deps);
    const answer = await contact(booking.id, fields);
    expect(answer).toMatchObject({
      init: { status: 400 },
      data: { formId: "contact-form", initialValue: fields, error: { [field]: [message] } },
    });
    expect(await deps.db.selectFrom("booking_contacts").selectAll().execute()).toEqual([]);
  });

  test("confirming ends the wait; opening the booking again begins a new one", async () => {
    const booking = await createBooking(deps, { reference: "MCA-AAAA-AAAA" });
    const move = (status: "cancelled" | "pending", version: number) =>
      changeStatus(deps, {
        bookingId: booking.id,
        version,
        status,
        reason: "Because",
        isReferrerTold: false,
        note: "",
        actor: { kind: "staff", id: priya },
        requestId: "r",
      });
    await move("cancelled", 1);
    expect(await due()).toEqual([]);
    deps.clock.set("2027-04-10T09:00:00.000Z");
    await move("pending", 2);
    expect(await due()).toEqual(["MCA-AAAA-AAAA: 24 hours left"]);
  });

  test("goes with the booking when it is erased, and of a restricted one nothing is written", async () => {
    const booking = await createBooking(deps);
    await contact(booking.id, { outcome: "waiting", nextDay: "2027-03-12", note: "On holiday" });
    await eraseBookingEverywhere(deps.db, deps, booking.id);
    expect(await listContacts(deps, booking.id)).toEqual([]);
    expect(await due()).toEqual([]);

    const other = await createBooking(deps);
    const restriction = {
      email_key: null,
      booking_id: other.id,
      reason: "asked",
      placed_at: "2027",
      placed_by: "x",
    };
    const lifted = { id: "m1", kind: "restriction" as const, lifted_at: null, lifted_by: null };
    await deps.db
      .insertInto("privacy_marks")
      .values({ ...restriction, ...lifted })
      .execute();
    expect(await contact(other.id, { outcome: "spoke" })).toMatchObject({ init: { status: 409 } });
    expect(await post(other.id, { intent: "owner", owner: priya })).toMatchObject({ init: { status: 409 } });
    expect(await listContacts(deps, other.id)).toEqual([]);
  });
});

describe("the owner of a booking", () => {
  test("is one of the active staff, and the history says who gave it to whom", async () => {
    const booking = await createBooking(deps);
    await post(booking.id, { intent: "owner", owner: priya });
    await post(booking.id, { intent: "owner", owner: priya });
    const file = await readBookingFile(deps, booking.id);
    expect(file).toMatchObject({
      owner: { id: priya, name: "Priya Nair" },
      staff: [{ id: priya, name: "Priya Nair" }],
      history: [{ note: "Now with Priya Nair", who: "Priya Nair" }],
    });
    await post(booking.id, { intent: "owner", owner: "", version: priya });
    expect(await readBookingFile(deps, booking.id)).toMatchObject({ owner: null });
  });

  test.each([{ role_id: "customer" }, { role_id: "coordinator", is_active: 0 as const }])(
    "is never %j",
    async (overrides) => {
      const booking = await createBooking(deps);
      const user = await createUser(deps, overrides);
      const answer = await post(booking.id, { intent: "owner", owner: user.id });
      expect(answer).toMatchObject({ init: { status: 400 }, data: { formId: "owner-form" } });
      expect(await readBookingFile(deps, booking.id)).toMatchObject({ owner: null });
    },
  );
});
