import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { join } from "node:path";
import { build } from "vite";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { Deps } from "#app/deps.server.ts";
import { enqueueInvoice } from "#app/features/booking/money/enqueue-invoice.server.ts";
import { checkPay } from "#app/features/pay/check-pay.server.ts";
import { closeMonth } from "#app/features/pay/close-month.server.ts";
import { lastDayOf, nextMonth } from "#app/features/pay/months.ts";
import { readOpenPay, seenOf } from "#app/features/pay/open-pay.server.ts";
import { listStatements } from "#app/features/pay/statements.server.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { sendDocument } from "#app/features/documents/open-document.server.ts";
import { openDraft } from "#app/features/report-writing/open-draft.server.ts";
import { treeText } from "#app/features/report-writing/report-document.ts";
import { writtenReports } from "#app/features/report-writing/written-report.server.ts";
import { reportsOfBooking } from "#app/features/report/report-rows.server.ts";
import { returnReport } from "#app/features/report/review-report.server.ts";
import { writeWholeReport } from "#scripts/seed/writing.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { makeInvoicesHere } from "#tests/setup/own-invoices.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { createRule, earnPart } from "#tests/setup/pay.ts";
import { readPdf, wordsOf } from "#tests/setup/report-files.ts";
import { createVisitInProgress } from "#tests/setup/writing.ts";
import { BY_STAFF, createAssessor, PLAN, workdayAfter } from "#tests/setup/visits.ts";
import { addressOf } from "#tests/setup/test-database.ts";
import { createPostmarkDeps } from "#tests/setup/vendors.ts";
import { ENDURANCE_TIMEOUT_MS, sized } from "./endurance.ts";

const root = join(import.meta.dirname, "../..");
/** A folder of this run alone: the tests run on both databases at once. */
const folder = join(root, `node_modules/.cache/worker-process-${process.pid}`);
const program = join(folder, "worker-process.mjs");

beforeAll(async () => {
  await build({
    root,
    configFile: false,
    logLevel: "error",
    build: {
      ssr: join(import.meta.dirname, "worker-process.ts"),
      outDir: folder,
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: "worker-process.mjs" } },
    },
  });
  return () => rmSync(folder, { recursive: true });
});

const startWorker = ({ env }: Pick<Deps, "env">, more: Record<string, string> = {}) =>
  spawn(process.execPath, [program], {
    cwd: root,
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: env.DATA_DIR,
      ...addressOf(env),
      SESSION_SECRET: env.SESSION_SECRET.join(","),
      DATA_KEY: env.DATA_KEY.join(","),
      ...more,
    },
  });

test(
  "a worker killed around issuing invoices leaves no number out and gives none twice",
  async () => {
    const kills = sized(100, 3);
    const deps = createTestDeps();
    deps.clock.set("2020-01-01T00:00:00.000Z");
    await makeInvoicesHere(deps);
    const count = kills * 8;
    for (let index = 0; index < count; index += 1) {
      const booking = await createBooking(deps, { payment_method: "pay_now" });
      await enqueueInvoice(deps, booking);
    }
    const issued = async () => (await deps.db.selectFrom("invoice_documents").select("id").execute()).length;

    let worker: ChildProcess | null = null;
    onTestFinished(() => void worker?.kill("SIGKILL"));
    for (let kill = 0; kill < kills; kill += 1) {
      const before = await issued();
      if (before >= count - 5) break;
      worker = startWorker(deps);
      const isGone = once(worker, "exit");
      // Somewhere in the work of the next ones.
      await expect.poll(issued, { timeout: 60_000, interval: 1 + (kill % 5) }).toBeGreaterThan(before);
      worker.kill("SIGKILL");
      await isGone;
    }
    worker = startWorker(deps);
    const open = async () =>
      (
        await deps.db
          .selectFrom("outbox")
          .select("id")
          .where("kind", "=", "invoice")
          .where("state", "!=", "sent")
          .execute()
      ).length;
    await expect.poll(open, { timeout: ENDURANCE_TIMEOUT_MS, interval: 100 }).toBe(0);

    const documents = await deps.db
      .selectFrom("invoice_documents")
      .select(["number", "booking_id"])
      .orderBy("number")
      .execute();
    expect(documents.map(({ number }) => number)).toEqual(Array.from({ length: count }, (_, at) => at + 1));
    expect(new Set(documents.map(({ booking_id }) => booking_id)).size).toBe(count);
    const shown = await deps.db.selectFrom("invoices").select("booking_id").execute();
    expect(shown).toHaveLength(count);
    const mails = deps.db.selectFrom("outbox").select("id").where("topic", "=", "invoice-ready");
    expect(await mails.execute()).toHaveLength(count);
  },
  ENDURANCE_TIMEOUT_MS,
);

