import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { streamOf } from "#app/platform/in-pieces.server.ts";
import { ACTS, atOffice, openDeps } from "./acts.ts";
import { filesOf, makeBooking, sendPaper, storedIds } from "./papers.ts";
import { leaveOut, startFaultServer, type FaultServer } from "./server.ts";
import { book } from "./visitor.ts";

const COMPLAINT = { name: "Joanna Reeve", complaint: "A long story, <typed> once." };
let complaints = 0;

/** Each from an address of its own: the same complaint again is not stored again. */
async function complain(server: FaultServer) {
  complaints += 1;
  const response = await fetch(`${server.origin}/complaints`, {
    method: "POST",
    headers: { Origin: server.origin },
    body: new URLSearchParams({ ...COMPLAINT, email: `joanna-${complaints}@example.org` }),
    redirect: "manual",
  });
  return { status: response.status, text: await response.text() };
}

/** Checks what visitors get while nothing can be written: a clear 503 that keeps what they typed, and pages
 * that still open. */
async function expectKindRefusal(server: FaultServer) {
  const api = await book(server.origin);
  expect(api.status).toBe(503);
  expect(api.message).toContain("try again");
  const page = await complain(server);
  expect(page.status).toBe(503);
  expect(page.text).toContain("A long story, &lt;typed&gt; once.");
  expect(page.text).toContain("Try again");
  expect((await fetch(`${server.origin}/`)).status).toBe(200);
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
}

async function expectWell(server: FaultServer) {
  expect((await book(server.origin)).status).toBe(201);
  expect((await complain(server)).status).toBe(303);
}

/** So long may a file of the server be from now on. */
const limitFiles = (server: FaultServer, bytes: string) =>
  execFileSync("prlimit", ["--pid", `${server.pid()}`, `--fsize=${bytes}:`]);

test("a disk that fails answers 503 with the input kept, and works again unaided", async () => {
  const server = await startFaultServer();
  await expectWell(server);
  limitFiles(server, "4096");
  await expectKindRefusal(server);
  limitFiles(server, "unlimited");
  await expectWell(server);
});

test("an act that a failing disk cannot store is stored in no part, is said to fail, and is done later", async () => {
  const server = await startFaultServer();
  const deps = openDeps(server);
  onTestFinished(() => deps.close());
  const place = await atOffice(deps, server);
  for (const [name, make] of Object.entries(ACTS)) {
    const act = await make(place);
    limitFiles(server, "4096");
    const refused = await act.send();
    expect([refused.status, await act.state()], name).toEqual([503, "none"]);
    expect(refused.text, name).toMatch(/try again/i);
    limitFiles(server, "unlimited");
    const { status } = await act.send();
    expect([status, await act.state()], name).toEqual([303, "whole"]);
  }
});

/** Why no disk of our own can be filled here; null when one can. */
function reasonNotToMount(): string | null {
  if (process.getuid?.() !== 0) return "only root may mount a disk";
  const directory = mkdtempSync(join(tmpdir(), "mount-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", directory], { stdio: "ignore" });
    execFileSync("umount", [directory]);
    return null;
  } catch {
    return "this machine lets nobody mount a disk";
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Starts the server with its data on a small disk of its own. Leaves the test out where none can be mounted. */
async function startOnSmallDisk(skip: (note: string) => never, megabytes: number): Promise<FaultServer> {
  const reason = reasonNotToMount();
  if (reason) leaveOut(skip, reason);
  const dataDir = mkdtempSync(join(tmpdir(), "full-"));
  const options = `size=${megabytes}m,mode=700`;
  execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", dataDir]);
  const server = await startFaultServer({ dataDir });
  onTestFinished(() => void spawnSync("umount", ["--lazy", dataDir]));
  return server;
}

const MEGABYTE = 1024 * 1024;

/** Takes so much of the disk, or all that is left; returns the file to delete. */
function fill({ dataDir }: FaultServer, name: string, megabytes: number): string {
  const filler = join(dataDir, name);
  const piece = Buffer.alloc(MEGABYTE);
  try {
    for (let n = 0; n < megabytes; n += 1) appendFileSync(filler, piece);
  } catch {
    // Full, as intended: what fitted has been written.
  }
  return filler;
}

/** Books until nothing can be written any more. */
async function bookUntilFull(server: FaultServer): Promise<void> {
  for (let n = 0; n < 50 && (await book(server.origin)).status === 201; n += 1);
}

test("a full disk answers 503 with the input kept, and works again unaided", async ({ skip }) => {
  const server = await startOnSmallDisk(skip, 64);
  await expectWell(server);
  const filler = fill(server, "filler", 64);
  await bookUntilFull(server);
  await expectKindRefusal(server);
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(503);
  rmSync(filler);
  await expectWell(server);
});

/** Sends the first half of a paper, does what is given, and sends the rest. */
async function sendInHalves(server: FaultServer, path: string, between: () => void): Promise<number> {
  const head =
    '--half\r\nContent-Disposition: form-data; name="documents"; filename="half.pdf"\r\n' +
    "Content-Type: application/pdf\r\n\r\n%PDF-1.7\n";
  async function* body() {
    yield Buffer.from(head + "x".repeat(2 * MEGABYTE));
    // The store writes while the rest is to come.
    await expect.poll(() => filesOf(server).some((name) => name.endsWith(".part"))).toBe(true);
    between();
    yield Buffer.from(`${"y".repeat(2 * MEGABYTE)}\r\n--half--\r\n`);
  }
  const init = {
    method: "POST",
    headers: { Origin: server.origin, "Content-Type": "multipart/form-data; boundary=half" },
    body: streamOf(body()),
    duplex: "half",
    redirect: "manual",
  };
  const response = await fetch(server.origin + path, init as RequestInit);
  await response.arrayBuffer();
  return response.status;
}

test("a paper that a full disk cannot take is refused whole, and bookings go on while there is room for them", async ({
  skip,
}) => {
  const server = await startOnSmallDisk(skip, 320);
  const path = await makeBooking(server);
  const expectStored = (count: number) => {
    expect(storedIds(server)).toHaveLength(count);
    expect(filesOf(server).toSorted()).toEqual(storedIds(server).toSorted());
  };
  const expectRefused = async () => {
    const { status, text } = await sendPaper(server, path, 200_000);
    expect([status, text]).toEqual([503, expect.stringContaining("could not be uploaded – try again")]);
  };
  expect((await sendPaper(server, path, 200_000)).status).toBe(303);
  expectStored(1);

  // The last 256 MB are the database's.
  const first = fill(server, "first", 100);
  await expectRefused();
  expectStored(1);
  await expectWell(server);

  // Full, while a paper is on its way.
  rmSync(first);
  const fillers: string[] = [];
  const fillAll = (name: string) => void fillers.push(fill(server, name, 320));
  expect(await sendInHalves(server, path, () => fillAll("all"))).toBe(503);
  expectStored(1);
  // The half of the paper was deleted.
  fillAll("rest");
  await bookUntilFull(server);
  await expectKindRefusal(server);
  await expectRefused();
  expectStored(1);

  for (const filler of fillers) rmSync(filler);
  await expectWell(server);
  expect((await sendPaper(server, path, 200_000)).status).toBe(303);
  expectStored(2);
});
