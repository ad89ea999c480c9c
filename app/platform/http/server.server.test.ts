import { createServer, get, Agent } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createGate, createHttpServer, drain, listen, TIMEOUTS } from "./server.server.ts";

const quick = { grace: 100, limit: 500 };

test("a request under way is answered, a connection that was just made may still ask", async () => {
  const { promise: slowArrived, resolve: onSlow } = Promise.withResolvers<() => void>();
  const gate = createGate((request, response) => {
    if (request.url === "/slow") onSlow(() => response.end("slow"));
    else response.end("late");
  });
  const server = createServer(gate.listener);
  const port = await listen(server, { port: 0, host: "127.0.0.1" });
  const slow = new Promise<string>((resolve) => {
    get({ port, path: "/slow", agent: new Agent() }, (incoming) =>
      incoming.on("data", (d) => resolve(String(d))),
    );
  });
  const early = connect(port, "127.0.0.1");
  await new Promise((resolve) => early.once("connect", resolve));
  const release = await slowArrived;

  const drained = drain(server, gate, quick);
  const late = new Promise<string>((resolve) => early.once("data", (chunk) => resolve(String(chunk))));
  early.write("GET /late HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  expect(await late).toContain("late");
  release();
  expect(await slow).toBe("slow");
  await drained;
  expect(server.listening).toBe(false);
});

test("a request that never ends does not hold the stop up", async () => {
  const gate = createGate(() => {});
  const server = createServer(gate.listener);
  const port = await listen(server, { port: 0, host: "127.0.0.1" });
  const arrived = new Promise((resolve) => server.once("request", resolve));
  get({ port }).on("error", () => {});
  await arrived;
  await drain(server, gate, quick);
  expect(server.listening).toBe(false);
});

async function startPatient() {
  const server = createHttpServer(
    async (request, response) => {
      await request.toArray().then(
        () => response.end("whole"),
        () => {},
      );
    },
    { ...TIMEOUTS, request: 150, check: 10 },
  );
  const port = await listen(server, { port: 0, host: "127.0.0.1" });
  onTestFinished(() => void server.close());
  return (length: number) => {
    const socket = connect(port, "127.0.0.1");
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`);
    let answer = "";
    socket.on("data", (chunk) => (answer += String(chunk))).on("error", () => {});
    const closed = new Promise<string>((resolve) => void socket.once("close", () => resolve(answer)));
    return { socket, answer: closed };
  };
}

test("a body that stands still is answered 408, and one that trickles is cut too", async () => {
  const post = await startPatient();
  const still = post(1_000);
  const trickle = post(1_000);
  const timer = setInterval(() => trickle.socket.write("x"), 20);
  const [answer] = await Promise.all([still.answer, trickle.answer]);
  clearInterval(timer);
  expect(answer.slice(0, 12)).toBe("HTTP/1.1 408");
});

test("a long body that comes steadily is read to its end, however long that takes", async () => {
  const post = await startPatient();
  const parts = 20;
  const part = Buffer.alloc(2_048);
  const { socket, answer } = post(parts * part.length);
  const startedAt = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    socket.write(part);
    sent += 1;
    if (sent === parts) clearInterval(timer);
  }, 20);
  expect(await answer).toContain("whole");
  expect(performance.now() - startedAt).toBeGreaterThan(300);
});
