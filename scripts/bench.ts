/**
 * `npm run bench`: measures the built server on this machine and compares with the last run (`data/bench.json`). It
 * asserts nothing: machines differ. Rate limits are off, data is fresh and thrown away.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BOOKING_BODY } from "#tests/setup/booking-body.ts";
import { startServer } from "#tests/setup/server-process.ts";

type Result = { perSecond: number; p50: number; p95: number };

const SECONDS = 5;
const VISITORS = 8;
const FILE = join(import.meta.dirname, "../data/bench.json");

const BOOKING = JSON.stringify(BOOKING_BODY);

/** Several visitors do the same for some seconds. Times are milliseconds. */
async function measure(visit: () => Promise<Response>): Promise<Result> {
  const times: number[] = [];
  const until = performance.now() + SECONDS * 1000;
  await Promise.all(
    Array.from({ length: VISITORS }, async () => {
      while (performance.now() < until) {
        const startedAt = performance.now();
        const response = await visit();
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`answered ${response.status}`);
        times.push(performance.now() - startedAt);
      }
    }),
  );
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)]! * 10) / 10;
  return { perSecond: Math.round(times.length / SECONDS), p50: at(0.5), p95: at(0.95) };
}

const server = await startServer();
try {
  const json = { "Content-Type": "application/json" };
  const book = () => fetch(`${server.origin}/api/bookings`, { method: "POST", headers: json, body: BOOKING });
  const made = (await (await book()).json()) as { booking: { id: string }; accessToken: string };
  const page = `${server.origin}/booking/${made.booking.id}?token=${made.accessToken}`;
  const results: Record<string, Result> = {
    "front page": await measure(() => fetch(server.origin)),
    "booking (API)": await measure(book),
    "booking's page": await measure(() => fetch(page)),
  };
  const last = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, "utf8")) as Record<string, Result>) : {};
  for (const [name, result] of Object.entries(results)) {
    const before = last[name];
    const change = before
      ? ` (${Math.round((result.perSecond / before.perSecond - 1) * 100)} % against the last run)`
      : "";
    console.log(`${name}: ${result.perSecond}/s, p50 ${result.p50} ms, p95 ${result.p95} ms${change}`);
  }
  mkdirSync(join(FILE, ".."), { recursive: true, mode: 0o700 });
  writeFileSync(FILE, JSON.stringify(results, null, 2));
} finally {
  await server.dispose();
}
