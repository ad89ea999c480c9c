import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { fixedClock } from "#scripts/seed/fixed-clock.ts";
import { listen } from "#app/platform/http/server.server.ts";
import { createLogger } from "#app/platform/log.server.ts";
import { createSentryReporter } from "./sentry-reporter.server.ts";

type Received = { path: string | undefined; auth: string | undefined; body: string };

/** Sentry's envelope endpoint on this machine. */
async function standIn(): Promise<{ dsn: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const auth = request.headers["x-sentry-auth"] as string | undefined;
    received.push({ path: request.url, auth, body: Buffer.concat(chunks).toString("utf8") });
    response.end("{}");
  });
  const port = await listen(server, { port: 0, host: "127.0.0.1" });
  onTestFinished(() => void server.close());
  return { dsn: `http://key@127.0.0.1:${port}/prefix/42`, received };
}

test("a defect is reported without its message, and a flood is cut", async () => {
  const { dsn, received } = await standIn();
  const reporter = createSentryReporter({
    dsn,
    clock: fixedClock("2027-03-10T09:00:00.000Z"),
    log: createLogger("silent"),
  });
  for (let n = 0; n < 40; n += 1) {
    reporter.report(new TypeError("canary of jo@example.org"), {
      requestId: "r1",
      route: "/booking/:bookingId",
    });
  }
  await expect.poll(() => received).toHaveLength(30);
  const event = JSON.parse(received[0]!.body.split("\n")[2]!) as {
    tags: object;
    exception: { values: { type: string; stacktrace: { frames: object[] } }[] };
  };
  expect(event.tags).toEqual({ route: "/booking/:bookingId", requestId: "r1" });
  expect(event.exception.values[0]!.type).toBe("TypeError");
  expect(event.exception.values[0]!.stacktrace.frames.length).toBeGreaterThan(1);
  expect(received[0]!.path).toBe("/prefix/api/42/envelope/");
  expect(received[0]!.auth).toContain("sentry_key=key");
  expect(received[0]!.body).not.toContain("canary");
});
