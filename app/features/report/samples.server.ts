import type { Deps } from "#app/deps.server.ts";
import { findUserNames } from "#app/features/accounts/session/queries.server.ts";
import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import {
  changeBooking,
  DONE,
  refused,
  type Inside,
} from "#app/features/booking/record/change-booking.server.ts";
import { isUnrestricted } from "#app/features/data-protection/restrictions.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { byIds } from "#app/kit/pieces.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { Flag } from "#app/platform/tables.ts";
import { formatInstantDay } from "#app/platform/dates.ts";
import { sealedColumn, type Secrets } from "#app/platform/secrets.server.ts";
import type { Change } from "./change-report.server.ts";
import { findReport, reportsOfBooking, reviewCodes, type Report } from "./report-rows.server.ts";
import { codesInWords, type ReviewCode } from "./report-words.ts";

/** Released reports that a reviewer reads again: for the practice and the author, never for a customer. */

const sealedLine = sealedColumn("review_samples", "line_sealed");

/** Adds what a reviewer found in a version. */
export async function addFindings(
  { db, clock }: Inside,
  { reportId, by }: { reportId: string; by: ActedByRequest },
  codes: readonly ReviewCode[],
  is_after_release: Flag,
) {
  if (codes.length === 0) return;
  const more = { is_after_release, by: by.actor.id ?? "", at: clock.now().toISOString() };
  const rows = codes.map((code) => ({ report_id: reportId, code, ...more }));
  await db.insertInto("review_findings").values(rows).execute();
}

const FIRST_OF_AUTHOR = 5;

