import { describe, expect, test } from "vitest";
import { composeMail } from "#app/features/mail/compose-mail.server.ts";
import { purgeExpired } from "#app/features/privacy/purge.server.ts";
import { editBooking } from "#app/features/staff/booking/edit-booking.server.ts";
import { loader as fileLoader } from "#app/routes/report/file.ts";
import { action as recipientAction, loader as recipientLoader } from "#app/routes/report/report.tsx";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import {
  ALL_CHECKS,
  ask,
  lastMail,
  linkIn,
  mails,
  openAsRecipient,
  stageReport,
  type Handler,
} from "#tests/setup/report-pages.ts";
import { createDelivery } from "#tests/setup/reports.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { addRecipient, liftHold, placeHold } from "./change-report.server.ts";
import { reportData } from "./personal.server.ts";
import { deliveriesOf, findDelivery, holdsOf } from "./report-rows.server.ts";
import { withdrawReport } from "./review-report.server.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const SOLICITOR = { role: "solicitor", name: "Lena Okoro", email: "lena@solicitors.example" } as const;
const REFERRER_EMAIL = "Joanna.Reeve@example.org";
const by = BY_STAFF;

/** The mails to recipients. */
const sentTo = (deps: TestDeps) =>
  deps.sentMails
    .filter(({ tag }) => /^report-(ready|reminder|withdrawn)$/.test(tag))
    .map(({ tag, to }) => `${tag} ${to}`);

async function statusOf(deps: TestDeps, path: string, deliveryId: string, cookie?: string) {
  const asked = { path, params: { deliveryId }, ...(cookie && { cookie }) };
  const page = await ask(deps, recipientLoader as Handler, asked);
  return [page.status, (page.data as { problem?: string }).problem ?? null];
}

/** A report that was released to its referrer. */
async function released() {
  const staged = await stageReport();
  await staged.send();
  const reportId = (await staged.staffPage()).reports[0]!.id;
  await staged.asStaff({ intent: "release", reportId, checks: ALL_CHECKS, recipients: "referrer" });
  await runDueJobs(staged.deps);
  const deliveryId = (await staged.staffPage()).reports[0]!.deliveries[0]!.id;
  return { ...staged, reportId, deliveryId };
}

describe("a released report", () => {
  test("is sent to somebody who was added later, once", async () => {
    const { deps, asStaff, staffPage, reportId } = await released();
    expect((await staffPage()).reports[0]!.unsent).toEqual([]);
    await asStaff({ intent: "recipient", ...SOLICITOR });
    const [solicitor] = (await staffPage()).reports[0]!.unsent;
    expect(solicitor).toMatchObject(SOLICITOR);
    const send = { intent: "send", reportId, recipients: [solicitor!.id, "referrer"] };
    expect((await asStaff(send)).location).toContain("done=send");
    expect((await asStaff(send)).status).toBe(409);
    await runDueJobs(deps);
    expect(sentTo(deps)).toEqual([`report-ready ${REFERRER_EMAIL}`, `report-ready ${SOLICITOR.email}`]);
    expect((await asStaff({ ...send, recipients: [] })).status).toBe(400);
  });

  test("is sent to nobody while it is on hold, and a hold is said on “Send a new link” too", async () => {
    const { deps, booking, asStaff, staffPage, reportId, deliveryId } = await released();
    await asStaff({ intent: "recipient", ...SOLICITOR });
    const [solicitor] = (await staffPage()).reports[0]!.unsent;
    await placeHold(deps, { bookingId: booking.id, by, reason: "unpaid", note: "" });
    const forms: Record<string, string>[] = [
      { intent: "send", reportId, recipients: solicitor!.id },
      { intent: "renew", deliveryId },
    ];
    for (const form of forms)
      expect(await asStaff(form)).toMatchObject({
        status: 409,
        data: { summary: expect.stringContaining("hold") },
      });
  });

  test("goes to one address once, whatever its capitals", async () => {
    const { asStaff, staffPage } = await released();
    await asStaff({ intent: "recipient", ...SOLICITOR });
    for (const email of ["LENA@Solicitors.example", "joanna.reeve@EXAMPLE.org"]) {
      const again = await asStaff({ intent: "recipient", ...SOLICITOR, email });
      expect(again).toMatchObject({
        status: 409,
        data: { summary: expect.stringMatching(/on the list already/) },
      });
    }
    expect((await staffPage()).recipients).toHaveLength(2);
  });
});

