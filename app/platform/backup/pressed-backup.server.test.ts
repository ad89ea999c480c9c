import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { describe, expect, test, vi } from "vitest";
import { verifyWithDocuments } from "#app/features/documents/document-files.server.ts";
import { useCheapPassphrases } from "#tests/setup/cheap-passphrases.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { LONG } from "#tests/setup/long-wait.ts";
import { render } from "#tests/setup/rendered-site.ts";
import { lastVerified } from "./backup-folder.server.ts";
import { makePressed, pressBackup, readBackups } from "./pressed-backup.server.ts";

describe("a backup by a press", () => {
  useCheapPassphrases();

  const make = (deps: TestDeps, copyDocuments = async () => {}) =>
    makePressed(deps, {
      copyDocuments,
      verify: async (file) => (await verifyWithDocuments(deps.env, file)).words,
    });

  /** Presses, and waits for the end. */
  async function press(deps: TestDeps, copyDocuments?: () => Promise<void>) {
    const made = vi.fn(() => make(deps, copyDocuments));
    expect(await pressBackup(deps, made)).toBe(true);
    await made.mock.results[0]!.value;
    return readBackups(deps);
  }

  test("a press makes a backup, opens it and counts, and the first steps are one further", async () => {
    const deps = createTestDeps();
    await createBooking(deps);
    const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
    const page = async () => (await render(deps, "/admin/settings/backups", cookie)).text;
    expect(await page()).toContain("There is no backup yet.");
    const { newest } = await press(deps);
    expect(newest).toMatchObject([{ bytes: expect.any(Number), verifiedAt: deps.clock.now().toISOString() }]);
    expect(lastVerified(deps.env)?.name).toBe(newest[0]!.name);
    expect(await page()).toMatch(/is whole.*1 bookings, 0 documents.*Make and verify a backup/s);
  });

  test("one backup is made at a time", async () => {
    const deps = createTestDeps();
    const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const copyDocuments = () => {
      reached.resolve();
      return held.promise;
    };
    let made = Promise.resolve();
    expect(await pressBackup(deps, () => (made = make(deps, copyDocuments)))).toBe(true);
    await Promise.race([reached.promise, made]);
    expect((await readBackups(deps)).count).toBe(1);
    deps.clock.advance(60 * 60_000);
    expect((await readBackups(deps)).run).toMatchObject({ isRunning: true, problem: null });
    expect(await pressBackup(deps, () => make(deps))).toBe(false);
    await expect(make(deps)).rejects.toThrow();
    held.resolve();
    await made;
    expect((await readBackups(deps)).run).toMatchObject({ isRunning: false, counted: expect.any(String) });
  });

  test("a press whose process was killed is not running after a restart, and can be repeated", async () => {
    const deps = createTestDeps();
    await pressBackup(deps, () => new Promise(() => {}));
    expect((await readBackups(deps)).run).toMatchObject({ isRunning: true });
    deps.clock.advance(31_000);
    const { run } = await readBackups(deps);
    expect(run).toMatchObject({ isRunning: false, problem: expect.stringContaining("It ended early") });
    expect((await press(deps)).run).toMatchObject({ problem: null });
  });

  test("a process that cannot start is told at once", async () => {
    const deps = createTestDeps();
    await pressBackup(deps, () => Promise.reject(new Error("spawn EAGAIN")));
    const isTold = async () => expect((await readBackups(deps)).run?.problem).toContain("could not start");
    await vi.waitFor(isTold, LONG);
  });

  test("a full disk is named, and nothing counts as verified", async () => {
    const deps = createTestDeps();
    const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    const { run } = await press(deps, () => Promise.reject(full));
    expect(run?.problem).toContain("The disk is full. Free space");
    expect(lastVerified(deps.env)).toBeNull();
  });

  test("a backup whose key is kept elsewhere is made, and the page says where to verify it", async () => {
    const recipient = await identityToRecipient(await generateX25519Identity());
    const deps = createTestDeps({ BACKUP_AGE_RECIPIENT: recipient });
    const { run, count } = await press(deps);
    expect([count, run?.problem]).toEqual([1, expect.stringContaining("its key is kept elsewhere")]);
    expect(lastVerified(deps.env)).toBeNull();
  });
});
