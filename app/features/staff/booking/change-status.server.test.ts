import { beforeEach, describe, expect, test } from "vitest";
import { decryptPayload } from "#app/features/outbox/enqueue.server.ts";
import { enqueueInvoice } from "#app/features/booking/money/enqueue-invoice.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { render } from "#tests/setup/rendered-site.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { readStage } from "#app/features/stage/read-stages.server.ts";
import { createXeroDeps } from "#tests/setup/vendors.ts";
import { createInvoice } from "#app/features/billing/create-invoice.server.ts";
import { changeStatus, type StatusChange } from "./change-status.server.ts";
import { BOOKING_STATUSES, isReopening, nextStatuses } from "#app/features/booking/fields/status.ts";

describe("changing a booking's status", () => {
  let deps: TestDeps;
  beforeEach(() => {
    deps = createTestDeps();
  });

  const change = (booking: { id: string; version: number }, changes: Partial<StatusChange> = {}) =>
    changeStatus(deps, {
      bookingId: booking.id,
      version: booking.version,
      status: "confirmed",
      reason: "",
      isDateAccepted: true,
      isReferrerTold: true,
      note: "",
      actor: { kind: "staff", id: "staff-1" },
      requestId: "request-1",
      ...changes,
    });
  const mails = () => deps.db.selectFrom("outbox").selectAll().execute();

  test("confirms, keeps who did it, and tells the referrer with the note", async () => {
    const booking = await createBooking(deps);
    const result = await change(booking, { note: "See you on Friday." });
    expect(result).toMatchObject({ ok: true, booking: { status: "confirmed", version: 2 } });
    const [mail] = await mails();
    expect(mail).toMatchObject({
      topic: "status-changed",
      recipient: "Joanna.Reeve@example.org",
      booking_id: booking.id,
    });
    expect(decryptPayload(deps.secrets, mail!)).toEqual({ status: "confirmed", note: "See you on Friday." });
    expect(await deps.db.selectFrom("audit_log").selectAll().execute()).toMatchObject([
      {
        action: "booking.status-changed",
        actor_id: "staff-1",
        subject_id: booking.id,
        changed_fields: '["status"]',
        note: "Pending Review to Confirmed",
      },
    ]);
  });

  test("sends nothing when staff untick it", async () => {
    const booking = await createBooking(deps);
    expect(await change(booking, { isReferrerTold: false })).toMatchObject({ ok: true });
    expect(await mails()).toEqual([]);
  });

  test("the second of two at once is told, and nothing of theirs is written", async () => {
    const booking = await createBooking(deps);
    const results = await Promise.all([change(booking), change(booking, { status: "cancelled" })]);
    expect(results).toMatchObject([{ ok: true }, { ok: false, problem: "changed-since" }]);
    expect(await mails()).toHaveLength(1);
    expect(await deps.db.selectFrom("bookings").select("status").execute()).toEqual([
      { status: "confirmed" },
    ]);
  });

  /** A later release may word the reasons differently. */
  const rewordReasons = () =>
    deps.db
      .updateTable("outbox")
      .set({ last_error: "Given up: no longer booked." })
      .where("state", "=", "cancelled")
      .execute();

  test("gets a reopened booking its invoice, which was not made while it was cancelled", async () => {
    const { deps: withXero, xero } = await createXeroDeps();
    deps = withXero;
    const booking = await createBooking(deps, { payment_method: "pay_now" });
    await enqueueInvoice(deps, booking);
    await change(booking, { status: "cancelled", isReferrerTold: false });
    await runDueJobs(deps);
    expect(xero.invoices).toEqual([]);
    await rewordReasons();
    const version = booking.version + 1;
    await change({ ...booking, version }, { reason: "A mistake.", isReferrerTold: false });
    await runDueJobs(deps);
    expect(xero.invoices).toHaveLength(1);
  });

  test("gets a reopened booking the mail about its invoice, which was not sent while it was cancelled", async () => {
    deps = (await createXeroDeps()).deps;
    const booking = await createBooking(deps, { payment_method: "pay_now" });
    await createInvoice(deps, booking);
    await change(booking, { status: "cancelled", isReferrerTold: false });
    await runDueJobs(deps);
    expect(deps.sentMails).toEqual([]);
    await rewordReasons();
    const version = booking.version + 1;
    await change({ ...booking, version }, { reason: "A mistake.", isReferrerTold: false });
    await runDueJobs(deps);
    expect(deps.sentMails.map((mail) => mail.tag)).toEqual(["invoice-ready"]);
  });

  test.each(BOOKING_STATUSES.flatMap((from) => BOOKING_STATUSES.map((to) => [from, to] as const)))(
    "from %s to %s",
    async (from, to) => {
      const booking = await createBooking(deps, { status: from });
      const bare = await change(booking, { status: to });
      if (!nextStatuses(from).includes(to)) {
        expect(bare).toEqual({ ok: false, problem: "not-allowed" });
      } else if (isReopening(from)) {
        expect(bare).toEqual({ ok: false, problem: "reason-needed" });
        expect(await change(booking, { status: to, reason: "Booked again by phone" })).toMatchObject({
          ok: true,
        });
        const { note } = await deps.db.selectFrom("audit_log").select("note").executeTakeFirstOrThrow();
        expect(note).toMatch(/ to .+\. Reason: Booked again by phone$/);
      } else {
        expect(bare).toMatchObject({ ok: true, booking: { status: to } });
      }
    },
  );

  test.each([
    [null, "date-missing"],
    ["2027-03-09", "date-past"],
  ] as const)("asks before it confirms a booking for %s", async (preferred_date, problem) => {
    const booking = await createBooking(deps, { preferred_date });
    expect(await change(booking, { isDateAccepted: false })).toEqual({ ok: false, problem });
    expect(await mails()).toEqual([]);
    expect(await change(booking)).toMatchObject({ ok: true, booking: { status: "confirmed", version: 2 } });
  });

  test("confirms a booking for today without a question", async () => {
    const booking = await createBooking(deps, { preferred_date: "2027-03-10" });
    expect(await change(booking, { isDateAccepted: false })).toMatchObject({ ok: true });
  });

  test("a booking that is not there", async () => {
    expect(await change({ id: "none", version: 1 })).toEqual({ ok: false, problem: "not-found" });
  });
});