test(
  "a process killed around closing a month closes it whole or not at all, and no number is left out",
  async () => {
    const [kills, assessors] = [sized(100, 3), 6];
    const deps = createTestDeps();
    deps.clock.set("2020-01-01T09:00:00.000Z");
    for (let index = 0; index < assessors; index += 1) {
      const { id: assessorId } = await createAssessor(deps);
      const { id: bookingId, version } = await createBooking(deps);
      const plan = { ...PLAN, day: workdayAfter("2020-01-02", 1) };
      const change = { ...BY_STAFF, bookingId, version, plan, assessorId };
      const visit = await agreeVisit(deps, { ...change, isReferrerTold: false, overruled: null });
      if (!visit.ok) throw new Error(visit.problem);
      await earnPart(deps, { visitId: visit.visitId, assessorId });
    }
    const closed = () => deps.db.selectFrom("pay_months").select("month").execute();
    let month = "2010-01";
    for (let kill = 0; kill < kills; kill += 1) {
      // A raise that is backdated makes a line for each of them again.
      await createRule(deps, { kind: "part", pence: 90_00 + kill });
      await deps.db
        .updateTable("visits")
        .set({ day: `${month}-15` })
        .execute();
      const worker = startWorker(deps, { CLOSE_MONTH: month });
      const isGone = once(worker, "exit");
      onTestFinished(() => void worker.kill("SIGKILL"));
      await Promise.race([once(worker, "message"), isGone]);
      // Before, in and after the commit, however fast the machine is.
      await pause((kill * 7) % 150);
      worker.kill("SIGKILL");
      await isGone;
      const isClosed = (await closed()).some((one) => one.month === month);
      const statements = await listStatements(deps, { month });
      expect(statements, `${month}, kill ${kill}`).toHaveLength(isClosed ? assessors : 0);
      if (isClosed) month = nextMonth(month);
    }
    if ((await closed()).every((one) => one.month !== month)) {
      await createRule(deps, { kind: "part", pence: 95_00 });
      await deps.db
        .updateTable("visits")
        .set({ day: `${month}-15` })
        .execute();
      const seen = seenOf(await readOpenPay(deps, { until: lastDayOf(month) }));
      expect(await closeMonth(deps, { ...BY_STAFF, month, seen })).toBeNull();
    }
    const numbers = (await listStatements(deps, {})).map(({ number }) => number).toReversed();
    expect(numbers).toEqual(numbers.map((_, at) => `PAY-${String(at + 1).padStart(6, "0")}`));
    const mails = deps.db.selectFrom("outbox").select("id").where("topic", "=", "pay-statement");
    expect(await mails.execute()).toHaveLength(numbers.length);
    expect(await checkPay(deps)).toEqual({ statements: numbers.length, faults: [] });
  },
  ENDURANCE_TIMEOUT_MS,
);

