import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { expect, test, vi } from "vitest";
import { createFileMailer } from "#app/integrations/mail/file-mailer.server.ts";
import { createBooking, createJob } from "#tests/setup/factories.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { LONG } from "#tests/setup/long-wait.ts";
import { enqueueBookingMails } from "#app/features/booking/record/submit-booking.server.ts";
import { registerJobHandlers } from "#app/job-handlers.server.ts";
import type { JobHandler } from "./jobs.ts";
import { runSlot, startWorker } from "./worker.server.ts";

test("a booking's mails become files that a mail program opens", async () => {
  const deps = createTestDeps();
  const directory = join(deps.env.DATA_DIR, "outbox");
  deps.mailer = createFileMailer({
    directory,
    from: () => "Desk <desk@example.org>",
    domain: "example.org",
    clock: deps.clock,
    log: deps.log,
  });
  const booking = await createBooking(deps);
  await enqueueBookingMails(deps, booking);

  registerJobHandlers(deps);
  const worker = startWorker(deps);
  await vi.waitFor(
    () => expect(readdirSync(directory).filter((name) => name.endsWith(".eml"))).toHaveLength(2),
    LONG,
  );
  await worker.stop();

  const file = readdirSync(directory).find((name) => name.endsWith("booking-confirmation.eml"))!;
  const mail = await PostalMime.parse(readFileSync(join(directory, file)));
  expect(mail.to?.[0]?.address).toBe(booking.referrer_email);
  expect(mail.subject).toContain(booking.reference);
  expect(mail.text).toContain(`/booking/confirmation/${booking.id}?token=${booking.token}`);
  expect(mail.html).toContain(booking.reference);
});

/** Long enough for the worker to come to rest, or to begin if it is going to. */
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
}

test("a job that was just promised waits until the answer to its request is out, then goes soon", async () => {
  const deps = createTestDeps();
  registerJobHandlers(deps);
  const worker = startWorker(deps);
  await someTurns();
  await enqueueBookingMails(deps, await createBooking(deps));
  worker.wake();
  await someTurns();
  const rows = await deps.db.selectFrom("outbox").select("attempts").execute();
  expect(rows.map((row) => row.attempts)).toEqual([0, 0, 0, 0]);
  await vi.waitFor(() => expect(deps.sentMails).toHaveLength(2), LONG);
  await worker.stop();
});

test("a slot rests between two jobs, so that requests get their turn", async () => {
  const deps = createTestDeps();
  for (const key of ["a", "b", "c"]) await createJob(deps, key);
  const happened: string[] = [];
  const handler: JobHandler = {
    kind: "mail",
    slots: 1,
    urgentTopics: [],
    retryMs: () => null,
    label: (topic) => topic,
    recipientWords: "",
    waitsFor: () => null,
    pausedMs: () => 0,
    async run() {
      happened.push("job");
      return { state: "sent", vendorId: null };
    },
  };
  const rest = () => Promise.resolve(happened.push("rest"));
  expect(await runSlot(deps, handler, { rest })).toBe(3);
  expect(happened).toEqual(["job", "rest", "job", "rest", "job"]);
});