describe("“End this link”", () => {
  test("closes the report for whoever has the link, opened it or signs in, and nothing more is mailed", async () => {
    const { deps, asStaff, staffPage, deliveryId } = await released();
    const { path, cookie } = await openAsRecipient(deps);
    const customer = await signInAs(deps, await createUser(deps, { email: "joanna.reeve@example.org" }));
    expect((await asStaff({ intent: "end-link", deliveryId })).location).toContain("done=link-ended");
    const page = `/reports/${deliveryId}`;
    for (const [address, cookies] of [[path], [page, cookie], [page, customer.cookie]] as const) {
      expect(await statusOf(deps, address!, deliveryId, cookies)).toEqual([410, "ended"]);
      const asked = { path: address!, params: { deliveryId }, ...(cookies && { cookie: cookies }) };
      const file = await ask(deps, fileLoader as Handler, asked);
      expect(file.response!.headers.get("Content-Disposition")).toBeNull();
    }
    expect((await asStaff({ intent: "renew", deliveryId })).status).toBe(409);
    // Again is harmless, and the referrer can be sent another link.
    expect((await asStaff({ intent: "end-link", deliveryId })).status).toBe(302);
    expect((await staffPage()).reports[0]!.unsent.map(({ role }) => role)).toEqual(["referrer"]);
    deps.clock.advance(20 * DAY_MS);
    await runDueJobs(deps);
    for (const topic of ["report-reminder", "report-unread"])
      expect((await lastMail(deps, topic)).row).toMatchObject({
        state: "cancelled",
        cancel_code: "link-ended",
      });
  });

  test("ends no link of another booking", async () => {
    const { deps, asStaff } = await released();
    const { delivery } = await createDelivery(deps, (await createBooking(deps)).id);
    await asStaff({ intent: "end-link", deliveryId: delivery.id });
    expect((await findDelivery(deps, delivery.id))!.ended_at).toBeNull();
  });

  test("comes with “Remove”: the links to every version end, and the referrer’s stays", async () => {
    const { deps, booking, asStaff, staffPage, reportId } = await released();
    await asStaff({ intent: "recipient", ...SOLICITOR });
    const [solicitor] = (await staffPage()).reports[0]!.unsent;
    await asStaff({ intent: "send", reportId, recipients: solicitor!.id });
    const path = await linkIn(deps, await lastMail(deps, "report-ready"));
    const deliveryId = path.split("/").at(-1)!.split("?")[0]!;
    expect(await statusOf(deps, path, deliveryId)).toEqual([200, null]);
    await asStaff({ intent: "remove-recipient", recipientId: solicitor!.id });
    expect(await statusOf(deps, path, deliveryId)).toEqual([410, "ended"]);
    const deliveries = await deliveriesOf(deps, [reportId]);
    expect(deliveries.map(({ role, ended_at }) => [role, ended_at !== null])).toEqual([
      ["referrer", false],
      ["solicitor", true],
    ]);
    expect((await staffPage()).recipients.map(({ role }) => role)).toEqual(["referrer"]);
    expect(booking.id).toBeTruthy();
  });
});

