import { expect, test } from "vitest";
import { appendChange } from "#app/features/settings/settings.server.ts";
import { render } from "#tests/setup/rendered-site.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import {
  ALL_CHECKS,
  lastMail,
  linkIn,
  mails,
  openAsRecipient,
  stageReport,
} from "#tests/setup/report-pages.ts";
import { createDelivery } from "#tests/setup/reports.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { readAgain, reportsToReadAgain } from "./samples.server.ts";
import { withdrawReport } from "./review-report.server.ts";

async function setSampling(deps: TestDeps, sampling: { sampleEvery: number; samplesFirst: boolean }) {
  const { documents } = deps.settings.current();
  await appendChange(deps.db, deps.clock, "documents", { ...documents, ...sampling }, null);
  await deps.settings.reload();
}

/** Which of so many releases, each a minute after the one before, were chosen: by author. */
async function chosenOf(deps: TestDeps, authors: { id: string }[]) {
  const chosen: number[] = [];
  for (const [index, author] of authors.entries()) {
    deps.clock.advance(60_000);
    const booking = await createBooking(deps);
    const { report } = await createDelivery(deps, booking.id, { author });
    const row = deps.db.selectFrom("review_samples").select("report_id").where("report_id", "=", report.id);
    if (await row.executeTakeFirst()) chosen.push(index + 1);
  }
  return chosen;
}

test.each([
  ["none, as long as nobody asks for it", { sampleEvery: 0, samplesFirst: false }, []],
  ["one in three", { sampleEvery: 3, samplesFirst: false }, [3, 6, 9]],
  ["each", { sampleEvery: 1, samplesFirst: false }, [1, 2, 3, 4, 5, 6, 7, 8, 9]],
  [
    "the first five of each author, here of one with six and one with three",
    { sampleEvery: 0, samplesFirst: true },
    [1, 2, 3, 4, 5, 7, 8, 9],
  ],
  ["the first five and one in eight", { sampleEvery: 6, samplesFirst: true }, [1, 2, 3, 4, 5, 6, 7, 8, 9]],
])("of nine released reports are read again: %s", async (_, sampling, expected) => {
  const deps = createTestDeps();
  await setSampling(deps, sampling);
  const [one, two] = [
    await createUser(deps, { role_id: "assessor" }),
    await createUser(deps, { role_id: "assessor" }),
  ];
  expect(await chosenOf(deps, [one, one, one, one, one, one, two, two, two])).toEqual(expected);
});

test("a released report is read again, its author learns what was found, and no customer does", async () => {
  const { deps, booking, assessor, asStaff, staffPage, send, assessorPage, visitId } = await stageReport();
  await setSampling(deps, { sampleEvery: 1, samplesFirst: false });
  await send();
  const reportId = (await staffPage()).reports[0]!.id;
  const early = await asStaff({ intent: "again", reportId });
  expect(early.status).toBe(409);
  await asStaff({ intent: "release", reportId, checks: ALL_CHECKS, recipients: "referrer" });
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const list = async () => (await render(deps, "/admin/reports?show=again", cookie)).text;
  const page = async () => (await render(deps, `/admin/bookings/${booking.id}/report`, cookie)).text;
  expect(await list()).toMatch(/To read again 1[^]*Version 1, released 12\/03\/2027/);
  expect(await page()).toContain("Chosen to be read again");
  const long = await asStaff({ intent: "again", reportId, codes: "evidence", line: "x".repeat(201) });
  expect([long.status, long.data]).toMatchObject([400, { initialValue: { codes: "evidence" } }]);
  const found = { intent: "again", reportId, codes: ["spelling", "evidence"], line: "Quote her words." };
  expect((await asStaff(found)).location).toContain("done=again");
  const second = await asStaff({ ...found, line: "Another reader" });
  expect([second.status, JSON.stringify(second.data)]).toEqual([
    409,
    expect.stringContaining("Somebody else has read this version again."),
  ]);
  expect(await page()).toMatch(/by Sam[^]*Evidence, Spelling. Quote her words\./);
  expect(await page()).not.toContain("Chosen to be read again");
  expect(await list()).toContain("There is no such report");
  expect((await assessorPage()).reports[0]).toMatchObject({ again: "Evidence, Spelling. Quote her words." });
  const mail = await lastMail(deps, "report-read-again");
  expect([mail.to, mail.payload]).toMatchObject([
    assessor.email,
    { codes: ["spelling", "evidence"], hasLine: true },
  ]);
  expect(await mails(deps, "report-read-again")).toHaveLength(1);
  const author = (await signInAs(deps, assessor)).cookie;
  expect((await render(deps, `/assessor/visits/${visitId}/report`, author)).text).toContain("Read again: ");
  const recipient = await openAsRecipient(deps);
  const { text } = await render(
    deps,
    await linkIn(deps, await lastMail(deps, "report-ready")),
    recipient.cookie,
  );
  expect(text).toContain("Download");
  expect(text).not.toMatch(/Quote her words|Spelling|[Rr]ead again/);
});

test("nothing found is said so; nobody reads their own report again, or one that was withdrawn", async () => {
  const deps = createTestDeps();
  await setSampling(deps, { sampleEvery: 1, samplesFirst: false });
  const author = await createUser(deps, { role_id: "assessor" });
  const booking = await createBooking(deps);
  const { report } = await createDelivery(deps, booking.id, { author });
  const reading = { bookingId: booking.id, reportId: report.id, by: BY_STAFF, codes: [], line: "" };
  const own = { ...BY_STAFF, actor: { kind: "staff", id: author.id } } as const;
  expect(await readAgain(deps, { ...reading, by: own })).toMatchObject({ problem: "own-reading" });
  expect(await readAgain(deps, { ...reading, bookingId: (await createBooking(deps)).id })).toMatchObject({
    problem: "reviewed-since",
  });
  expect(await readAgain(deps, reading)).toMatchObject({ ok: true });
  const log = await deps.db
    .selectFrom("audit_log")
    .select("note")
    .where("action", "=", "report.read-again")
    .execute();
  expect(log).toEqual([{ note: "Version 1: nothing" }]);

  deps.clock.advance(60_000);
  const other = await createBooking(deps);
  const second = await createDelivery(deps, other.id, { author });
  expect(await reportsToReadAgain(deps)).toHaveLength(1);
  const withdrawn = { bookingId: other.id, reportId: second.report.id, by: BY_STAFF };
  await withdrawReport(deps, { ...withdrawn, reason: "Wrong file" });
  expect(await reportsToReadAgain(deps)).toEqual([]);
  expect(await readAgain(deps, { ...reading, ...withdrawn })).toMatchObject({ problem: "reviewed-since" });
});
