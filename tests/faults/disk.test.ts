import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
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

/** Checks what visitors get while nothing can be written: a clear 503 that keeps what they typed, and pages that still open. */
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

test("a disk that fails answers 503 with the input kept, and works again unaided", async () => {
  const server = await startFaultServer();
  await expectWell(server);
  const limitFiles = (bytes: string) =>
    execFileSync("prlimit", ["--pid", `${server.pid()}`, `--fsize=${bytes}:`]);
  limitFiles("4096");
  await expectKindRefusal(server);
  limitFiles("unlimited");
  await expectWell(server);
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

test("a full disk answers 503 with the input kept, and works again unaided", async ({ skip }) => {
  const reason = reasonNotToMount();
  if (reason) leaveOut(skip, reason);
  const dataDir = mkdtempSync(join(tmpdir(), "full-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=64m,mode=700", "tmpfs", dataDir]);
  const server = await startFaultServer({ dataDir });
  onTestFinished(() => void spawnSync("umount", ["--lazy", dataDir]));
  await expectWell(server);
  const filler = join(dataDir, "filler");
  try {
    writeFileSync(filler, Buffer.alloc(64 * 1024 * 1024));
  } catch {
    // Full, as intended: what fitted has been written.
  }
  for (let n = 0; n < 50 && (await book(server.origin)).status === 201; n += 1);
  await expectKindRefusal(server);
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(503);
  rmSync(filler);
  await expectWell(server);
});