describe("a link that was replaced", () => {
  test("says so to whoever still has it or had opened it, and to nobody else", async () => {
    const { deps, asStaff, deliveryId } = await released();
    const { path, cookie } = await openAsRecipient(deps);
    await asStaff({ intent: "renew", deliveryId });
    const page = `/reports/${deliveryId}`;
    expect(await statusOf(deps, path, deliveryId)).toEqual([410, "replaced"]);
    expect(await statusOf(deps, page, deliveryId, cookie)).toEqual([410, "replaced"]);
    expect(await statusOf(deps, page, deliveryId)).toEqual([404, null]);
    expect(await statusOf(deps, `${path}x`, deliveryId)).toEqual([404, null]);
    const form = new URLSearchParams({ intent: "send-code" });
    await ask(deps, recipientAction as Handler, { path, params: { deliveryId }, form });
    expect(await mails(deps, "report-code")).toHaveLength(1);
  });

  test("is not in the reminder that was queued before: that carries the link of the day", async () => {
    const { deps, asStaff, deliveryId } = await released();
    await asStaff({ intent: "renew", deliveryId });
    deps.clock.advance(6 * DAY_MS);
    await runDueJobs(deps);
    const reminder = deps.sentMails.find(({ tag }) => tag === "report-reminder")!;
    const link = new URL(/https?:\S+token=\S+/.exec(reminder.text)![0]);
    expect(await statusOf(deps, link.pathname + link.search, deliveryId)).toEqual([200, null]);
  });
});

describe("a referrer who corrects the email address", () => {
  const correct = (deps: TestDeps, bookingId: string, email: string) =>
    editBooking(deps, {
      bookingId,
      version: 2,
      plan: () => ({ columns: { referrer_email: email, referrer_email_key: email.toLowerCase() } }),
      isReferrerTold: true,
      ...by,
    });

  test("gets the report there, and the old mailbox has no link and no code any more", async () => {
    const { deps, booking, deliveryId, asStaff, staffPage } = await released();
    const old = await linkIn(deps, await lastMail(deps, "report-ready"));
    expect(await correct(deps, booking.id, "jo@example.org")).toMatchObject({ ok: true });
    await runDueJobs(deps);
    expect(sentTo(deps).at(-1)).toBe("report-ready jo@example.org");
    expect(await statusOf(deps, old, deliveryId)).toEqual([410, "replaced"]);
    const { path } = await openAsRecipient(deps);
    expect((await lastMail(deps, "report-code")).to).toBe("jo@example.org");
    expect(await statusOf(deps, path, deliveryId)).toEqual([200, null]);
    await asStaff({ intent: "renew", deliveryId });
    expect((await staffPage()).reports[0]!.deliveries[0]).toMatchObject({
      email: "jo@example.org",
      releasedTo: REFERRER_EMAIL,
    });
    deps.clock.advance(6 * DAY_MS);
    await runDueJobs(deps);
    const later = sentTo(deps).slice(-2);
    expect(later.sort()).toEqual(["report-ready jo@example.org", "report-reminder jo@example.org"]);
  });

  test("is not mailed again what they have opened, and another recipient’s link stays", async () => {
    const { deps, booking, asStaff, staffPage, reportId, deliveryId } = await released();
    const { params, cookie } = await openAsRecipient(deps);
    const form = new URLSearchParams({ intent: "received", receivedBy: "Joanna Reeve" });
    await ask(deps, recipientAction as Handler, { path: `/reports/${deliveryId}`, params, cookie, form });
    await asStaff({ intent: "recipient", ...SOLICITOR });
    const [solicitor] = (await staffPage()).reports[0]!.unsent;
    await asStaff({ intent: "send", reportId, recipients: solicitor!.id });
    const theirs = await linkIn(deps, await lastMail(deps, "report-ready"));
    await correct(deps, booking.id, "jo@example.org");
    expect(await mails(deps, "report-ready")).toHaveLength(2);
    expect(await statusOf(deps, theirs, theirs.split("/").at(-1)!.split("?")[0]!)).toEqual([200, null]);
  });

  test("has a code that was mailed to the old address no longer", async () => {
    const { deps, booking, deliveryId } = await released();
    const path = await linkIn(deps, await lastMail(deps, "report-ready"));
    const params = { deliveryId };
    const send = new URLSearchParams({ intent: "send-code" });
    await ask(deps, recipientAction as Handler, { path, params, form: send });
    const { code } = (await lastMail(deps, "report-code")).payload;
    await correct(deps, booking.id, "jo@example.org");
    const newest = await linkIn(deps, await lastMail(deps, "report-ready"));
    const form = new URLSearchParams({ intent: "code", code: code! });
    expect((await ask(deps, recipientAction as Handler, { path: newest, params, form })).status).toBe(400);
  });
});

