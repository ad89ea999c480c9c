import { spawn, type ChildProcess } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { addressOf } from "#tests/setup/test-database.ts";
import { createPostmarkDeps } from "#tests/setup/vendors.ts";
import { ENDURANCE_TIMEOUT_MS, sized } from "./endurance.ts";

const root = join(import.meta.dirname, "../..");
/** A file of this run alone: the tests run on both databases at once. */
const program = join(root, `node_modules/.cache/worker-process-${process.pid}.mjs`);

beforeAll(async () => {
  await build({
    entryPoints: [join(import.meta.dirname, "worker-process.ts")],
    outfile: program,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    jsx: "automatic",
    logLevel: "error",
  });
  return () => rmSync(program);
});

test(
  "a worker killed between sending and marking loses no mail and doubles at most one a kill",
  async () => {
    const kills = sized(200, 6);
    const { deps, postmark } = await createPostmarkDeps();
    // The worker runs on the real clock: what the test promises must be due by then.
    deps.clock.set("2020-01-01T00:00:00.000Z");
    const mailCount = kills * 2;
    for (let index = 0; index < mailCount; index += 1) {
      const booking = await createBooking(deps);
      await enqueueMail(deps.db, deps, {
        topic: "booking-confirmation",
        to: booking.referrer_email,
        bookingId: booking.id,
        dedupeKey: booking.id,
        payload: {},
      });
    }

    let worker: ChildProcess | null = null;
    onTestFinished(() => void worker?.kill("SIGKILL"));
    const startOne = () => {
      worker = spawn(process.execPath, [program], {
        cwd: root,
        stdio: "ignore",
        env: {
          PATH: process.env.PATH,
          DATA_DIR: deps.env.DATA_DIR,
          ...addressOf(deps.env),
          SESSION_SECRET: deps.env.SESSION_SECRET.join(","),
          DATA_KEY: deps.env.DATA_KEY.join(","),
          POSTMARK_SERVER_TOKEN: postmark.token,
          POSTMARK_BASE_URL: postmark.url,
        },
      });
    };
    // Each process sends one mail and is killed while the vendor, who took it, has not answered yet: on
    // every second mail.
    let killed = 0;
    postmark.faults.decide = () => {
      if (postmark.requests.length % 2 === 1 || killed >= kills) return undefined;
      killed += 1;
      const victim = worker;
      setImmediate(() => {
        victim?.once("exit", startOne);
        victim?.kill("SIGKILL");
      });
      return "hang-after";
    };
    startOne();

    const unsent = async () =>
      (await deps.db.selectFrom("outbox").select("id").where("state", "!=", "sent").execute()).length;
    await expect.poll(unsent, { timeout: ENDURANCE_TIMEOUT_MS, interval: 100 }).toBe(0);

    const copies = Map.groupBy(postmark.mails, (mail) => mail.Metadata["outbox-id"]!);
    expect(copies.size).toBe(mailCount);
    expect(killed).toBe(kills);
    expect(postmark.mails.length - mailCount).toBeLessThanOrEqual(kills);
  },
  ENDURANCE_TIMEOUT_MS,
);
