import { chmodSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { dataFolders } from "#app/platform/data-folder.server.ts";
import { takeBackup } from "#app/platform/backup/take-backup.server.ts";
import { enqueue } from "#app/features/outbox/enqueue.server.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createDocument } from "#tests/setup/documents.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { listen } from "#app/platform/http/server.server.ts";
import { checkBackups, checkRecipient } from "./backup-checks.ts";
import { checkDatabase } from "./database-checks.ts";
import { checkDocuments } from "./document-checks.ts";
import type { Finding } from "./finding.ts";
import { checkFolders, checkService } from "./machine-checks.ts";

const badOnes = (findings: Finding[]) => findings.filter((finding) => finding.level === "bad");

/** Overwrites part of the file, as a failing disk would. */
function damage(file: string, start: number, length: number) {
  const bytes = readFileSync(file);
  bytes.fill(0xa5, start, start + length);
  writeFileSync(file, bytes);
}

test("a healthy database has nothing bad, and its newest record is known", async () => {
  const deps = createTestDeps();
  const { findings } = await checkDatabase(deps.env);
  expect(findings).toContainEqual({ level: "good", what: "The database is whole" });
  expect(badOnes(findings)).toEqual([]);
});

test.each([
  ["its first page", 0, 4096],
  ["pages in the middle", 20 * 4096, 60 * 4096],
])("a database that lost %s is reported with what to do", async (_name, start, length) => {
  const deps = createTestDeps();
  await deps.db.destroy();
  damage(deps.env.databaseFile, start, length);
  const { findings, newestRecord } = await checkDatabase(deps.env);
  expect(badOnes(findings)).toEqual([
    {
      level: "bad",
      what: expect.stringContaining("The database is damaged"),
      advice: "Stop the service and restore the newest backup.",
    },
  ]);
  expect(newestRecord).toBeNull();
});

test("a database that others may read is warned of", async () => {
  const deps = createTestDeps();
  chmodSync(deps.env.databaseFile, 0o644);
  const { findings } = await checkDatabase(deps.env);
  expect(findings.map((finding) => finding.what)).toContain("Others may read the database");
});

test("a key that does not open what is stored is bad", async () => {
  const deps = createTestDeps();
  await enqueue(deps, { kind: "mail", topic: "booking-received", dedupeKey: "1", payload: {} });
  const { findings } = await checkDatabase({
    ...deps.env,
    DATA_KEY: ["another-key-0123456789-0123456789-abcdef"],
  });
  expect(badOnes(findings).map((finding) => finding.what)).toEqual(["DATA_KEY does not open what is stored"]);
});

test("a document that waits for the virus check for more than a day is warned of", async () => {
  const deps = createTestDeps();
  const waiting = async () =>
    (await checkDocuments(deps.env)).filter(({ what }) => what.includes("waited for the virus check"));
  const booking = await createBooking(deps);
  const { documentId } = await createDocument(deps, { bookingId: booking.id });
  const change = (created_at: string) =>
    deps.db.updateTable("documents").set({ scan: "waiting", created_at }).execute();
  await change(new Date().toISOString());
  expect(await waiting()).toEqual([]);
  await change("2026-01-01T00:00:00.000Z");
  expect(await waiting()).toMatchObject([{ level: "warning", what: expect.stringContaining(documentId) }]);
});

test("a folder inside the data folder that cannot be written is bad", async () => {
  const { env } = createTestDeps();
  expect(await checkFolders(env)).toEqual([]);
  const { documents } = dataFolders(env);
  writeFileSync(documents, "");
  expect(await checkFolders(env)).toEqual([
    {
      level: "bad",
      what: `The folder ${documents} cannot be written (ENOTDIR)`,
      advice: "Give it to the user that runs the service: chown -R.",
    },
  ]);
});

test("a folder of backups that cannot be read is bad", async () => {
  const deps = createTestDeps();
  writeFileSync(deps.env.BACKUP_DIR, "");
  expect(badOnes(await checkBackups(deps.env))).toEqual([
    {
      level: "bad",
      what: `The backups in ${deps.env.BACKUP_DIR} cannot be listed (ENOTDIR)`,
      advice: "Make BACKUP_DIR a folder, and give it to the user of the service.",
    },
  ]);
});

test("the newest backup is compared with the note beside it, also when the note is broken", async () => {
  const deps = createTestDeps();
  expect((await checkBackups(deps.env)).map((finding) => finding.what)).toEqual(["There is no backup"]);
  const { file } = await takeBackup(deps);
  expect(badOnes(await checkBackups(deps.env))).toEqual([]);
  damage(file, 500, 10);
  expect(badOnes(await checkBackups(deps.env))).toHaveLength(1);
  writeFileSync(`${file}.json`, "not a note");
  expect(badOnes(await checkBackups(deps.env)).map((finding) => finding.what)).toEqual([
    "The note beside the newest backup is broken",
  ]);
});

test("a backup whose date is to come is no proof of last night's", async () => {
  const deps = createTestDeps();
  const { file } = await takeBackup(deps);
  renameSync(file, file.replace(/backup-\d{4}/, "backup-2199"));
  expect(await checkBackups(deps.env)).toEqual([
    {
      level: "warning",
      what: expect.stringMatching(/^The newest backup is dated \d+ hours ahead of the clock$/),
      advice: "Move it elsewhere if its date is wrong: it hides that newer ones are missing.",
    },
  ]);
});

test("a mistyped recipient of backups is bad", () => {
  const { env } = createTestDeps();
  expect(checkRecipient(env)).toEqual([]);
  const recipient = `age1${"q".repeat(58)}`;
  expect(badOnes(checkRecipient({ ...env, BACKUP_AGE_RECIPIENT: recipient }))).toHaveLength(1);
});

test.each([
  ["127.0.0.1", "127.0.0.1"],
  ["0.0.0.0", "127.0.0.1"],
  ["::", "127.0.0.1"],
  ["::1", "::1"],
])("a service that listens on %s is asked", async (HOST, host) => {
  const server = createServer((_request, response) => response.end("ready"));
  onTestFinished(() => void server.close());
  const PORT = await listen(server, { port: 0, host });
  const { env } = createTestDeps();
  expect(await checkService({ ...env, HOST, PORT })).toEqual({
    level: "good",
    what: `The service is ready on port ${PORT}`,
  });
});
