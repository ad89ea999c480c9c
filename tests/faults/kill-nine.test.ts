import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { scale, startFaultServer } from "./server.ts";
import { bookingIds, keepBooking, readDatabase } from "./visitor.ts";

const CYCLES = scale(8, 500);

test(`${CYCLES} times kill -9 under load: no acknowledged booking is lost, the database stays whole`, async () => {
  const server = await startFaultServer();
  const acknowledged: string[] = [];
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    if (cycle > 0) await server.start();
    const load = keepBooking(server.origin);
    await expect
      .poll(() => load.acknowledged.length, { timeout: 20_000, interval: 5 })
      .toBeGreaterThan(cycle % 7);
    await wait((cycle * 37) % 23);
    await server.stop("SIGKILL");
    acknowledged.push(...(await load.stop()));
    const verdict = readDatabase(server, (sqlite) => sqlite.pragma("integrity_check", { simple: true }));
    expect(verdict, `integrity after kill ${cycle + 1}`).toBe("ok");
  }
  const stored = new Set(bookingIds(server));
  expect(acknowledged.length).toBeGreaterThan(CYCLES);
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
});
