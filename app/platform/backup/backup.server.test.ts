import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { openDatabase } from "#app/platform/database.server.ts";
import { operatorSentence } from "#app/platform/operator-sentence.server.ts";
import { prepareDatabase } from "#app/platform/prepare-database.server.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { useCheapPassphrases } from "#tests/setup/cheap-passphrases.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { expect, test } from "vitest";
import { backupPassphrase } from "./backup-key.server.ts";
import { backupName, backupTime } from "./manifest.ts";
import { restoreBackup, unpackBackup, verifyBackup } from "./restore-backup.server.ts";
import { expiredBackups, listBackups } from "./backup-folder.server.ts";
import { describeDatabase } from "./snapshot.server.ts";
import { takeBackup } from "./take-backup.server.ts";
import { inWorkFolder, removeWorkFolders } from "./work-folder.server.ts";

const overwriting = (file: string) => ({ file, isOverwriting: true });

test("a backup of a database in use brings every booking back", async () => {
  const deps = createTestDeps();
  await createBooking(deps);
  const before = await deps.db.selectFrom("bookings").selectAll().execute();
  const { file, sidecar } = await takeBackup(deps);
  expect(sidecar.database.rows.bookings).toBe(1);
  expect(readdirSync(deps.env.BACKUP_DIR).sort()).toEqual([
    sidecar.archive.name,
    `${sidecar.archive.name}.json`,
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  await deps.db.destroy();
  const { replaced } = await restoreBackup(deps, overwriting(file));
  expect(replaced).toContain("before-restore");
  const restored = openDatabase(deps.env.databaseFile);
  const rows = await restored.selectFrom("bookings").selectAll().execute();
  await restored.destroy();
  expect(rows).toEqual(before);
});

test("a backup shows nothing of what is in it", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps);
  const { file } = await takeBackup(deps);
  const bytes = readFileSync(file).toString("latin1") + readFileSync(`${file}.json`, "utf8");
  expect(bytes).toContain("age-encryption.org/v1");
  for (const secret of [booking.referrer_email, booking.reference]) expect(bytes).not.toContain(secret);
});

test("a database is not replaced by accident, nor under a running service", async () => {
  const deps = createTestDeps();
  const { file } = await takeBackup(deps);
  await expect(restoreBackup(deps, { file, isOverwriting: false })).rejects.toThrow("Add --overwrite");
  await deps.db.selectFrom("roles").selectAll().execute();
  await expect(restoreBackup(deps, overwriting(file))).rejects.toThrow("Stop it first");
});

test("what a killed backup or restore left in the clear is removed at the next start", async () => {
  const deps = createTestDeps();
  const { file } = await takeBackup(deps);
  expect((await verifyBackup(deps.env, file)).database.rows.bookings).toBe(0);
  const kept = [readdirSync(deps.env.DATA_DIR).sort(), readdirSync(deps.env.BACKUP_DIR).sort()];
  for (const parent of [deps.env.DATA_DIR, deps.env.BACKUP_DIR]) {
    await inWorkFolder(parent, async (folder) => cpSync(folder, `${folder}-killed`, { recursive: true }));
  }
  await removeWorkFolders(deps.env);
  expect([readdirSync(deps.env.DATA_DIR).sort(), readdirSync(deps.env.BACKUP_DIR).sort()]).toEqual(kept);
});

test("a start leaves the folder of a backup that another process is making", async () => {
  const { env } = createTestDeps();
  await inWorkFolder(env.BACKUP_DIR, async (folder) => {
    writeFileSync(join(folder, "copy"), "half");
    await removeWorkFolders(env);
    expect(readFileSync(join(folder, "copy"), "utf8")).toBe("half");
  });
  expect(readdirSync(env.BACKUP_DIR)).toEqual([]);
});

test("a restore brings the mails back where DATA_DIR is missing and the database is elsewhere", async () => {
  const deps = createTestDeps();
  mkdirSync(join(deps.env.DATA_DIR, "outbox"));
  writeFileSync(join(deps.env.DATA_DIR, "outbox/1.eml"), "To: jo@example.org");
  const { file } = await takeBackup(deps);
  const DATA_DIR = join(deps.env.DATA_DIR, "fresh/data");
  const databaseFile = join(deps.env.DATA_DIR, "elsewhere/app.db");
  await restoreBackup({ ...deps, env: { ...deps.env, DATA_DIR, databaseFile } }, overwriting(file));
  expect(readFileSync(join(DATA_DIR, "outbox/1.eml"), "utf8")).toBe("To: jo@example.org");
  expect(readdirSync(DATA_DIR)).toEqual(["outbox"]);
  expect(statSync(join(DATA_DIR, "outbox")).mode & 0o777).toBe(0o700);
});

test("a damaged database gives way to a backup and is kept", async () => {
  const deps = createTestDeps();
  await createBooking(deps);
  const { file } = await takeBackup(deps);
  await deps.db.destroy();
  const damaged = Buffer.alloc(8192, 0xa5);
  writeFileSync(deps.env.databaseFile, damaged);
  const index = `${deps.env.databaseFile}-shm`;
  mkdirSync(index);
  await expect(restoreBackup(deps, overwriting(file))).rejects.toThrow(index);
  expect(readFileSync(deps.env.databaseFile), "in its place when a restore is cut off").toEqual(damaged);
  rmSync(index, { recursive: true });
  deps.clock.advance(1);
  const { manifest, replaced } = await restoreBackup(deps, overwriting(file));
  expect(manifest.database.rows.bookings).toBe(1);
  expect(readFileSync(replaced!)).toEqual(damaged);
  expect((await describeDatabase(deps.env.databaseFile)).database.rows.bookings).toBe(1);
});

