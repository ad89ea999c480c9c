import { beforeEach, describe, expect, test } from "vitest";
import { action as cancelAction, loader as cancelPage } from "#app/routes/booking-pages/cancel.tsx";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { listRequests, makeRequest } from "#app/features/booking/record/requests.server.ts";
import { placeRestriction } from "#app/features/data-protection/restrictions.server.ts";
import { composeMail } from "#app/features/mail/compose-mail.server.ts";
import type { MailTopic } from "#app/features/outbox/mail-topics.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { visitsOfBooking } from "#app/features/visits/record/find-visits.server.ts";
import { createTestDeps, testContext, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createInvoiceRow, createUser, signInAs } from "#tests/setup/factories.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { readBookingFile } from "./read-booking-file.server.ts";

const BY_REFERRER = { actor: { kind: "visitor", id: null }, requestId: "test" } as const;

let deps: TestDeps;
let booking: BookingRow & { token: string };
beforeEach(async () => {
  deps = createTestDeps();
  deps.clock.set("2027-03-10T10:00:00Z");
  booking = await createBooking(deps, { referrer_relationship: "Daughter" });
});

const path = (page = "") => `/booking/${booking.id}${page}?token=${booking.token}`;
const row = async () => (await findBooking(deps.db, booking.id))!;
const requests = () => listRequests(deps, booking.id);
const topics = async () =>
  (await deps.db.selectFrom("outbox").select("topic").orderBy("topic").execute()).map(({ topic }) => topic);
const pageText = async (page = "") => joinTexts((await render(deps, path(page))).text);

async function textOf(topic: MailTopic): Promise<string> {
  const job = await deps.db.selectFrom("outbox").selectAll().where("topic", "=", topic).executeTakeFirst();
  const composed = await composeMail(deps, job!);
  return "mail" in composed ? composed.mail.text.replaceAll(/\s+/g, " ") : composed.skip;
}

/** Presses a button of the page; without `intent` as a program without scripts or an old page may do it. */
async function press(fields: Record<string, string> = { intent: "cancel" }) {
  const request = new Request(`http://localhost:3000${path("/cancel")}`, {
    method: "POST",
    body: new URLSearchParams({ note: "", ...fields }),
  });
  const args = { request, params: { bookingId: booking.id }, context: testContext(deps) } as never;
  const result: unknown = await cancelAction(args).catch((thrown: unknown) => thrown);
  if (result instanceof Response) return { status: result.status, location: result.headers.get("Location") };
  const { init, data } = result as { init: { status: number }; data: { summary: string } };
  return { status: init.status, summary: data.summary };
}

