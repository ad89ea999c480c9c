import { describe, expect, test } from "vitest";
import { createTestDeps, testContext, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { callApi } from "#tests/setup/api.ts";
import * as outboxJob from "#app/routes/admin/outbox-job.tsx";
import * as unsubscribePage from "#app/routes/mail/unsubscribe.tsx";
import { enqueueBookingMails } from "#app/features/booking/record/submit-booking.server.ts";
import { registerJobHandlers } from "#app/job-handlers.server.ts";
import { countFailedJobs, findJob, listJobs } from "#app/features/outbox/job-queries.server.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";

const AUTH = "postmark:a-long-webhook-password";

async function book(env: Record<string, string> = {}) {
  const deps = createTestDeps(env);
  registerJobHandlers(deps);
  const booking = await createBooking(deps);
  await enqueueBookingMails(deps, booking);
  return { deps, booking };
}

const jobOf = (deps: TestDeps, topic: string) =>
  deps.db.selectFrom("outbox").selectAll().where("topic", "=", topic).limit(1).executeTakeFirstOrThrow();

describe("what Postmark reports", () => {
  const report = (deps: TestDeps, body: unknown, auth = AUTH) =>
    callApi(deps, "POST", "/api/webhooks/postmark", {
      body,
      headers: { Authorization: `Basic ${btoa(auth)}` },
    });

  async function sent() {
    const { deps } = await book({ POSTMARK_WEBHOOK_AUTH: AUTH });
    await runDueJobs(deps);
    const { id } = await jobOf(deps, "booking-confirmation");
    return { deps, id, metadata: { "outbox-id": id } };
  }

  test("a delivery is shown", async () => {
    const { deps, id, metadata } = await sent();
    expect((await report(deps, { RecordType: "Delivery", MessageID: "m", Metadata: metadata })).status).toBe(
      200,
    );
    expect((await findJob(deps, id))!.job.state).toEqual({ label: "Delivered", colour: "green" });
    expect(await countFailedJobs(deps)).toBe(0);
  });

  test("a bounce needs attention, says why, and is not undone by a late delivery", async () => {
    const { deps, id, metadata } = await sent();
    const bounce = { RecordType: "Bounce", Type: "HardBounce", MessageID: "m", Metadata: metadata };
    await report(deps, bounce);
    await report(deps, bounce);
    await report(deps, { RecordType: "Delivery", MessageID: "m", Metadata: metadata });
    const { job } = (await findJob(deps, id))!;
    expect(job).toMatchObject({
      state: { label: "Came back", colour: "red" },
      problem: "The address does not exist, so the mail came back.",
      canRetry: true,
    });
    expect(await countFailedJobs(deps)).toBe(1);
    expect((await listJobs(deps, { filter: "problems" })).jobs.map((one) => one.id)).toEqual([id]);
  });

  test("an out-of-office answer changes nothing", async () => {
    const { deps, id, metadata } = await sent();
    await report(deps, { RecordType: "Bounce", Type: "AutoResponder", MessageID: "m", Metadata: metadata });
    expect((await findJob(deps, id))!.job.state.label).toBe("Sent");
  });

  test("a mail sent from another system does no harm", async () => {
    const { deps } = await sent();
    const event = { RecordType: "Delivery", MessageID: "unknown", Metadata: {} };
    expect((await report(deps, event)).status).toBe(200);
  });

  test.each([
    ["a wrong password", AUTH, "postmark:guess"],
    ["no password configured", "", AUTH],
  ])("%s is turned away", async (_name, configured, sentAuth) => {
    const deps = createTestDeps({ POSTMARK_WEBHOOK_AUTH: configured });
    expect((await report(deps, { RecordType: "Delivery" }, sentAuth)).status).toBe(401);
  });

  test("what is no event is a bad request", async () => {
    const deps = createTestDeps({ POSTMARK_WEBHOOK_AUTH: AUTH });
    expect((await report(deps, "{not json")).status).toBe(400);
  });
});

describe("the unsubscribe link", () => {
  async function links() {
    const { deps, booking } = await book();
    deps.clock.advance(3 * 86_400_000);
    await runDueJobs(deps);
    const mail = deps.sentMails.find((one) => one.tag === "referral-reminder")!;
    const page = /https?:\S+\/mail\/unsubscribe\/\S+/.exec(mail.text)![0];
    return { deps, booking, page, oneClick: mail.unsubscribeUrl! };
  }
  const isStopped = async (deps: TestDeps) =>
    (await deps.db.selectFrom("reminder_opt_outs").selectAll().execute()).length === 1;
  const args = (deps: TestDeps, url: string, bookingId: string, method = "GET") => ({
    request: new Request(url, { method }),
    params: { bookingId },
    context: testContext(deps),
  });

  test("opened by a person or a link scanner changes nothing; the button does", async () => {
    const { deps, booking, page } = await links();
    type Args = Parameters<typeof unsubscribePage.loader>[0];
    const load = () => unsubscribePage.loader(args(deps, page, booking.id) as unknown as Args);
    expect(await load()).toEqual({ reference: booking.reference, isStopped: false });
    expect(await isStopped(deps)).toBe(false);

    const answer = await unsubscribePage.action(args(deps, page, booking.id, "POST") as unknown as Args);
    expect(answer.status).toBe(303);
    expect(await isStopped(deps)).toBe(true);
    expect(await load()).toMatchObject({ isStopped: true });
  });

  test("a mail program stops reminders with one POST", async () => {
    const { deps, oneClick } = await links();
    const { pathname, search } = new URL(oneClick);
    const answer = await callApi(deps, "POST", pathname + search, {
      body: "List-Unsubscribe=One-Click",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
    expect(answer.status).toBe(200);
    expect(await isStopped(deps)).toBe(true);
  });

  test("a wrong token and an unknown booking answer alike", async () => {
    const { deps, booking } = await links();
    const post = (id: string) =>
      callApi(deps, "POST", `/api/mail/unsubscribe/${id}?token=wrong`, { body: "" });
    const [wrong, unknown] = [await post(booking.id), await post("nobody")];
    expect([wrong.status, wrong.body]).toEqual([404, unknown.body]);
    expect(unknown.status).toBe(404);
    expect(await isStopped(deps)).toBe(false);
  });
});

describe("staff at the outbox", () => {
  async function press(deps: TestDeps, jobId: string, intent: string, roleId = "coordinator") {
    const { cookie } = await signInAs(deps, await createUser(deps, { role_id: roleId }));
    const request = new Request(`http://localhost:3000/admin/outbox/${jobId}`, {
      method: "POST",
      headers: { Cookie: cookie },
      body: new URLSearchParams({ intent, backTo: "/admin/outbox?show=problems" }),
    });
    type Args = Parameters<typeof outboxJob.action>[0];
    const args = { request, params: { jobId }, context: testContext(deps) } as unknown as Args;
    return outboxJob.action(args).catch((answer: unknown) => {
      if (answer instanceof Response) return answer;
      throw answer;
    });
  }

  test("cancel a waiting mail, and change their mind", async () => {
    const { deps } = await book();
    const { id } = await jobOf(deps, "booking-confirmation");
    const answer = await press(deps, id, "cancel");
    expect((answer as Response).headers.get("Location")).toBe("/admin/outbox?show=problems");
    await runDueJobs(deps);
    expect(deps.sentMails.map((mail) => mail.tag)).toEqual(["company-notice"]);
    expect((await findJob(deps, id))!.job.state.label).toBe("Cancelled");

    deps.clock.advance(1000);
    await press(deps, id, "retry");
    await runDueJobs(deps);
    expect(deps.sentMails.map((mail) => mail.tag)).toContain("booking-confirmation");
    const audit = await deps.db.selectFrom("audit_log").select("action").orderBy("id").execute();
    expect(audit.map((row) => row.action)).toEqual(["outbox.cancelled", "outbox.retried"]);
  });

  test("cannot send twice what was sent", async () => {
    const { deps } = await book();
    await runDueJobs(deps);
    const { id } = await jobOf(deps, "booking-confirmation");
    await press(deps, id, "retry");
    await press(deps, id, "cancel");
    await runDueJobs(deps);
    expect(deps.sentMails.filter((mail) => mail.tag === "booking-confirmation")).toHaveLength(1);
  });

  test.each([
    ["failed", null, "The mailbox does not exist. Cancelled by staff.", true],
    ["sent", "bounced", "The mailbox does not exist. Cancelled by staff.", true],
    ["sent", "spam-complaint", "The mailbox does not exist. Cancelled by staff.", false],
  ] as const)(
    "take what is %s (%s) off the list of what needs attention",
    async (state, delivery, words, canRetry) => {
      const { deps } = await book();
      const { id } = await jobOf(deps, "booking-confirmation");
      const last_error = "The mailbox does not exist.";
      await deps.db.updateTable("outbox").set({ state, delivery, last_error }).where("id", "=", id).execute();
      expect(await countFailedJobs(deps)).toBe(1);
      await press(deps, id, "cancel");
      expect(await countFailedJobs(deps)).toBe(0);
      expect((await findJob(deps, id))!.job).toMatchObject({ problem: words, canRetry, canCancel: false });
    },
  );

  test("customers are refused", async () => {
    const { deps } = await book();
    const { id } = await jobOf(deps, "booking-confirmation");
    await expect(press(deps, id, "cancel", "customer")).rejects.toMatchObject({ init: { status: 403 } });
    expect((await jobOf(deps, "booking-confirmation")).state).toBe("queued");
  });

  test("page through everything, newest first, without a gap", async () => {
    const { deps } = await book();
    for (let index = 0; index < 20; index += 1) {
      deps.clock.advance(1000);
      await enqueueBookingMails(deps, await createBooking(deps));
    }
    const first = await listJobs(deps, { filter: "all" });
    const second = await listJobs(deps, { filter: "all", before: first.next });
    const ids = [...first.jobs, ...second.jobs].map((job) => job.id);
    expect(ids).toEqual(ids.toSorted().reverse());
    expect(ids).toHaveLength(84);
    expect(second.next).toBeNull();
  });
});
