import { copyFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expectByPost } from "#app/features/documents/change-documents.server.ts";
import { storeDocument } from "#app/features/documents/store-document.server.ts";
import { addRecipient, placeHold } from "#app/features/report/change-report.server.ts";
import { deliveryLink } from "#app/features/report/deliver-report.server.ts";
import { readDelivery, sendReportCode } from "#app/features/report/open-delivery.server.ts";
import { openDatabase } from "#app/platform/database.server.ts";
import { loader as openReport } from "#app/routes/report/report.tsx";
import { createTestDeps, isOnPostgres, testContext, type TestDeps } from "#tests/setup/deps.ts";
import { createDocument } from "#tests/setup/documents.ts";
import { createBooking, createUser } from "#tests/setup/factories.ts";
import { inChunks, pdf } from "#tests/setup/files.ts";
import { createDelivery, createReport } from "#tests/setup/reports.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { erasePerson, reapplyErasures } from "./erase-person.server.ts";
import { purgeExpired } from "./purge.server.ts";
import { findCase, startCase } from "./subject.server.ts";

const EMAIL = "joanna.reeve@example.org";
const YEAR_MS = 366 * 86_400_000;
const TABLES = [
  "documents",
  "papers_by_post",
  "reports",
  "report_recipients",
  "report_deliveries",
  "report_holds",
] as const;

/** A completed booking with a paper, one by post, a released report, a recipient and a hold. */
async function finished(deps: TestDeps) {
  const booking = await createBooking(deps, { status: "completed" });
  const bookingId = booking.id;
  await createDocument(deps, { bookingId });
  await expectByPost(deps, { bookingId, by: BY_STAFF, kind: "will" });
  const { delivery } = await createDelivery(deps, bookingId);
  const solicitor = { role: "solicitor" as const, name: "Lena Okoro", email: "lena@solicitors.example" };
  await addRecipient(deps, { bookingId, by: BY_STAFF, ...solicitor });
  await sendReportCode(deps, (await readDelivery(deps, delivery.id))!);
  await placeHold(deps, { bookingId, by: BY_STAFF, reason: "legal", note: "Rang on Monday" });
  return { booking, delivery, link: deliveryLink(deps, delivery) };
}

async function rowsOf({ db }: Pick<TestDeps, "db">) {
  const counts = TABLES.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length);
  return Promise.all(counts);
}

function filesOf(deps: TestDeps): number {
  const root = join(deps.env.DATA_DIR, "documents");
  return readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
}

/** The status that the link answers with. */
async function statusOf(deps: TestDeps, link: string): Promise<number> {
  const deliveryId = new URL(link).pathname.split("/").at(-1)!;
  const args = { request: new Request(link), params: { deliveryId }, context: testContext(deps) };
  const result = (await openReport(args as never).catch((thrown: unknown) => thrown)) as {
    init: ResponseInit | null;
  };
  return result.init?.status ?? 200;
}

async function erase(deps: TestDeps) {
  const { id } = await createUser(deps, { role_id: "administrator" });
  const by = { actor: { kind: "staff" as const, id }, requestId: "r1", reason: "Asked by letter" };
  const privacyCase = (await findCase(deps, (await startCase(deps, EMAIL, by))!))!;
  return erasePerson(deps, privacyCase, by);
}

async function expectNothingLeft(deps: TestDeps, link: string) {
  expect(await rowsOf(deps)).toEqual(TABLES.map(() => 0));
  expect(filesOf(deps)).toBe(0);
  expect(await statusOf(deps, link)).toBe(404);
}

test("papers and reports go with their booking when its time is over, and an open link with them", async () => {
  const deps = createTestDeps();
  const { booking, link } = await finished(deps);
  // A hold answers 409, and the link is good.
  expect([await statusOf(deps, link), filesOf(deps)]).toEqual([409, 2]);
  deps.clock.advance(7 * YEAR_MS);
  expect((await purgeExpired(deps)).bookings).toBe(0);
  expect(await rowsOf(deps)).toEqual([2, 1, 1, 1, 1, 1]);

  // A late paper keeps the booking, with all that belongs to it.
  await createDocument(deps, { bookingId: booking.id, bytes: pdf("late") });
  deps.clock.advance(2 * YEAR_MS);
  expect((await purgeExpired(deps)).bookings).toBe(0);
  deps.clock.advance(7 * YEAR_MS);
  expect((await purgeExpired(deps)).bookings).toBe(1);
  await expectNothingLeft(deps, link);
});

test("erasing a person takes their papers and reports, and ends a link that is open", async () => {
  const deps = createTestDeps();
  const { link } = await finished(deps);
  expect(await erase(deps)).toBe("erased");
  await expectNothingLeft(deps, link);
});

test.skipIf(isOnPostgres())("a restored backup brings no paper and no report back", async () => {
  const deps = createTestDeps();
  const { link } = await finished(deps);
  const file = deps.env.databaseFile;
  await deps.db.destroy();
  copyFileSync(file, `${file}.before`);
  const erasing = { ...deps, db: openDatabase(file) };
  expect(await erase(erasing)).toBe("erased");
  await erasing.db.destroy();
  copyFileSync(`${file}.before`, file);
  const restored = { ...deps, db: openDatabase(file) };
  // A restore of the folder of documents brings the files.
  for (const { id } of await restored.db.selectFrom("documents").select("id").execute()) {
    await deps.documents.write(id, inChunks(pdf("restored")));
  }
  expect([(await rowsOf(restored))[0], filesOf(deps)]).toEqual([2, 2]);
  await reapplyErasures(restored);
  await expectNothingLeft(restored, link);
  await restored.db.destroy();
});

test("what is under way while a booking is erased leaves nothing", async () => {
  const deps = createTestDeps();
  const { booking, delivery, link } = await finished(deps);
  const bookingId = booking.id;
  const opened = (await readDelivery(deps, delivery.id))!;
  async function* erasedMeanwhile() {
    yield new Uint8Array(pdf("slow"));
    expect(await erase(deps)).toBe("erased");
  }
  const paper = { purpose: "paper", kind: "will", visibleTo: "staff-only", name: "a.pdf" } as const;
  const content = erasedMeanwhile();
  expect(await storeDocument(deps, { bookingId, by: BY_STAFF, ...paper, content })).toMatchObject({
    ok: false,
  });
  const person = { role: "person" as const, name: "Ann Ely", email: "ann@example.org" };
  await addRecipient(deps, { bookingId, by: BY_STAFF, ...person });
  await placeHold(deps, { bookingId, by: BY_STAFF, reason: "legal", note: "Rang again" });
  await expectByPost(deps, { bookingId, by: BY_STAFF, kind: "will" });
  await sendReportCode(deps, opened);
  await expect(createReport(deps, bookingId)).rejects.toThrow();
  await expectNothingLeft(deps, link);
  const mails = deps.db.selectFrom("outbox").select("topic").where("booking_id", "=", bookingId);
  expect((await mails.execute()).map(({ topic }) => topic)).not.toContain("report-code");
});