describe("a hold", () => {
  /** Released on Wednesday 10 March 2027, and put on hold before a mail left. */
  async function held() {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const { delivery, report } = await createDelivery(deps, booking.id);
    await placeHold(deps, { bookingId: booking.id, by, reason: "objects", note: "" });
    await runDueJobs(deps);
    const lift = async () => {
      const [first] = await holdsOf(deps, booking.id);
      await liftHold(deps, { bookingId: booking.id, by, holdId: first!.id });
    };
    const sentAt = async () => (await reportData(deps, booking.id)).reports[0]!.deliveries[0]!.sentAt;
    return { deps, booking, delivery, report, lift, sentAt };
  }

  test("for a moment keeps the mail back, which goes out when it is lifted; nothing is “sent” before", async () => {
    const { deps, lift, sentAt } = await held();
    expect(sentTo(deps)).toEqual([]);
    expect((await lastMail(deps, "report-ready")).row.cancel_code).toBe("report-held");
    expect(await sentAt()).toBeNull();
    await lift();
    await runDueJobs(deps);
    expect(sentTo(deps)).toEqual([`report-ready ${REFERRER_EMAIL}`]);
    expect(await sentAt()).toBe(deps.clock.now().toISOString());
    await lift().catch(() => {});
    await runDueJobs(deps);
    expect(sentTo(deps)).toHaveLength(1);
  });

  test("that lasts longer than the reminder lets it wait three working days more", async () => {
    const { deps, lift } = await held();
    deps.clock.advance(12 * DAY_MS);
    await runDueJobs(deps);
    expect((await lastMail(deps, "report-unread")).row.cancel_code).toBe("report-held");
    await lift();
    await runDueJobs(deps);
    expect(sentTo(deps)).toEqual([`report-ready ${REFERRER_EMAIL}`]);
    // Monday 22 March; Good Friday is the 26th.
    expect([
      (await lastMail(deps, "report-reminder")).row.next_attempt_at,
      (await lastMail(deps, "report-unread")).row.next_attempt_at,
    ]).toEqual(["2027-03-25T09:00:00.000Z", "2027-04-02T08:00:00.000Z"]);
  });

  test("of four months loses neither the mail nor its link", async () => {
    const { deps, booking, delivery, lift } = await held();
    deps.clock.advance(120 * DAY_MS);
    await purgeExpired(deps);
    await lift();
    await runDueJobs(deps);
    expect(sentTo(deps)).toEqual([`report-ready ${REFERRER_EMAIL}`]);
    const path = await linkIn(deps, await lastMail(deps, "report-ready"));
    expect(await statusOf(deps, path, delivery.id)).toEqual([200, null]);
    expect(booking.id).toBeTruthy();
  });

  test("is over with the last of two", async () => {
    const { deps, booking, lift } = await held();
    await placeHold(deps, { bookingId: booking.id, by, reason: "legal", note: "" });
    await lift();
    await runDueJobs(deps);
    expect(sentTo(deps)).toEqual([]);
    await lift();
    await runDueJobs(deps);
    expect(sentTo(deps)).toHaveLength(1);
  });

  test("brings back what an earlier release cancelled as withdrawn, and nothing of a withdrawn report", async () => {
    const { deps, lift } = await held();
    await deps.db.updateTable("outbox").set({ cancel_code: "report-withdrawn" }).execute();
    await lift();
    await runDueJobs(deps);
    expect(sentTo(deps)).toEqual([`report-ready ${REFERRER_EMAIL}`]);

    const other = await held();
    const { deps: theirs, booking, report } = other;
    await withdrawReport(theirs, { bookingId: booking.id, reportId: report.id, by, reason: "Wrong file" });
    await other.lift();
    await runDueJobs(theirs);
    // Nobody had been sent the report, so nobody is told that it was withdrawn.
    expect(sentTo(theirs)).toEqual([]);
    expect((await lastMail(theirs, "report-withdrawn")).row.cancel_code).toBe("report-never-sent");
  });
});

