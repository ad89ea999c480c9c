import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { filesOf, makeBooking, sendPaper, storedIds } from "./papers.ts";
import { isFull, scale, startFaultServer, type FaultServer } from "./server.ts";

const KILLS = scale(6, 200);
const MEGABYTE = 1024 * 1024;
const MAX_RESIDENT_MB = 250;
const run = promisify(execFile);

test(`${KILLS} times kill -9 during uploads: no document without its file, none acknowledged is lost`, async () => {
  const server = await startFaultServer();
  let acknowledged = 0;
  for (let cycle = 0; cycle < KILLS; cycle += 1) {
    if (cycle > 0) await server.start();
    const path = await makeBooking(server);
    let isStopping = false;
    const sending = Promise.all(
      [0, 1, 2].map(async () => {
        while (!isStopping) {
          const status = await sendPaper(server, path, 300_000).then(
            (answer) => answer.status,
            () => null,
          );
          if (status === null) return;
          if (status === 303) acknowledged += 1;
          else if (status === 400) return;
        }
      }),
    );
    const before = acknowledged;
    await expect
      .poll(() => acknowledged, { timeout: 20_000, interval: 5 })
      .toBeGreaterThan(before + (cycle % 3));
    await wait((cycle * 37) % 53);
    await server.stop("SIGKILL");
    isStopping = true;
    await sending;
    const files = new Set(filesOf(server));
    expect(
      storedIds(server).filter((id) => !files.has(id)),
      `after kill ${cycle + 1}`,
    ).toEqual([]);
  }
  expect(acknowledged).toBeGreaterThan(0);
  expect(storedIds(server).length).toBeGreaterThanOrEqual(acknowledged);
});

test("a disk that fails takes no document and says so, and works again unaided", async () => {
  const server = await startFaultServer();
  const path = await makeBooking(server);
  const limit = (bytes: string) => run("prlimit", ["--pid", `${server.pid()}`, `--fsize=${bytes}:`]);
  await limit("4096");
  expect((await sendPaper(server, path, 200_000)).status).toBe(503);
  await limit("unlimited");
  expect(storedIds(server)).toEqual([]);
  expect((await sendPaper(server, path, 200_000)).status).toBe(303);
  expect(filesOf(server)).toHaveLength(1);
});

function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024;
}

test("40 uploads of 10 MB by four visitors stay below 250 MB of memory", async () => {
  const server = await startFaultServer();
  const paths = await Promise.all(Array.from({ length: 4 }, () => makeBooking(server)));
  let largest = 0;
  const timer = setInterval(() => (largest = Math.max(largest, residentMegabytes(server.pid()))), 50);
  const statuses = await Promise.all(
    paths.map(async (path) => {
      const seen: number[] = [];
      for (let n = 0; n < 10; n += 1) seen.push((await sendPaper(server, path, 10 * MEGABYTE)).status);
      return seen;
    }),
  );
  clearInterval(timer);
  expect(new Set(statuses.flat())).toEqual(new Set([303]));
  expect(storedIds(server)).toHaveLength(40);
  expect(largest).toBeLessThan(MAX_RESIDENT_MB);
}, 120_000);

const BOUNDARY = "----slow";

/** Sends a file of two megabytes with so many bytes a tick, until it is through or cut. Resolves to
 * the answer's start. */
async function sendSlowly(
  server: FaultServer,
  path: string,
  { bytes, everyMs }: { bytes: number; everyMs: number },
) {
  const content = Buffer.alloc(2 * MEGABYTE, "x");
  content.write("%PDF-1.7\nslow\n");
  const head =
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="documents"; filename="slow.pdf"\r\n` +
    `Content-Type: application/pdf\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  const socket = connect(server.port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => (answer += chunk.toString())).on("error", () => {});
  await once(socket, "connect");
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost:${server.port}\r\nOrigin: ${server.origin}\r\nConnection: close\r\n` +
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  const closed = new Promise<void>((resolve) => void socket.once("close", () => resolve()));
  let at = 0;
  const timer = setInterval(() => {
    if (at < body.length) socket.write(body.subarray(at, at + bytes));
    at += bytes;
  }, everyMs);
  await closed;
  clearInterval(timer);
  return answer.slice(0, 12);
}

test("one byte a second is cut, 256 kbit a second is not", async ({ skip }) => {
  if (!isFull) skip("a minute long: npm run test:faults");
  const server = await startFaultServer();
  const [trickle, slow] = [await makeBooking(server), await makeBooking(server)];
  const answers = await Promise.all([
    sendSlowly(server, trickle, { bytes: 1, everyMs: 1_000 }),
    sendSlowly(server, slow, { bytes: 3_277, everyMs: 100 }),
  ]);
  expect(answers[1]).toBe("HTTP/1.1 303");
  expect(answers[0]).not.toBe("HTTP/1.1 303");
  expect(storedIds(server)).toHaveLength(1);
}, 180_000);

test("a backup copies new documents only, and a restore elsewhere brings each back with its hash", async () => {
  const server = await startFaultServer();
  const path = await makeBooking(server);
  expect((await sendPaper(server, path, 200_000)).status).toBe(303);
  const backup = async () => (await run(process.execPath, ["scripts/backup.ts"], { env: server.env })).stdout;
  expect(await backup()).toContain("1 new documents copied");
  expect((await sendPaper(server, path, 100_000)).status).toBe(303);
  expect(await backup()).toContain("1 new documents copied");
  const restoredTo = mkdtempSync(join(tmpdir(), "restored-"));
  onTestFinished(() => rmSync(restoredTo, { recursive: true, force: true }));
  const folder = join(server.dataDir, "backups");
  const newest = readdirSync(folder)
    .filter((name) => name.endsWith(".age"))
    .sort()
    .at(-1)!;
  const verify = () =>
    run(process.execPath, ["scripts/restore.ts", join(folder, newest), "--verify"], { env: server.env });
  expect((await verify()).stdout).toContain("is whole: 1 bookings, 2 documents.");
  const [copied] = filesOf(server);
  const copyOf = join(folder, "documents", copied!.slice(-2), copied!);
  const whole = readFileSync(copyOf);
  const altered = Buffer.from(whole);
  altered[70_000]! ^= 1;
  writeFileSync(copyOf, altered);
  await expect(verify()).rejects.toThrow(`NO WHOLE COPY of 1 of 2 documents: ${copied}`);
  writeFileSync(copyOf, whole);
  const env = { ...server.env, DATA_DIR: restoredTo };
  const { stdout } = await run(process.execPath, ["scripts/restore.ts", join(folder, newest)], { env });
  expect(stdout).toContain("Documents: 0 whole, 2 brought back.");
  const [one] = filesOf(server);
  const fileIn = (directory: string) => readFileSync(join(directory, "documents", one!.slice(-2), one!));
  expect(fileIn(restoredTo).equals(fileIn(server.dataDir))).toBe(true);
  const doctor = await run(process.execPath, ["scripts/doctor.ts"], { env }).catch(
    (error: { stdout: string }) => error,
  );
  expect(doctor.stdout).toContain("All 2 documents have their file");
  rmSync(join(restoredTo, "documents"), { recursive: true });
  const missing = await run(process.execPath, ["scripts/doctor.ts"], { env }).catch(
    (error: { stdout: string }) => error,
  );
  expect(missing.stdout).toContain("2 of 2 documents have no file");
});
