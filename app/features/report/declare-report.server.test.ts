import { describe, expect, test } from "vitest";
import { purgeExpired } from "#app/features/privacy/purge.server.ts";
import { recordNotHeld } from "#app/features/visits/agree/change-visit.server.ts";
import type { TestDeps } from "#tests/setup/deps.ts";
import { createDocument } from "#tests/setup/documents.ts";
import { pdf } from "#tests/setup/files.ts";
import { ALL_CHECKS, lastMail, stageReport } from "#tests/setup/report-pages.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { readProgress } from "./read-progress.server.ts";

const HOUR_MS = 3_600_000;

async function kept(deps: TestDeps) {
  const rows = await deps.db.selectFrom("documents").select("id").execute();
  let files = 0;
  for await (const _ of deps.documents.list()) files += 1;
  return { rows: rows.length, files };
}

const errorsOf = ({ data }: { data: unknown }) => (data as { error: Record<string, string[]> }).error;

describe("a report for a visit that is to come", () => {
  test("is asked about, with the visit named, and the customer does not read “Visit done”", async () => {
    const { deps, booking, send, assessorPage, staffPage } = await stageReport({ daysLater: 0 });
    const when = "Thursday 11 March 2027, 10:00–11:30";
    expect((await assessorPage()).doubt).toEqual({ kind: "to-come", when });
    const asked = await send();
    expect(asked.status).toBe(400);
    expect(errorsOf(asked).confirmVisit![0]).toContain(`The visit on ${when} is still to come.`);
    expect(Object.keys(errorsOf(await send({ declaredName: null })))).toEqual([
      "declaredName",
      "confirmVisit",
    ]);
    expect(await kept(deps)).toEqual({ rows: 0, files: 0 });
    expect((await send({ confirmVisit: "on" })).location).toContain("done=sent");
    expect((await staffPage()).reports[0]!.doubts).toEqual([`The visit on ${when} is still to come.`]);
    const done = (await readProgress(deps, [booking]))
      .get(booking.id)!
      .find(({ step }) => step === "visited");
    expect(done).toMatchObject({ isDone: false, day: null });
  });

  test("says no day of a visit that is still to come once it is released", async () => {
    const { deps, booking, send, asStaff, staffPage } = await stageReport({ daysLater: 0 });
    await send({ confirmVisit: "on" });
    const reportId = (await staffPage()).reports[0]!.id;
    await asStaff({ intent: "release", reportId, checks: ALL_CHECKS, recipients: "referrer" });
    const done = (await readProgress(deps, [booking]))
      .get(booking.id)!
      .find(({ step }) => step === "visited");
    expect(done).toEqual({ step: "visited", isDone: true, day: null });
  });

  test("is not asked about once the visit has begun, and again when that one was not held", async () => {
    const { deps, booking, send, assessorPage } = await stageReport();
    expect((await assessorPage()).doubt).toBeNull();
    const { version } = await deps.db
      .selectFrom("bookings")
      .select("version")
      .where("id", "=", booking.id)
      .executeTakeFirstOrThrow();
    const change = { ...BY_STAFF, bookingId: booking.id, version, reason: "Nobody came" };
    expect(await recordNotHeld(deps, change)).toMatchObject({ ok: true });
    expect((await assessorPage()).doubt).toMatchObject({ kind: "not-held" });
    expect(errorsOf(await send()).confirmVisit![0]).toContain("is recorded as not held");
  });
});

test("a report answers decisions that are booked, and staff read which it leaves out", async () => {
  const { deps, booking, send, staffPage } = await stageReport();
  const refused = await send({ decisions: "capacity-gift" });
  expect([refused.status, Object.keys(errorsOf(refused))]).toEqual([400, ["decisions"]]);
  expect(await kept(deps)).toEqual({ rows: 0, files: 0 });
  await send();
  expect((await staffPage()).reports[0]!.doubts).toEqual([]);
  await deps.db
    .updateTable("booking_lines")
    .set({ assessment_id: "capacity-will", name: "Capacity to Make a Will" })
    .where("booking_id", "=", booking.id)
    .execute();
  expect((await staffPage()).reports[0]!.doubts).toEqual([
    "It answers a decision that is not booked: Property and Finance Capacity Assessment.",
    "It does not answer a decision that is booked: Capacity to Make a Will.",
  ]);
});

describe("a report that is refused", () => {
  test("while another is in review leaves no file behind", async () => {
    const { deps, send, staffPage, asStaff } = await stageReport();
    await send();
    expect(await kept(deps)).toEqual({ rows: 1, files: 1 });
    expect((await send({}, "Another")).status).toBe(409);
    expect(await kept(deps)).toEqual({ rows: 1, files: 1 });
    // The same form again is no other report, and keeps the file.
    expect((await send()).location).toContain("done=sent");
    expect(await kept(deps)).toEqual({ rows: 1, files: 1 });
    const reportId = (await staffPage()).reports[0]!.id;
    await asStaff({ intent: "return", codes: "evidence", reportId, note: "Please sign it." });
    expect((await send({}, "Another")).location).toContain("done=sent");
    // The returned version stays with its file.
    expect(await kept(deps)).toEqual({ rows: 2, files: 2 });
  });

  test("because it has two files keeps neither of them", async () => {
    const { deps, send } = await stageReport();
    const refused = await send({}, "Part 1", "Part 2");
    expect([refused.status, errorsOf(refused).documents]).toEqual([
      400,
      [expect.stringContaining("Choose one PDF")],
    ]);
    expect(await kept(deps)).toEqual({ rows: 0, files: 0 });
    expect(await lastMail(deps, "report-to-review")).toBeUndefined();
  });

  test("by a server that was killed then is deleted the next night, papers and reports are not", async () => {
    const { deps, booking, send } = await stageReport();
    await send();
    await createDocument(deps, { bookingId: booking.id });
    // An earlier release left such files, too.
    const loose = { bookingId: booking.id, purpose: "report", kind: "other", bytes: pdf("Loose") } as const;
    await createDocument(deps, loose);
    expect(await kept(deps)).toEqual({ rows: 3, files: 3 });
    await purgeExpired(deps);
    expect(await kept(deps)).toEqual({ rows: 3, files: 3 });
    deps.clock.advance(25 * HOUR_MS);
    await purgeExpired(deps);
    expect(await kept(deps)).toEqual({ rows: 2, files: 2 });
  });
});