describe("a private person within 14 days", () => {
  test("reads that cancelling is a right, and cancels at once", async () => {
    const page = await pageText("/cancel");
    expect(page).toContain("Cancel your booking");
    expect(page).toContain("It takes effect at once");
    expect(page).toContain("Cancel the booking");
    expect(page).not.toContain("Ask to cancel");
    expect(await press()).toEqual({ status: 302, location: `/booking/${booking.id}?done=cancelled` });
    expect(await row()).toMatchObject({ status: "cancelled", awaits_contact_since: null });
    expect(await topics()).toEqual(["cancelled-notice", "status-changed"]);
    expect(await textOf("status-changed")).toContain(
      "You have cancelled your booking, and this took effect at once. There is nothing more for you to do. We pay back what you have paid within 14 days, except for what we had done since you asked us to start.",
    );
    expect(await textOf("cancelled-notice")).toContain(
      "pay back what was paid by Wednesday 24 March 2027, except",
    );
    const { history, requests: shown } = await readBookingFile(deps, booking.id);
    expect(history.map(({ what }) => what)).toEqual([
      "Status changed",
      "Right to cancel used by the referrer",
    ]);
    expect(shown).toMatchObject([{ kind: "cancel", answered_as: "by-right" }]);
  });

  test("is offered it nowhere again afterwards", async () => {
    expect(await pageText()).toContain("Cancel online");
    await press();
    for (const page of ["", "/cancel"]) {
      const text = await pageText(page);
      expect(text).not.toContain("Cancel online");
      expect(text).not.toContain("Cancel the booking");
      expect(text).not.toContain("Ask to cancel");
    }
    expect(await press()).toMatchObject({ status: 409, summary: expect.stringContaining("no longer open") });
    expect(await topics()).toEqual(["cancelled-notice", "status-changed"]);
  });

  test("takes the visit with it: the assessor is told", async () => {
    const assessor = await createAssessor(deps);
    const change = { ...BY_STAFF, bookingId: booking.id, version: 1, isReferrerTold: false, overruled: null };
    await agreeVisit(deps, { ...change, plan: PLAN, assessorId: assessor.id });
    await press();
    expect(await visitsOfBooking(deps, booking.id)).toMatchObject([{ ended_as: "cancelled" }]);
    expect(await topics()).toContain("assessor-visit-cancelled");
  });

  test("has an earlier request to cancel take effect, and another one end", async () => {
    const asked = { ...BY_REFERRER, note: "We moved" };
    await makeRequest(deps, booking.id, { ...asked, kind: "cancel", day: null });
    await makeRequest(deps, booking.id, { ...asked, kind: "date", day: "2027-04-08" });
    await press();
    const ended = Object.fromEntries((await requests()).map((one) => [one.kind, one]));
    expect(ended.cancel).toMatchObject({ answered_as: "by-right", note: "We moved" });
    expect(ended.date).toMatchObject({ answered_as: "ended" });
    expect(await textOf("status-changed")).toContain(
      "another date, Thursday 8 April 2027: this request has ended",
    );
  });

  test("who has an invoice leaves it to staff as a task, which they settle", async () => {
    await createInvoiceRow(deps, booking);
    await press({ note: "Too soon" });
    const { invoice, requests: shown } = await readBookingFile(deps, booking.id);
    expect(shown).toMatchObject([{ note: "Too soon" }]);
    expect(invoice!.billingTask).toMatchObject({
      heading: "The booking was cancelled after its invoice was made",
      words: expect.stringContaining("void or credit invoice INV-0001"),
    });
    expect(await pageText()).not.toContain("We will change it for you");
    const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
    const since = (await row()).billing_to_change_since!;
    await render(deps, `/admin/bookings/${booking.id}`, cookie, { intent: "billing-changed", since });
    expect(await row()).toMatchObject({ billing_to_change_since: null });
  });

  test("whose data is restricted can still cancel", async () => {
    const person = { id: deps.ids.uuid(), email_key: booking.referrer_email_key, booking_id: null };
    const restriction = { kind: "restriction", case: person, reason: "Asked by letter" } as const;
    await placeRestriction(deps, { ...BY_STAFF, ...restriction });
    expect((await press()).status).toBe(302);
    expect(await row()).toMatchObject({ status: "cancelled" });
  });

  test("on the last day still may, and on the day after asks", async () => {
    deps.clock.set("2027-03-24T23:30:00Z");
    expect(await pageText("/cancel")).toContain("Cancel the booking");
    deps.clock.set("2027-03-25T00:30:00Z");
    expect(await pageText("/cancel")).toContain("Ask to cancel");
    const late = await press({ intent: "cancel", note: "We moved" });
    expect(late).toMatchObject({ status: 409, summary: expect.stringContaining("right to cancel was over") });
    expect(await row()).toMatchObject({ status: "pending" });
    expect(await press({ note: "We moved" })).toMatchObject({
      location: `/booking/${booking.id}?done=cancel`,
    });
    expect(await requests()).toMatchObject([{ kind: "cancel", answered_at: null, note: "We moved" }]);
  });
});

test("who books for an organisation asks to cancel", async () => {
  booking = await createBooking(deps, {
    referrer_relationship: "Solicitor",
    referrer_organisation: "Oak LLP",
  });
  const result = await cancelPage({
    request: new Request(`http://localhost:3000${path("/cancel")}`),
    params: { bookingId: booking.id },
    context: testContext(deps),
  } as never);
  expect(result.data).toMatchObject({ rights: null, cost: { heading: "There is no fixed fee" } });
  await press({ note: "" });
  expect(await row()).toMatchObject({ status: "pending" });
});
