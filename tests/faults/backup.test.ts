import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import SQLite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { scale, startFaultServer, type FaultServer } from "./server.ts";
import { book, keepBooking, readDatabase } from "./visitor.ts";

const BOOKINGS = scale(3_000, 100_000);
const LIMIT_MS = 60_000;
const run = promisify(execFile);

/** Copies one booking many times, with its lines, as plain rows. */
function multiply(server: FaultServer): void {
  readDatabase(server, (sqlite) => {
    const one = sqlite.prepare("SELECT * FROM bookings LIMIT 1").get() as Record<string, unknown>;
    const line = sqlite.prepare("SELECT * FROM booking_lines LIMIT 1").get() as Record<string, unknown>;
    const insert = (table: string, row: Record<string, unknown>) =>
      sqlite.prepare(
        `INSERT INTO ${table} (${Object.keys(row).join()}) VALUES (${Object.keys(row)
          .map((name) => `@${name}`)
          .join()})`,
      );
    const intoBookings = insert("bookings", one);
    const intoLines = insert("booking_lines", line);
    sqlite.transaction(() => {
      for (let n = 0; n < BOOKINGS; n += 1) {
        const id = `copy-${String(n).padStart(8, "0")}`;
        intoBookings.run({ ...one, id, reference: id, draft_id: null });
        intoLines.run({ ...line, booking_id: id });
      }
    })();
  });
}

function hashOfCopies(file: string): string {
  const sqlite = new SQLite(file, { readonly: true });
  const hash = createHash("sha256");
  for (const [table, column] of [
    ["bookings", "id"],
    ["booking_lines", "booking_id"],
  ]) {
    const rows = sqlite
      .prepare(`SELECT * FROM ${table} WHERE ${column} LIKE 'copy-%' ORDER BY ${column}`)
      .iterate();
    for (const row of rows) hash.update(JSON.stringify(row));
  }
  sqlite.close();
  return hash.digest("hex");
}

test(`${BOOKINGS} bookings are backed up under live writes and restored, row by row, within a minute`, async () => {
  const server = await startFaultServer();
  await book(server.origin);
  multiply(server);
  const restoredTo = mkdtempSync(join(tmpdir(), "restored-"));
  onTestFinished(() => rmSync(restoredTo, { recursive: true, force: true }));
  const load = keepBooking(server.origin, 2);

  const startedAt = performance.now();
  await run(process.execPath, ["scripts/backup.ts"], { env: server.env });
  const [name] = readdirSync(join(server.dataDir, "backups")).filter((one) => one.endsWith(".age"));
  await run(process.execPath, ["scripts/restore.ts", join(server.dataDir, "backups", name!)], {
    env: { ...server.env, DATA_DIR: restoredTo },
  });
  const took = performance.now() - startedAt;

  expect((await load.stop()).length).toBeGreaterThan(0);
  expect(hashOfCopies(join(restoredTo, "app.db"))).toBe(hashOfCopies(server.databaseFile));
  expect(took).toBeLessThan(LIMIT_MS);
});
