import { expect, test } from "vitest";
import { issueToken } from "#app/features/accounts/password/account-tokens.server.ts";
import { requestPasswordReset } from "#app/features/accounts/password/reset-password.server.ts";
import { liftRestriction, placeRestriction } from "#app/features/data-protection/restrictions.server.ts";
import { enqueue } from "#app/features/outbox/enqueue.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { queueHeldBack } from "#app/features/outbox/held-back.server.ts";
import type { MailTopic } from "#app/features/outbox/mail-topics.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createInvoiceRow, createUser } from "#tests/setup/factories.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { createDelivery } from "#tests/setup/reports.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";

const CALLER = { clientAddress: "192.0.2.1", deviceSecret: null, deviceLabel: "", fingerprint: null };

const cancelCodes = async ({ db }: TestDeps) =>
  (await db.selectFrom("outbox").select(["cancel_code"]).where("state", "=", "cancelled").execute()).map(
    ({ cancel_code }) => cancel_code,
  );

test("of two links to a new password that waited, the one that works goes out", async () => {
  const deps = createTestDeps();
  await createUser(deps, { email: "jo@example.org" });
  for (const requestId of ["r1", "r2"])
    await requestPasswordReset(deps, "jo@example.org", { ...CALLER, requestId });
  await runDueJobs(deps);
  expect(deps.sentMails.map(({ tag }) => tag)).toEqual(["password-reset"]);
  expect(await cancelCodes(deps)).toEqual(["link-replaced"]);
});

test("a mail leads to where the service is on the day it is sent", async () => {
  const deps = createTestDeps();
  await enqueueMail(deps, {
    topic: "temporary-password",
    to: "new@example.org",
    dedupeKey: "t",
    payload: { password: "Kestrel-7!plum", path: "/admin/login" },
  });
  deps.env.APP_ORIGIN = "https://moved.example.org";
  await runDueJobs(deps);
  expect(deps.sentMails[0]!.text).toContain("https://moved.example.org/admin/login");
});

test("a mail that an earlier release queued with a whole address still goes out", async () => {
  const deps = createTestDeps();
  const { id } = await createUser(deps);
  const { delivery } = await createDelivery(deps, (await createBooking(deps)).id);
  const token = await issueToken(deps.db, deps, id, "confirm-email", 60);
  const old: [MailTopic, object][] = [
    ["confirm-email", { url: `https://old.example.org/customer/verify-email?token=${token}` }],
    ["booking-link", { link: "https://old.example.org/booking?assessments=other", assessmentNames: [] }],
    ["report-reminder", { deliveryId: delivery.id, url: "https://old.example.org/reports/1?token=dead" }],
    ["report-returned", { url: "https://old.example.org/assessor/visits/v1/report" }],
  ];
  for (const [topic, payload] of old) {
    const bookingId = topic.startsWith("report-") ? { bookingId: (await createBooking(deps)).id } : {};
    const to = "jo@example.org";
    await enqueue(deps, {
      kind: "mail",
      topic,
      to,
      dedupeKey: `old:${topic}`,
      payload,
      ...bookingId,
    });
  }
  await runDueJobs(deps);
  const { origin } = new URL(deps.env.APP_ORIGIN);
  const links = old.map(([topic]) => {
    const mail = deps.sentMails.find(({ tag }) => tag === topic)!;
    return /https?:\S+/.exec(mail.text)![0].replace(origin, "");
  });
  expect(links).toEqual([
    `/customer/verify-email?token=${token}`,
    "/booking?assessments=other",
    expect.stringMatching(new RegExp(`^/reports/${delivery.id}\\?token=(?!dead)`)),
    "/assessor/visits/v1/report",
  ]);
});

test("nobody is mailed the page of an invoice that was voided meanwhile", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps, { total_pence: 59_500 });
  await createInvoiceRow(deps, booking, { vendor_status: "voided" });
  await enqueueMail(deps, {
    topic: "invoice-ready",
    to: booking.referrer_email,
    bookingId: booking.id,
    dedupeKey: "i",
    payload: { kind: "full", amountPence: 59_500, dueOn: "2027-05-01" },
  });
  await runDueJobs(deps);
  expect(deps.sentMails).toEqual([]);
  expect(await cancelCodes(deps)).toEqual(["invoice-void"]);
});

test("what a restriction kept back goes out once it is lifted: of several reminders the last, and nothing twice", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps);
  const about = { bookingId: booking.id, to: booking.referrer_email };
  const keep = { ...BY_STAFF, kind: "restriction", reason: "Asked" } as const;
  await placeRestriction(deps, { ...keep, case: { id: "c1", email_key: null, booking_id: booking.id } });
  await placeRestriction(deps, { ...keep, case: { id: "c2", email_key: null, booking_id: booking.id } });
  await enqueueMail(deps, {
    ...about,
    topic: "booking-changed",
    dedupeKey: "changed",
    payload: { changes: [{ what: "location" }] },
  });
  for (const day of [3, 7]) {
    deps.clock.advance(60_000);
    const reminder = { topic: "referral-reminder", dedupeKey: `reminder:${day}`, payload: { day } } as const;
    await enqueueMail(deps, { ...about, ...reminder });
  }
  await runDueJobs(deps);
  expect(await cancelCodes(deps)).toEqual(["restricted", "restricted", "restricted"]);
  const marks = await deps.db.selectFrom("privacy_marks").select("id").execute();
  const person = { emailKey: null, bookingIds: [booking.id] };
  for (const [index, { id: restrictionId }] of marks.entries()) {
    await liftRestriction(deps, { ...BY_STAFF, restrictionId, caseId: "c", person });
    await queueHeldBack(deps.db, deps, { ...person, codes: ["restricted"] });
    await runDueJobs(deps);
    // The other restriction still keeps them.
    if (index === 0) expect(deps.sentMails).toEqual([]);
  }
  expect(deps.sentMails.map(({ tag }) => tag).sort()).toEqual(["booking-changed", "referral-reminder"]);
});
