import { describe, expect, test } from "vitest";
import { writeIfFree } from "#app/platform/lock-timeout.server.ts";
import { claimNextJob, reclaimLeases } from "#app/features/outbox/leases.server.ts";
import { recordAttempt } from "#app/features/outbox/run-job.server.ts";
import { openConfigured } from "#app/platform/database.server.ts";
import { type TestDeps, createTestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { createPostmarkDeps } from "#tests/setup/vendors.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { countFailedJobs } from "#app/features/outbox/job-queries.server.ts";
import { retryFailedJobs, retryJob } from "#app/features/outbox/change-job.server.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";

const MINUTE = 60_000;

async function promiseConfirmation(deps: TestDeps, email?: string) {
  const booking = await createBooking(deps, email ? { referrer_email: email } : {});
  const id = await enqueueMail(deps, {
    topic: "booking-confirmation",
    to: booking.referrer_email,
    bookingId: booking.id,
    dedupeKey: `booking-confirmation:${booking.id}`,
    payload: {},
  });
  return { booking, id: id! };
}

const job = (deps: TestDeps, id: string) =>
  deps.db.selectFrom("outbox").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

describe("a mail that cannot be sent", () => {
  test("is tried 48 times, 5 minutes apart, and then shown as failed with the reason", async () => {
    const { deps, postmark } = await createPostmarkDeps();
    postmark.faults.decide = () => ({ status: 500, body: { ErrorCode: 0, Message: "Oh" } });
    const { id } = await promiseConfirmation(deps);
    const startedAt = deps.clock.now().getTime();

    while ((await job(deps, id)).state === "queued") {
      await runDueJobs(deps);
      deps.clock.advance(5 * MINUTE);
    }

    expect(postmark.requests).toHaveLength(48);
    expect(deps.clock.now().getTime() - startedAt).toBe(48 * 5 * MINUTE);
    expect(await job(deps, id)).toMatchObject({ state: "failed", last_error: "Postmark is failing (500)." });
    expect(await countFailedJobs(deps)).toBe(1);
  });

  test("stops at once when the address is blocked at Postmark, and staff can try again", async () => {
    const { deps, postmark } = await createPostmarkDeps();
    postmark.inactive.add("gone@example.org");
    const { id } = await promiseConfirmation(deps, "gone@example.org");

    await runDueJobs(deps);
    expect(await job(deps, id)).toMatchObject({
      state: "failed",
      attempts: 1,
      last_error: "This address is blocked at Postmark after a bounce or a complaint.",
    });

    postmark.inactive.clear();
    const actor = { kind: "staff" as const, id: null };
    await retryJob(deps, { jobId: id, actor, requestId: "r" });
    await runDueJobs(deps);
    expect(await job(deps, id)).toMatchObject({ state: "sent", last_error: null });
  });

  test("waits as long as Retry-After asks, and nothing else is sent meanwhile", async () => {
    const { deps, postmark } = await createPostmarkDeps();
    await promiseConfirmation(deps);
    await promiseConfirmation(deps);
    postmark.faults.decide = () => ({ status: 429, headers: { "Retry-After": "90" } });
    await runDueJobs(deps);
    postmark.faults.decide = () => undefined;

    deps.clock.advance(89_000);
    await runDueJobs(deps);
    expect(postmark.requests).toHaveLength(1);

    deps.clock.advance(1000);
    await runDueJobs(deps);
    expect(postmark.mails).toHaveLength(2);
  });

  test("costs a dead vendor five tries and then one a minute, however many mails wait", async () => {
    const { deps, postmark } = await createPostmarkDeps();
    for (let index = 0; index < 30; index += 1) await promiseConfirmation(deps);
    postmark.faults.decide = () => "cut";

    await runDueJobs(deps);
    expect(postmark.requests).toHaveLength(5);
    deps.clock.advance(MINUTE);
    await runDueJobs(deps);
    expect(postmark.requests).toHaveLength(6);
  });
});

test("after a long outage one press sends everything that was given up", async () => {
  const { deps, postmark } = await createPostmarkDeps();
  for (let index = 0; index < 3; index += 1) await promiseConfirmation(deps);
  await deps.db.updateTable("outbox").set({ state: "failed", attempts: 48 }).execute();
  const actor = { kind: "staff" as const, id: null };
  await retryFailedJobs(deps, { actor, requestId: "r" });
  await runDueJobs(deps);
  expect(postmark.mails).toHaveLength(3);
  expect(await countFailedJobs(deps)).toBe(0);
});

test("an address that is really two is refused, not sent", async () => {
  const deps = createTestDeps();
  const { id } = await promiseConfirmation(deps, "a@example.org,b@example.org");
  await runDueJobs(deps);
  expect(deps.sentMails).toEqual([]);
  expect(await job(deps, id)).toMatchObject({
    state: "failed",
    last_error: "This is not one email address.",
  });
});

test("a wrong server token loses no mail: they go once it is put right", async () => {
  const { deps, postmark } = await createPostmarkDeps();
  const { id } = await promiseConfirmation(deps);
  postmark.faults.decide = () => ({ status: 401, body: { ErrorCode: 10, Message: "No token" } });
  await runDueJobs(deps);
  expect(await job(deps, id)).toMatchObject({
    state: "queued",
    last_error: "Postmark does not know our server token. Check POSTMARK_SERVER_TOKEN.",
  });
  postmark.faults.decide = () => undefined;
  deps.clock.advance(5 * MINUTE);
  await runDueJobs(deps);
  expect((await job(deps, id)).state).toBe("sent");
});

describe("leases", () => {
  const claim = (deps: TestDeps, workerId: string) =>
    claimNextJob(deps.db, { now: deps.clock.now(), workerId, kind: "mail" });

  test("two processes on one database never hold the same job", async () => {
    const deps = createTestDeps();
    const other = { ...deps, db: openConfigured(deps.env) };
    for (let index = 0; index < 40; index += 1) await promiseConfirmation(deps);

    const taken: string[] = [];
    const takeAll = async (on: TestDeps, workerId: string) => {
      for (let row = await claim(on, workerId); row; row = await claim(on, workerId)) taken.push(row.id);
    };
    await Promise.all([takeAll(deps, "a/1"), takeAll(other, "b/2")]);
    await other.db.destroy();

    expect(taken).toHaveLength(40);
    expect(new Set(taken).size).toBe(40);
  });

  test("a job whose process vanished is free again after 60 seconds", async () => {
    const deps = createTestDeps();
    await promiseConfirmation(deps);
    expect(await claim(deps, "gone/1")).not.toBeNull();
    deps.clock.advance(59_999);
    expect(await claim(deps, "new/2")).toBeNull();
    deps.clock.advance(1);
    expect(await claim(deps, "new/2")).toMatchObject({ attempts: 2 });
  });

  test("a start takes back what its killed predecessor held, and leaves the living alone", async () => {
    const deps = createTestDeps();
    const { id } = await promiseConfirmation(deps);
    await claim(deps, "here/1");
    const { id: othersId } = await promiseConfirmation(deps);
    await claim(deps, "elsewhere/9");

    const now = deps.clock.now();
    await reclaimLeases(deps.db, { now, isDead: (worker) => worker === "here/1" });
    expect((await job(deps, id)).state).toBe("queued");
    expect((await job(deps, othersId)).state).toBe("leased");
  });

  test("who lost a lease cannot undo what its successor did", async () => {
    const deps = createTestDeps();
    const { id } = await promiseConfirmation(deps);
    const late = (await claim(deps, "slow/1"))!;
    deps.clock.advance(60_000);
    const successor = (await claim(deps, "quick/2"))!;
    await recordAttempt(deps.db, successor, { state: "sent", vendorId: "v" }, deps.clock.now());
    const failure = { state: "failed" as const, reason: "Late." };
    await recordAttempt(deps.db, late, failure, deps.clock.now());
    expect(await job(deps, id)).toMatchObject({ state: "sent", vendor_id: "v" });
  });
});

test("while nothing is due, looking for work needs no lock", async () => {
  const deps = createTestDeps();
  await deps.db.selectFrom("outbox").select("id").execute();
  const other = openConfigured(deps.env);
  await other.transaction().execute(async (trx) => {
    await trx.deleteFrom("outbox").execute();
    expect(await writeIfFree(() => runDueJobs(deps))).toBe(true);
  });
  await other.destroy();
});

test("a clock that is set back by hours delays no mail, and no mail that a vanished process held", async () => {
  const deps = createTestDeps();
  const claim = () => claimNextJob(deps.db, { now: deps.clock.now(), workerId: "host:1:gone", kind: "mail" });
  const fresh = await promiseConfirmation(deps);
  const held = await claim();
  expect(held?.id).toBe(fresh.id);
  const next = await promiseConfirmation(deps);
  const reminder = await enqueueMail(deps, {
    topic: "booking-confirmation",
    to: "later@example.org",
    bookingId: fresh.booking.id,
    dedupeKey: "later",
    payload: {},
    notBefore: "2027-03-12T09:00:00.000Z",
  });
  deps.clock.set("2027-03-10T05:00:00.000Z");
  expect([(await claim())?.id, (await claim())?.id].sort()).toEqual([fresh.id, next.id].sort());
  expect(await claim()).toBeNull();
  expect((await job(deps, reminder!)).state).toBe("queued");
});

test("two copies that wake at the same moment do not send the same mail", async () => {
  const deps = createTestDeps();
  const mail = await promiseConfirmation(deps);
  const now = deps.clock.now().getTime();
  const claim = (workerId: string, ms: number) =>
    claimNextJob(deps.db, { now: new Date(now + ms), workerId, kind: "mail" });
  // The second one read its clock before the first, and asks after it.
  expect((await claim("copy-1/7", 5))?.id).toBe(mail.id);
  expect(await claim("copy-2/7", 0)).toBeNull();
  expect(await claim("copy-3/7", -30_000)).toBeNull();
});

test("a sign-in code overtakes everything that waits, and is not sent once it is too old", async () => {
  const deps = createTestDeps();
  const code = (key: string) =>
    enqueueMail(deps, {
      topic: "sign-in-code",
      to: "staff@example.org",
      dedupeKey: key,
      payload: { code: "012345" },
    });
  await promiseConfirmation(deps);
  deps.clock.advance(1000);
  const id = await code("first");
  await runDueJobs(deps);
  expect(deps.sentMails.map((mail) => mail.tag)).toEqual(["sign-in-code", "booking-confirmation"]);
  expect((await job(deps, id!)).state).toBe("sent");

  const lateId = await code("second");
  deps.clock.advance(10 * MINUTE);
  await runDueJobs(deps);
  expect(await job(deps, lateId!)).toMatchObject({
    state: "cancelled",
    last_error: "The code was no longer valid.",
  });
});

test("a mail goes to the address that the booking has when it is sent", async () => {
  const deps = createTestDeps();
  const { booking, id } = await promiseConfirmation(deps, "wrong@example.org");
  await deps.db
    .updateTable("bookings")
    .set({ referrer_email: "right@example.org" })
    .where("id", "=", booking.id)
    .execute();
  await runDueJobs(deps);
  expect(deps.sentMails.map((mail) => mail.to)).toEqual(["right@example.org"]);
  expect((await job(deps, id)).recipient).toBe("right@example.org");
});

test("a link to reset a password is not sent once it no longer works", async () => {
  const deps = createTestDeps();
  const path = "/admin/login/reset/password?token=t";
  await enqueueMail(deps, {
    topic: "password-reset",
    to: "jo@example.org",
    dedupeKey: "p",
    payload: { path },
  });
  deps.clock.advance(60 * 60_000);
  await runDueJobs(deps);
  expect(deps.sentMails).toEqual([]);
  expect(await deps.db.selectFrom("outbox").select(["state", "last_error"]).executeTakeFirst()).toEqual({
    state: "cancelled",
    last_error: "The link was no longer valid.",
  });
});
