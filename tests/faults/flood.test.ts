import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { isFull, scale, startFaultServer, type FaultServer } from "./server.ts";

const BODIES = scale(5, 20);
const SLOW_SOCKETS = scale(200, 1_000);
const GIGABYTE = 1024 ** 3;
/** Measured by `npm run test:faults` alone: beside other tests it says how busy the machine is. */
const P95_MS = 500;
/** A quarter of one body: what is read away and not collected yet takes up to 90 MB, however many bodies come. */
const MORE_MB = 256;

/** The most memory that the server had at any time. */
function peakMegabytes(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024;
}

async function loadFrontPage(server: FaultServer): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(server.origin);
  await response.arrayBuffer();
  expect(response.status).toBe(200);
  return performance.now() - startedAt;
}

async function p95(server: FaultServer, requests: number): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < requests; n += 1) times.push(await loadFrontPage(server));
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)]!;
}

/** Sends a gigabyte without a pause, whatever is answered, until the other side hangs up. Resolves to
 * the answer's start. */
function sendGigabyte(server: FaultServer): Promise<string> {
  return new Promise((resolve) => {
    const chunk = Buffer.alloc(64 * 1024, "a");
    let answer = "";
    const socket = connect(server.port, "127.0.0.1", () => {
      socket.write(
        `POST /complaints HTTP/1.1\r\nHost: localhost\r\nOrigin: ${server.origin}\r\nContent-Length: ${GIGABYTE}\r\n` +
          "Content-Type: application/x-www-form-urlencoded\r\n\r\n",
      );
      const pump = () => {
        while (socket.writable && socket.write(chunk));
      };
      socket.on("drain", pump);
      pump();
    });
    socket.on("data", (data) => (answer += data.toString()));
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer.slice(0, 12)));
  });
}

test(`${BODIES} bodies of 1 GB and ${SLOW_SOCKETS} slow sockets do not disturb the front page`, async () => {
  const server = await startFaultServer();
  await p95(server, 200);
  const before = peakMegabytes(server.pid());

  const slow: Socket[] = [];
  for (let n = 0; n < SLOW_SOCKETS; n += 1) {
    const socket = connect(server.port, "127.0.0.1", () =>
      socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "),
    );
    socket.on("error", () => {});
    socket.resume();
    slow.push(socket);
  }
  const cut = slow.map((socket) => new Promise((resolve) => socket.once("close", resolve)));
  const answers = Array.from({ length: BODIES }, () => sendGigabyte(server));
  await loadFrontPage(server);
  expect(slow.filter((socket) => socket.destroyed)).toHaveLength(0);
  const slowest = await p95(server, scale(40, 200));
  expect(new Set(await Promise.all(answers))).toEqual(new Set(["HTTP/1.1 413"]));
  expect(peakMegabytes(server.pid()) - before).toBeLessThan(MORE_MB);
  if (isFull) expect(slowest).toBeLessThan(P95_MS);
  await Promise.all(cut);
});
