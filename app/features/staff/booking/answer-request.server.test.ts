import { beforeEach, describe, expect, test } from "vitest";
import { action } from "#app/routes/admin/booking.tsx";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { listRequests, makeRequest } from "#app/features/booking/record/requests.server.ts";
import { eraseBooking } from "#app/features/booking/record/erase-booking.server.ts";
import { composeMail } from "#app/features/mail/compose-mail.server.ts";
import type { MailTopic } from "#app/features/outbox/mail-topics.ts";
import { agreeVisit, cancelVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { changeStatus } from "./change-status.server.ts";
import { readBookingFile } from "./read-booking-file.server.ts";
import { createTestDeps, testContext, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";

const BY_REFERRER = { actor: { kind: "visitor", id: null }, requestId: "test" } as const;

let deps: TestDeps;
let booking: BookingRow;
beforeEach(async () => {
  deps = createTestDeps();
  deps.clock.set("2027-03-10T10:00:00Z");
  booking = await createBooking(deps, { preferred_date: "2027-04-01", created_at: "2027-02-01T10:00:00Z" });
});

const askForDay = (day: string, note = "") =>
  makeRequest(deps, booking.id, { ...BY_REFERRER, kind: "date", day, note });
const askToCancel = () =>
  makeRequest(deps, booking.id, { ...BY_REFERRER, kind: "cancel", day: null, note: "" });
const requests = () => listRequests(deps, booking.id);
const row = () =>
  deps.db.selectFrom("bookings").selectAll().where("id", "=", booking.id).executeTakeFirstOrThrow();

async function textsOf(topic: MailTopic): Promise<string[]> {
  const jobs = await deps.db.selectFrom("outbox").selectAll().where("topic", "=", topic).execute();
  const mails = await Promise.all(jobs.map((job) => composeMail(deps, job)));
  return mails.map((composed) => ("mail" in composed ? composed.mail.text.replaceAll(/\s+/g, " ") : ""));
}

/** Sends staff's form as the page showed it. */
async function answer(intent: string, shown: { id: string; kind: string; version: number }) {
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const fields = { intent, asked: shown.id, kind: shown.kind, version: String(shown.version), note: "" };
  const request = new Request(`http://localhost:3000/admin/bookings/${booking.id}`, {
    method: "POST",
    headers: { Cookie: cookie },
    body: new URLSearchParams(fields),
  });
  const args = { request, params: { bookingId: booking.id }, context: testContext(deps) } as never;
  const result: unknown = await Promise.resolve(action(args)).catch((thrown: unknown) => thrown);
  if (result instanceof Response) return { status: result.status };
  const { init, data } = result as { init: { status: number }; data: { summary?: string } };
  return { status: init.status, summary: data.summary };
}

describe("a request that was changed since staff saw it", () => {
  test.each(["request-accept", "request-decline"])(
    "is not answered by %s: the page says the new day",
    async (intent) => {
      await askForDay("2027-12-28");
      const [shown] = await requests();
      await askForDay("2028-01-11");
      const refused = await answer(intent, shown!);
      expect(refused.status).toBe(409);
      expect(refused.summary).toContain("They ask for another date, Tuesday 11 January 2028 now.");
      expect(await row()).toMatchObject({ preferred_date: "2027-04-01" });
      const [now] = await requests();
      expect(now).toMatchObject({ answered_at: null, version: 2 });
      expect((await answer("request-accept", now!)).status).toBe(302);
      expect(await row()).toMatchObject({ preferred_date: "2028-01-11" });
    },
  );

  test("is told to the practice, and is in the history", async () => {
    await askForDay("2027-12-28");
    await askForDay("2028-01-11");
    expect(await textsOf("request-notice")).toEqual([
      expect.stringContaining("asks for another date, Tuesday 28 December 2027."),
      expect.stringContaining("changed a request, and asks for another date, Tuesday 11 January 2028 now."),
    ]);
    const { history } = await readBookingFile(deps, booking.id);
    expect(history.map(({ what }) => what)).toEqual(["Request changed", "Request made"]);
  });

  test("sent again as it is, it is no change and nobody is told twice", async () => {
    await askForDay("2027-12-28", "Mornings");
    await askForDay("2027-12-28", "Mornings");
    expect(await requests()).toMatchObject([{ version: 1 }]);
    expect(await textsOf("request-notice")).toHaveLength(1);
  });
});

describe("a booking that ends takes its open requests with it", () => {
  const byForm = async (status: "cancelled" | "completed") => {
    const { version } = await row();
    const change = { status, version, reason: "", note: "", isReferrerTold: true };
    const result = await changeStatus(deps, { ...BY_STAFF, bookingId: booking.id, ...change });
    expect(result.ok).toBe(true);
  };

  const change = async () => ({
    ...BY_STAFF,
    bookingId: booking.id,
    version: (await row()).version,
    isReferrerTold: true,
  });
  async function agreeTheVisit() {
    const { id: assessorId } = await createAssessor(deps);
    await agreeVisit(deps, { ...(await change()), plan: PLAN, assessorId, overruled: null });
  }
  const cancelTheVisit = async () =>
    cancelVisit(deps, { ...(await change()), after: "cancel-booking", reason: "" });

  test.each([
    ["by the form of the status", () => byForm("cancelled"), "status-changed"],
    ["with its visit", cancelTheVisit, "visit-cancelled"],
  ] as const)("cancelled %s", async (_how, end, topic) => {
    if (end === cancelTheVisit) await agreeTheVisit();
    await askForDay("2027-04-08");
    await askToCancel();
    await end();
    const ended = Object.fromEntries((await requests()).map(({ kind, answered_as }) => [kind, answered_as]));
    expect(ended).toEqual({ cancel: "accepted", date: "ended" });
    expect(await textsOf("request-declined")).toEqual([]);
    const [shown] = await requests();
    const refused = await answer("request-decline", shown!);
    expect(refused).toMatchObject({
      status: 409,
      summary: expect.stringContaining("was answered or taken back"),
    });
    expect((await textsOf(topic)).join()).not.toContain("asked for the booking to be cancelled");
  });

  test("the one mail says which request ended", async () => {
    await askForDay("2027-04-08");
    await byForm("cancelled");
    const [text] = await textsOf("status-changed");
    expect(text).toContain(
      "You had asked for another date, Thursday 8 April 2027: this request has ended with the booking.",
    );
    const { requests: shown } = await readBookingFile(deps, booking.id);
    expect(shown).toMatchObject([{ answered_as: "ended", who: null }]);
  });

  test("completed", async () => {
    booking = await createBooking(deps, { status: "confirmed", preferred_date: "2027-03-09" });
    await askToCancel();
    await byForm("completed");
    expect(await requests()).toMatchObject([{ kind: "cancel", answered_as: "ended" }]);
  });

  test("a request that arrives later, or after an erasure, is not stored", async () => {
    await byForm("cancelled");
    expect(await askForDay("2027-04-08")).toMatchObject({ problem: "over" });
    booking = await createBooking(deps);
    await eraseBooking(deps.db, deps, booking.id);
    expect(await askForDay("2027-04-08", "A note")).toMatchObject({ problem: "erased" });
    expect(await requests()).toEqual([]);
  });
});