test.each([
  ["one byte changed", (bytes: Buffer) => void (bytes[bytes.length - 40]! ^= 1), (bytes: Buffer) => bytes],
  ["cut short", () => {}, (bytes: Buffer) => bytes.subarray(0, bytes.length - 100)],
])("a backup with %s is refused, with its checksum file or without", async (_name, change, cut) => {
  const deps = createTestDeps();
  const { file } = await takeBackup(deps);
  const bytes = readFileSync(file);
  change(bytes);
  writeFileSync(file, cut(bytes));
  const directory = mkdtempSync(join(deps.env.DATA_DIR, "unpack-"));
  await expect(unpackBackup(deps.env, file, directory)).rejects.toThrow("checksum differs");
  rmSync(`${file}.json`);
  await expect(unpackBackup(deps.env, file, directory)).rejects.toThrow("damaged");
});

test("a disk that is full while a backup is unpacked is not called a damaged backup", async () => {
  const deps = createTestDeps();
  const { file } = await takeBackup(deps);
  const directory = mkdtempSync(join(deps.env.DATA_DIR, "unpack-"));
  symlinkSync("/dev/full", join(directory, "app.db"));
  const error = await unpackBackup(deps.env, file, directory).catch((thrown: unknown) => thrown);
  expect(operatorSentence(error)).toContain("no space left on device");
});

test("another installation's key does not open it, a chosen passphrase does", async () => {
  const deps = createTestDeps({ BACKUP_PASSPHRASE: "correct horse battery" });
  const { file } = await takeBackup(deps);
  const directory = mkdtempSync(join(deps.env.DATA_DIR, "unpack-"));
  const elsewhere = { ...deps.env, DATA_KEY: ["x".repeat(40)] };
  await expect(unpackBackup({ ...elsewhere, BACKUP_PASSPHRASE: undefined }, file, directory)).rejects.toThrow(
    "cannot be opened",
  );
  expect((await unpackBackup(elsewhere, file, directory)).manifest.format).toBe(1);
});

test("a backup whose data another DATA_KEY wrote is refused before anything is replaced", async () => {
  useCheapPassphrases();
  const deps = createTestDeps({ BACKUP_PASSPHRASE: "correct horse battery" });
  await prepareDatabase(deps);
  const { file } = await takeBackup(deps);
  await deps.db.destroy();
  const elsewhere = { ...deps, env: { ...deps.env, DATA_KEY: ["x".repeat(40)] } };
  await expect(restoreBackup(elsewhere, overwriting(file))).rejects.toThrow("written with another DATA_KEY");
  await expect(verifyBackup(elsewhere.env, file)).rejects.toThrow("written with another DATA_KEY");
  expect(readdirSync(deps.env.DATA_DIR).filter((name) => name.includes("before-restore"))).toEqual([]);
});

test("a backup for an age recipient opens with its identity only", async () => {
  const identity = await generateX25519Identity();
  const deps = createTestDeps({ BACKUP_AGE_RECIPIENT: await identityToRecipient(identity) });
  const { file } = await takeBackup(deps);
  const directory = mkdtempSync(join(deps.env.DATA_DIR, "unpack-"));
  await expect(unpackBackup(deps.env, file, directory)).rejects.toThrow("cannot be opened");
  expect((await unpackBackup(deps.env, file, directory, identity)).manifest.format).toBe(1);
  expect(() => backupPassphrase(deps.env)).toThrow("the identity of BACKUP_AGE_RECIPIENT opens the backups");
});

test("an age recipient that is mistyped ends a start and a backup with a sentence", async () => {
  const recipient = await identityToRecipient(await generateX25519Identity());
  const deps = createTestDeps({
    BACKUP_AGE_RECIPIENT: recipient.replace(/.$/, (last) => (last === "q" ? "p" : "q")),
  });
  await expect(prepareDatabase(deps)).rejects.toThrow("BACKUP_AGE_RECIPIENT is mistyped");
  await expect(takeBackup(deps)).rejects.toThrow("BACKUP_AGE_RECIPIENT is mistyped");
});

test("writes during the backup neither spoil nor prolong it", async () => {
  const deps = createTestDeps();
  await createBooking(deps);
  const { sidecar } = await takeBackup(deps, () => {
    execFileSync(process.execPath, [
      "-e",
      `const db = new (require("better-sqlite3"))(${JSON.stringify(deps.env.databaseFile)});
       db.prepare("INSERT INTO roles VALUES (?, ?, '')").run(String(Math.random()), String(Math.random()))`,
    ]);
  });
  expect(sidecar.database.rows.roles).toBe(4);
});

test("old backups go, the three newest stay whatever the clock says", async () => {
  const day = (n: number) => backupName(new Date(Date.UTC(2027, 0, n, 3)));
  const names = [20, 19, 5, 4, 3].map(day);
  expect(backupTime(names[0]!).toISOString()).toBe("2027-01-20T03:00:00.000Z");
  expect(expiredBackups(names, 10, new Date("2027-01-21T00:00:00Z"))).toEqual([day(4), day(3)]);
  expect(expiredBackups(names, 10, new Date("2040-01-01T00:00:00Z"))).toEqual([day(4), day(3)]);
  const deps = createTestDeps();
  expect(await listBackups(deps.env)).toEqual([]);
});