test(
  "a worker killed between sending and marking loses no mail and doubles at most one a kill",
  async () => {
    const kills = sized(200, 6);
    const { deps, postmark } = await createPostmarkDeps();
    // The worker runs on the real clock: what the test promises must be due by then.
    deps.clock.set("2020-01-01T00:00:00.000Z");
    const mailCount = kills * 2;
    for (let index = 0; index < mailCount; index += 1) {
      const booking = await createBooking(deps);
      await enqueueMail(deps, {
        topic: "booking-confirmation",
        to: booking.referrer_email,
        bookingId: booking.id,
        dedupeKey: booking.id,
        payload: {},
      });
    }

    let worker: ChildProcess | null = null;
    onTestFinished(() => void worker?.kill("SIGKILL"));
    const startOne = () => {
      worker = startWorker(deps, {
        POSTMARK_SERVER_TOKEN: postmark.token,
        POSTMARK_BASE_URL: postmark.url,
      });
    };
    // Each process sends one mail and is killed while the vendor, who took it, has not answered yet: on
    // every second mail.
    let killed = 0;
    postmark.faults.decide = () => {
      if (postmark.requests.length % 2 === 1 || killed >= kills) return undefined;
      killed += 1;
      const victim = worker;
      setImmediate(() => {
        victim?.once("exit", startOne);
        victim?.kill("SIGKILL");
      });
      return "hang-after";
    };
    startOne();

    const unsent = async () =>
      (await deps.db.selectFrom("outbox").select("id").where("state", "!=", "sent").execute()).length;
    await expect.poll(unsent, { timeout: ENDURANCE_TIMEOUT_MS, interval: 100 }).toBe(0);

    const copies = Map.groupBy(postmark.mails, (mail) => mail.Metadata["outbox-id"]!);
    expect(copies.size).toBe(mailCount);
    expect(killed).toBe(kills);
    expect(postmark.mails.length - mailCount).toBeLessThanOrEqual(kills);
  },
  ENDURANCE_TIMEOUT_MS,
);

test(
  "a process killed around sending a report leaves a draft, or one report with its file",
  async () => {
    const kills = sized(100, 3);
    const { deps, booking, visitId, assessor, by } = await createVisitInProgress();
    await writeWholeReport(deps, { visitId, by });

    /** Sends the draft in a process that is killed so many milliseconds after it began. Returns how long it lived. */
    async function send(killAfterMs: number): Promise<number> {
      const worker = startWorker(deps, {
        SEND_REPORT: `${visitId} ${assessor.id}`,
        NOW: deps.clock.now().toISOString(),
      });
      const isGone = once(worker, "exit");
      onTestFinished(() => void worker.kill("SIGKILL"));
      await Promise.race([once(worker, "message"), isGone]);
      const began = performance.now();
      if (Number.isFinite(killAfterMs)) {
        await pause(killAfterMs);
        worker.kill("SIGKILL");
      }
      await isGone;
      return performance.now() - began;
    }

    let sent = 0;
    /** Asserts that the newest sending was done whole, or not at all; a report that was sent comes back, to be sent
     * again. Returns whether it was done. */
    async function expectWhole(): Promise<boolean> {
      const found = await reportsOfBooking(deps, booking.id);
      const isSent = found.length > sent;
      expect(found.length - sent, "reports of one sending").toBeLessThanOrEqual(1);
      const opened = await openDraft(deps, visitId, by, { toSave: true });
      expect(opened?.kind).toBe(isSent ? "sent" : "open");
      const rows = await deps.db.selectFrom("documents").select("id").execute();
      expect(rows, "a document for each report, and none besides").toHaveLength(found.length);
      if (!isSent) return false;
      sent += 1;
      const file = await sendDocument(deps, found[0]!.document_id);
      const pdf = await readPdf(Buffer.from(await file!.arrayBuffer()));
      const [written] = await writtenReports(deps, { bookingId: booking.id });
      expect(wordsOf(pdf.text)).toBe(wordsOf(treeText(written!.tree)));
      const review = { bookingId: booking.id, by: BY_STAFF, reportId: found[0]!.id };
      expect(await returnReport(deps, { ...review, codes: ["file"], note: "Once more" })).toMatchObject({
        ok: true,
      });
      return true;
    }

    const wholeMs = await send(Infinity);
    expect(await expectWhole()).toBe(true);
    const done: boolean[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      await send((kill / kills) * wholeMs);
      done.push(await expectWhole());
    }
    expect(done[0], "killed before it was done").toBe(false);
    await send(Infinity);
    expect(await expectWhole()).toBe(true);
  },
  ENDURANCE_TIMEOUT_MS,
);