/** How many reports went out since an instant, withdrawn ones too; of one author, or of all. */
async function countReleased(db: Executor, since: string, authorId?: string): Promise<number> {
  const { count } = await db
    .selectFrom("reports")
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .where("kind", "=", "report")
    .where("state", "in", ["released", "withdrawn"])
    .where("reviewed_at", ">", since)
    .$if(authorId !== undefined, (query) => query.where("author_id", "=", authorId!))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether a report that was just released is to be read again: every so many, or one of its author's first. */
async function chosenAs({ db, settings }: Inside, { author_id }: Report): Promise<"nth" | "first" | null> {
  const { sampleEvery, samplesFirst } = settings.current().documents;
  if (samplesFirst && (await countReleased(db, "", author_id)) <= FIRST_OF_AUTHOR) return "first";
  if (sampleEvery === 0) return null;
  const last = await db
    .selectFrom("review_samples")
    .select((eb) => eb.fn.max<string | null>("chosen_at").as("at"))
    .where("chosen_as", "=", "nth")
    .executeTakeFirst();
  return (await countReleased(db, last?.at ?? "")) >= sampleEvery ? "nth" : null;
}

/** Chooses a report to be read again, with its release. Corrections and addenda are none. */
export async function chooseSample(inside: Inside, report: Report): Promise<void> {
  const chosen_as = report.kind === "report" ? await chosenAs(inside, report) : null;
  if (chosen_as === null) return;
  const more = { chosen_as, chosen_at: inside.clock.now().toISOString(), read_by: null, read_at: null };
  await inside.db
    .insertInto("review_samples")
    .values({ report_id: report.id, ...more, line_sealed: null })
    .execute();
}

type Reading = Change & { reportId: string; codes: readonly ReviewCode[]; line: string };

/** Keeps what somebody found who read a released report again, and tells its author. */
export async function readAgain(deps: Deps, { bookingId, by, reportId, codes, line }: Reading) {
  return changeBooking(deps, { bookingId, by }, async (inside) => {
    const report = await findReport(inside, reportId);
    if (report?.booking_id !== bookingId || report.state !== "released") return refused("reviewed-since");
    if (report.author_id === by.actor.id) return refused("own-reading");
    const { numUpdatedRows } = await inside.db
      .updateTable("review_samples")
      .set({
        read_by: by.actor.id,
        read_at: deps.clock.now().toISOString(),
        line_sealed: line === "" ? null : sealedLine.encrypt(deps.secrets, reportId, line),
      })
      .where("report_id", "=", reportId)
      .where("read_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return refused("read-since");
    await addFindings(inside, { by, reportId }, codes, 1);
    const found = codesInWords(codes) || (line === "" ? "nothing" : "a line");
    await recordAudit(inside, by, "report.read-again", ["booking", bookingId], {
      note: `Version ${report.version}: ${found}`,
    });
    const author = (await assessorsById(inside, [report.author_id])).get(report.author_id);
    if (author)
      await enqueueMail(inside, {
        topic: "report-read-again",
        to: author.email,
        bookingId,
        dedupeKey: `report-read-again:${reportId}`,
        payload: { assessorId: report.author_id, codes: [...codes], hasLine: line !== "" },
      });
    return DONE;
  });
}

type ReadDeps = { db: Executor; secrets: Secrets };

/** Readings after the release, by version: null until somebody has read it. */
export async function samplesOf(deps: ReadDeps, reportIds: readonly string[]) {
  const rows = await byIds(reportIds, (piece) =>
    deps.db.selectFrom("review_samples").selectAll().where("report_id", "in", piece).execute(),
  );
  const codes = await reviewCodes(deps.db, reportIds, { isAfterRelease: true });
  const readers = rows.map(({ read_by }) => read_by);
  const names = await findUserNames(deps, readers);
  return new Map(
    rows.map(({ report_id: id, read_at, read_by, line_sealed }) => {
      const line = line_sealed === null ? "" : sealedLine.decrypt(deps.secrets, id, line_sealed);
      const found = [codesInWords(codes.get(id)), line].filter(Boolean).join(". ") || "nothing";
      const reader = names.get(read_by ?? "") ?? "a reviewer";
      return [id, read_at === null ? null : { readAt: read_at, reader, found }] as const;
    }),
  );
}

/** A booking's reports, the newest first, with the reasons of their return in words, and their reading after the
 * release: null while it waits, undefined where it was not chosen. */
export async function reviewedReports(deps: ReadDeps, bookingId: string) {
  const reports = await reportsOfBooking(deps, bookingId);
  const ids = reports.map(({ id }) => id);
  const reasons = await reviewCodes(deps.db, ids);
  const samples = await samplesOf(deps, ids);
  return reports.map((report) => ({
    ...report,
    reasons: codesInWords(reasons.get(report.id)),
    again: samples.get(report.id),
  }));
}

/** Codes that were found in versions that were read again; none where nothing was. */
export async function readAgainCodes(db: Executor, reportIds: readonly string[]) {
  const read = await byIds(reportIds, (piece) =>
    db
      .selectFrom("review_samples")
      .select("report_id")
      .where("report_id", "in", piece)
      .where("read_at", "is not", null)
      .execute(),
  );
  const codes = await reviewCodes(db, reportIds, { isAfterRelease: true });
  return new Map(read.map(({ report_id: id }) => [id, codes.get(id) ?? []]));
}

/** Released reports that wait to be read again, the longest waiting on top. */
export async function reportsToReadAgain({ db }: { db: Executor }) {
  const rows = await db
    .selectFrom("review_samples")
    .innerJoin("reports", "reports.id", "review_samples.report_id")
    .innerJoin("bookings", "bookings.id", "reports.booking_id")
    .select(["reports.id", "reports.booking_id as bookingId", "reports.version", "reports.reviewed_at"])
    .where("review_samples.read_at", "is", null)
    .where("reports.state", "=", "released")
    .where((eb) => isUnrestricted(eb))
    .orderBy("review_samples.chosen_at")
    .orderBy("reports.id")
    .execute();
  return rows.map(({ reviewed_at, version, ...row }) => ({
    ...row,
    about: `Version ${version}, released ${formatInstantDay(reviewed_at!)}`,
  }));
}