test("staff read what left, what waits, what was kept back and what came back", async () => {
  const { deps, booking, staffPage, asStaff, deliveryId } = await released();
  const mail = async () => (await staffPage()).reports[0]!.deliveries[0]!.mail!;
  const left = deps.clock.now().toISOString();
  expect(await mail()).toMatchObject({ sentAt: left, state: "sent" });
  deps.clock.advance(HOUR_MS);
  await asStaff({ intent: "renew", deliveryId });
  expect(await mail()).toMatchObject({ sentAt: left, state: "waiting" });
  await placeHold(deps, { bookingId: booking.id, by, reason: "unpaid", note: "" });
  await runDueJobs(deps);
  expect(await mail()).toMatchObject({ sentAt: left, state: "kept-back" });
  const [hold] = await holdsOf(deps, booking.id);
  await asStaff({ intent: "lift-hold", holdId: hold!.id });
  await runDueJobs(deps);
  expect(await mail()).toMatchObject({ sentAt: deps.clock.now().toISOString(), state: "sent" });
  await deps.db
    .updateTable("outbox")
    .set({ delivery: "bounced" })
    .where("topic", "=", "report-ready")
    .execute();
  expect(await mail()).toMatchObject({ state: "came-back" });
});

test("a note for the author goes to the visit that they have when it is sent, and not to one that they lost", async () => {
  const { deps, assessor, asStaff, staffPage, send } = await stageReport();
  await send();
  const reportId = (await staffPage()).reports[0]!.id;
  await asStaff({ intent: "return", codes: "evidence", reportId, note: "Please sign it." });
  const { row } = await lastMail(deps, "report-returned");
  expect(await composeMail(deps, row)).toMatchObject({
    mail: { text: expect.stringMatching(/\/assessor\/visits\/[\w-]+\/report/) },
  });
  await deps.db
    .updateTable("visits")
    .set({ assessor_id: (await createUser(deps)).id })
    .execute();
  expect(await composeMail(deps, row)).toEqual({ skip: "visit-changed" });
  expect(assessor.id).toBeTruthy();
});

test("a recipient of a booking that was restricted since cannot be added, removed, ended or freed of a hold", async () => {
  const { deps, booking, asStaff, staffPage, deliveryId } = await released();
  await addRecipient(deps, { bookingId: booking.id, by, ...SOLICITOR });
  await placeHold(deps, { bookingId: booking.id, by, reason: "unpaid", note: "" });
  const [hold] = await holdsOf(deps, booking.id);
  const [, solicitor] = (await staffPage()).recipients;
  const mark = { id: "m1", kind: "restriction", booking_id: booking.id, email_key: null } as const;
  const at = { placed_at: "2027-03-10T09:00:00.000Z", placed_by: "", lifted_at: null, lifted_by: null };
  await deps.db
    .insertInto("privacy_marks")
    .values({ ...mark, ...at, reason: "Asked" })
    .execute();
  const forms: Record<string, string>[] = [
    { intent: "lift-hold", holdId: hold!.id },
    { intent: "remove-recipient", recipientId: solicitor!.id },
    { intent: "end-link", deliveryId },
    { intent: "recipient", ...SOLICITOR, email: "other@example.org" },
  ];
  for (const form of forms) expect((await asStaff(form)).status).toBe(409);
  expect(await holdsOf(deps, booking.id)).toHaveLength(1);
  expect((await findDelivery(deps, deliveryId))!.ended_at).toBeNull();
});
