import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { isUnrestricted } from "#app/features/data-protection/restrictions.server.ts";
import { FIRST_PAGE } from "#app/kit/pages.ts";
import { pageOfQuery } from "#app/kit/pieces.server.ts";
import { agreementOfBooking } from "#app/features/organisations/record/agreements.server.ts";
import { findUserNames } from "#app/features/accounts/session/queries.server.ts";
import { shownDrafts } from "../saved-draft.server.ts";
import { readComments, readingsOf } from "./comment-rows.server.ts";

/** Reports in review that wait for a second reader, or whose author has answered a comment of this one; never their
 * own. The longest waiting first, in pages. */
export function reportsToRead(deps: Deps, readerId: string, url = FIRST_PAGE) {
  const waiting = deps.db
    .selectFrom("reports")
    .innerJoin("bookings", "bookings.id", "reports.booking_id")
    .where("reports.state", "=", "in-review")
    .where("reports.content_sealed", "is not", null)
    .where("reports.author_id", "!=", readerId)
    .where(({ or, not, exists, selectFrom }) =>
      or([
        not(
          exists(
            selectFrom("report_readings")
              .select("report_readings.reader_id")
              .whereRef("report_readings.report_id", "=", "reports.id"),
          ),
        ),
        exists(
          selectFrom("report_comments")
            .select("report_comments.id")
            .whereRef("report_comments.report_id", "=", "reports.id")
            .where("report_comments.reader_id", "=", readerId)
            .where("report_comments.answer", "is not", null)
            .where("report_comments.closed_at", "is", null),
        ),
      ]),
    )
    .where((eb) => isUnrestricted(eb))
    .select(["bookings.id as bookingId", "bookings.reference", "reports.version"])
    .select("reports.declared_at as sentAt")
    .orderBy("reports.declared_at")
    .orderBy("reports.id");
  return pageOfQuery(waiting, url, { name: "to-read" });
}

export type ReportsToRead = Awaited<ReturnType<typeof reportsToRead>>;

/** How the reading of a booking's versions stands, for the page on which staff release them: by version. */
export async function readingState(deps: Deps, bookingId: string) {
  const versions = await deps.db
    .selectFrom("reports")
    .select(["version", "draft_id"])
    .where("booking_id", "=", bookingId)
    .where("content_sealed", "is not", null)
    .execute();
  if (versions.length === 0) return {};
  const comments = await readComments(deps, { bookingId });
  const readings = await readingsOf(deps.db, bookingId);
  const readers = readings.map(({ reader_id }) => reader_id);
  const names = await findUserNames(deps, readers);
  const draftOf = new Map(versions.map(({ version, draft_id }) => [version, draft_id]));
  return Object.fromEntries(
    versions.map(({ version, draft_id }) => [
      version,
      {
        readBy: readings
          .filter((one) => one.version === version)
          .map(({ reader_id }) => names.get(reader_id) ?? "a reader"),
        /** Comments on this version or one before it of the same draft that nobody has closed. */
        openCount: comments.filter(
          (one) => one.closed_at === null && one.version <= version && draftOf.get(one.version) === draft_id,
        ).length,
      },
    ]),
  );
}

/** A sentence about a report in review that was agreed to be read by a second assessor, and by nobody yet; null for any
 * other. A file cannot be read here. */
export async function missesReader(deps: Pick<Deps, "db">, booking: BookingRow): Promise<string | null> {
  if (!(await agreementOfBooking(deps, booking))?.terms.needsReview) return null;
  const report = await deps.db
    .selectFrom("reports")
    .select(["id", "draft_id", "author_id"])
    .where("booking_id", "=", booking.id)
    .where("state", "=", "in-review")
    .executeTakeFirst();
  if (!report) return null;
  if (report.draft_id === null)
    return "It was agreed that a second assessor reads each report. This one is a file: ask who has read it.";
  const reading = await deps.db
    .selectFrom("report_readings")
    .select("reader_id")
    .where("report_id", "=", report.id)
    .where("reader_id", "!=", report.author_id)
    .executeTakeFirst();
  return reading
    ? null
    : "It was agreed that a second assessor reads each report, and nobody has read this version.";
}

/** Whether an author lets the office look at a draft of this booking's report. */
export async function hasShownDraft(deps: Deps, bookingId: string): Promise<boolean> {
  return (await shownDrafts(deps, bookingId)).length > 0;
}

export type ReadingState = Awaited<ReturnType<typeof readingState>>;
