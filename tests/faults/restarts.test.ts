import { once } from "node:events";
import { existsSync } from "node:fs";
import { Agent, request, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { BOOKING_BODY } from "#tests/setup/booking-body.ts";
import { scale, startFaultServer, type FaultServer } from "./server.ts";
import { bookingIds } from "./visitor.ts";

const RESTARTS = scale(3, 100);

type Outcome = { status: number; id: string | null } | { error: string };

/** One booking over a kept-open connection. */
function bookOn(agent: Agent, server: FaultServer): Promise<Outcome> {
  return new Promise((resolve) => {
    const body = JSON.stringify(BOOKING_BODY);
    const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
    const options = {
      agent,
      port: server.port,
      host: "127.0.0.1",
      path: "/api/bookings",
      method: "POST",
      headers,
    };
    const outgoing = request(options, (incoming) => {
      let text = "";
      incoming.on("data", (chunk: Buffer) => (text += chunk.toString()));
      incoming.on("end", () => {
        const { booking } = JSON.parse(text) as { booking?: { id: string } };
        resolve({ status: incoming.statusCode ?? 0, id: booking?.id ?? null });
      });
      incoming.on("error", (error) => resolve({ error: error.message }));
    });
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      // A new connection that the server has not accepted yet is reset by the system when listening ends.
      const isNew = !outgoing.reusedSocket && error.code === "ECONNRESET";
      resolve({ error: isNew ? "ECONNREFUSED" : (error.code ?? error.message) });
    });
    outgoing.end(body);
  });
}

/** Resolves when the server takes no more connections. */
async function untilRefused(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (!isOpen) return;
  }
}

test("a second signal, from npm or a terminal beside the system's, does not cut short what the first began", async () => {
  const server = await startFaultServer();
  const body = JSON.stringify(BOOKING_BODY);
  const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
  const outgoing = request(`http://127.0.0.1:${server.port}/api/bookings`, { method: "POST", headers });
  outgoing.write(body.slice(0, 10));
  await once(outgoing, "socket").then(([socket]) => once(socket as Socket, "connect"));
  const ended = server.stop("SIGTERM");
  await untilRefused(server.port);
  void server.stop("SIGTERM");
  outgoing.end(body.slice(10));
  const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
  answer.resume();
  expect(answer.statusCode).toBe(201);
  expect(await ended).toBe(0);
  expect(existsSync(`${server.databaseFile}-wal`), "a write-ahead log remains").toBe(false);
});

test(`${RESTARTS} restarts under load: every accepted request is answered, nothing is left behind`, async () => {
  const server = await startFaultServer();
  const acknowledged: string[] = [];
  for (let cycle = 0; cycle < RESTARTS; cycle += 1) {
    if (cycle > 0) await server.start();
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const outcomes: Outcome[] = [];
    const visitors = Array.from({ length: 8 }, async () => {
      for (;;) {
        const outcome = await bookOn(agent, server);
        outcomes.push(outcome);
        if ("error" in outcome) return;
      }
    });
    await wait(200 + ((cycle * 53) % 150));
    const code = await server.stop("SIGTERM");
    await Promise.all(visitors);
    agent.destroy();
    expect(code, `exit code of stop ${cycle + 1}`).toBe(0);
    expect(existsSync(`${server.databaseFile}-wal`), "a write-ahead log remains").toBe(false);
    const refused = outcomes.filter((one) => "error" in one).map((one) => one.error);
    expect(new Set(refused), `stop ${cycle + 1}`).toEqual(new Set(["ECONNREFUSED"]));
    for (const one of outcomes) {
      if ("error" in one) continue;
      expect(one.status).toBe(201);
      acknowledged.push(one.id!);
    }
  }
  const stored = new Set(bookingIds(server));
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  expect(stored.size, "a booking is stored that nobody was told of").toBe(acknowledged.length);
});