describe("completing a booking whose visit is to come", () => {
  test("asks first, then cancels the visit, closes questions, and tells everybody once", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const assessor = await createAssessor(deps);
    const agreed = await agreeVisit(deps, {
      ...BY_STAFF,
      bookingId: booking.id,
      version: 1,
      plan: PLAN,
      assessorId: assessor.id,
      isReferrerTold: true,
      overruled: null,
    });
    expect(agreed.ok).toBe(true);
    await runDueJobs(deps);
    const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
    const complete = (fields: Record<string, string> = {}) =>
      render(deps, `/admin/bookings/${booking.id}`, cookie, {
        status: "completed",
        version: "2",
        reason: "",
        note: "",
        notify: "on",
        ...fields,
      });
    const asked = await complete();
    expect(asked.status).toBe(400);
    expect(asked.text).toContain(
      "Completing the booking cancels the visit on Thursday 11 March 2027, 10:00–11:30",
    );
    expect(asked.text).toContain("Complete it and cancel the visit");
    expect((await readStage(deps, booking.id)).stage).toBe("agreed");
    expect((await complete({ endVisit: "on" })).location).toContain("done=status");
    expect(await deps.db.selectFrom("visits").select("ended_as").execute()).toEqual([
      { ended_as: "cancelled" },
    ]);
    const before = deps.sentMails.length;
    await runDueJobs(deps);
    const mails = deps.sentMails.slice(before);
    expect(mails.map(({ tag, to }) => [tag, to]).toSorted()).toEqual([
      ["assessor-visit-cancelled", assessor.email],
      ["status-changed", booking.referrer_email],
    ]);
    const toReferrer = mails.find(({ tag }) => tag === "status-changed")!;
    expect(toReferrer.text.replaceAll(/\s+/g, " ")).toContain(
      "The visit on Thursday 11 March 2027, 10:00–11:30 does not take place.",
    );
    expect(JSON.stringify(toReferrer.attachments)).toContain("CANCEL");
  });
});
