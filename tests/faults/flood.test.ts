import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { scale, startFaultServer, type FaultServer } from "./server.ts";

const BODIES = scale(5, 20);
const SLOW_SOCKETS = scale(200, 1_000);
const GIGABYTE = 1024 ** 3;
const P95_MS = 500;
const MORE_MB = 50;

function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024;
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
  const before = residentMegabytes(server.pid());

  const slow: Socket[] = [];
  for (let n = 0; n < SLOW_SOCKETS; n += 1) {
    const socket = connect(server.port, "127.0.0.1", () =>
      socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "),
    );
    socket.on("error", () => {});
    socket.resume();
    slow.push(socket);
  }
  const answers = Array.from({ length: BODIES }, () => sendGigabyte(server));
  const slowest = await p95(server, scale(40, 200));
  expect(new Set(await Promise.all(answers))).toEqual(new Set(["HTTP/1.1 413"]));
  const after = residentMegabytes(server.pid());

  expect(slowest).toBeLessThan(P95_MS);
  expect(after - before).toBeLessThan(MORE_MB);
  const headersDeadline = 10_000 + 2_000 + 1_000;
  await wait(headersDeadline);
  expect(slow.filter((socket) => !socket.destroyed)).toHaveLength(0);
});
