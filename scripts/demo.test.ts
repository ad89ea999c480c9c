import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readEnv } from "#app/platform/env.server.ts";
import { startPostmark } from "#tests/standins/postmark.ts";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { openDatabase } from "#app/platform/database.server.ts";
import { makeScratchDirectory } from "#tests/setup/scratch.ts";
import { fillNewFolder, readSignIns, signInLines, worthReading } from "./demo-data.ts";
import { demoEnvironment } from "./demo-environment.ts";

test("a port of the stand-ins that is in use is named, with what to set", async () => {
  const other = await startPostmark();
  onTestFinished(() => other.close());
  const { port } = new URL(other.url);
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, "demo.ts")], {
    encoding: "utf8",
    env: { ...process.env, DEMO_MAIL_PORT: port, DEMO_INVOICE_PORT: "0" },
  });
  expect(stderr).toBe(
    `Port ${port} is in use. Stop what uses it, or set DEMO_MAIL_PORT or DEMO_INVOICE_PORT to another one.\n`,
  );
  expect(status).toBe(1);
});

test("the demonstration leaves the service's own data and backups alone, whatever .env says", () => {
  const env = readEnv(
    demoEnvironment(
      {
        SESSION_SECRET: "s".repeat(32),
        DATA_KEY: "d".repeat(32),
        DATABASE_URL: "postgres://bookings:secret@db.example.org/bookings",
        WEB_CONCURRENCY: "4",
        DATA_DIR: "/srv/data",
        BACKUP_DIR: "/srv/backups",
        METRICS_PORT: "9100",
        SENTRY_DSN: "https://key@sentry.example.org/1",
        SITE_NAME: "Our practice",
      },
      "/clone",
    ),
  );
  expect(env).toMatchObject({
    postgres: null,
    databaseFile: "/clone/data/demo/app.db",
    BACKUP_DIR: "/clone/data/demo/backups",
    WEB_CONCURRENCY: 1,
    SITE_NAME: "Our practice",
  });
  expect(env.METRICS_PORT).toBeUndefined();
  expect(env.SENTRY_DSN).toBeUndefined();
});

const demoIn = (folder: string) =>
  demoEnvironment(
    { SESSION_SECRET: "s".repeat(32), DATA_KEY: "d".repeat(32), DEMO_DATA_DIR: folder },
    "/clone",
  );

test("a new demonstration has bookings, mails to send and a lasting sign-in for each role", async () => {
  const folder = join(makeScratchDirectory("demo-"), "demo");
  await fillNewFolder(demoIn(folder));
  const signIns = readSignIns(demoIn(folder));
  expect(signIns.map(({ role }) => role).sort()).toEqual([
    "administrator",
    "assessor",
    "coordinator",
    "customer",
  ]);
  const lines = signInLines(signIns, "http://localhost:3000").join("\n");
  for (const { email, password } of signIns) expect(lines).toContain(`${email}  ${password}`);
  const db = openDatabase(join(folder, "app.db"));
  onTestFinished(() => db.destroy());
  expect((await db.selectFrom("bookings").select("id").execute()).length).toBeGreaterThan(40);
  const invoices = await db
    .selectFrom("invoices")
    .select(["vendor_status", "paid_pence", "due_on"])
    .execute();
  expect(invoices.filter(({ vendor_status }) => vendor_status === "paid").length).toBeGreaterThan(5);
  expect(invoices.filter(({ paid_pence }) => paid_pence === 100_00)).toHaveLength(1);
  const today = new Date().toISOString().slice(0, 10);
  const isOverdue = (one: (typeof invoices)[number]) => one.due_on < today && one.vendor_status !== "paid";
  expect(invoices.filter(isOverdue).length).toBeGreaterThan(0);
  const due = await db.selectFrom("outbox").select("topic").where("state", "=", "queued").execute();
  expect(due.map(({ topic }) => topic)).toContain("booking-confirmation");
  expect(due.map(({ topic }) => topic)).not.toContain("temporary-password");
  const temporary = await db
    .selectFrom("users")
    .select("id")
    .where("is_password_temporary", "=", 1)
    .execute();
  expect(temporary).toEqual([]);
});

test("a folder with anything in it stays as it is", async () => {
  const folder = join(makeScratchDirectory("demo-"), "demo");
  mkdirSync(folder);
  writeFileSync(join(folder, "note.txt"), "mine");
  await fillNewFolder(demoIn(folder));
  expect(readdirSync(folder)).toEqual(["note.txt"]);
  expect(signInLines(readSignIns(demoIn(folder)), "http://localhost:3000")).toEqual([]);
});

test.each([
  ['{"level":30,"time":"2027-03-10","route":"/","status":200,"msg":"request"}', false],
  ['{"level":50,"time":"2027-03-10","msg":"unexpected error"}', true],
  ["The port is in use.", true],
  ["{ no log", true],
  ["", false],
])("of the server's lines the demonstration shows what is wrong: %s", (line, isShown) => {
  expect(worthReading(line)).toBe(isShown);
});
