import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isFull, leaveOut, scale, startFaultServer } from "./server.ts";
import { book } from "./visitor.ts";

const canTrace = spawnSync("strace", ["-o", "/dev/null", "true"]).status === 0;
const BOOKINGS = scale(5, 200);

test("every acknowledged booking was on the disk before the answer", async ({ skip }) => {
  if (!canTrace && !isFull) leaveOut(skip, "strace is not installed, or may not trace");
  const trace = join(tmpdir(), `fsync-${process.pid}.trace`);
  const calls = "trace=fsync,fdatasync,read,write,writev,sendto,sendmsg";
  const server = await startFaultServer({
    under: ["strace", "-D", "-f", "-s", "64", "-e", calls, "-o", trace],
  });
  for (let n = 0; n < BOOKINGS; n += 1) expect((await book(server.origin)).status).toBe(201);
  await server.stop("SIGKILL");
  const written = () => readFileSync(trace, "utf8");
  await expect.poll(written, { timeout: 10_000 }).toContain("+++ killed by SIGKILL +++");

  let isSynced = false;
  const answers: boolean[] = [];
  for (const line of written().split("\n")) {
    // A commit of the outbox's worker before the request says nothing about the booking.
    if (line.includes('"POST /api/bookings')) isSynced = false;
    if (/\bf(data)?sync\(/.test(line)) isSynced = true;
    if (line.includes("HTTP/1.1 201")) {
      answers.push(isSynced);
    }
  }
  expect(answers).toEqual(Array<boolean>(BOOKINGS).fill(true));
});
