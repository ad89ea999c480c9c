import type { Personal } from "#app/features/data-protection/personal.ts";
import type { Deps } from "#app/deps.server.ts";
import { exchangesOfBooking } from "./exchanges.server.ts";
import { readComments, readingsOf } from "./reading/comment-rows.server.ts";
import { questionsData } from "./questions/question-rows.server.ts";
import { treeText } from "./report-document.ts";
import { writtenReports } from "./written-report.server.ts";
import { draftsOfBooking, looksIn } from "./saved-draft.server.ts";

/** Deletes comments on reports from a draft of which a version was released before the instant `before`; not while the
 * report is on hold, or a complaint of its referrer is open. */
async function purgeComments(
  db: Deps["db"],
  before: string,
  exceptBookingIds: readonly string[],
): Promise<void> {
  let finished = db
    .selectFrom("reports")
    .innerJoin("reports as released", (join) =>
      join
        .onRef("released.booking_id", "=", "reports.booking_id")
        .onRef("released.draft_id", "=", "reports.draft_id"),
    )
    .innerJoin("bookings", "bookings.id", "reports.booking_id")
    .select("reports.id")
    .where("released.state", "in", ["released", "withdrawn"])
    .where("released.reviewed_at", "<", before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("report_holds")
            .select("report_holds.id")
            .whereRef("report_holds.booking_id", "=", "reports.booking_id")
            .where("report_holds.lifted_at", "is", null),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("complaints")
            .select("complaints.id")
            .whereRef("complaints.email_key", "=", "bookings.referrer_email_key")
            .where("complaints.state", "!=", "answered"),
        ),
      ),
    );
  if (exceptBookingIds.length > 0)
    finished = finished.where("reports.booking_id", "not in", exceptBookingIds);
  await db.deleteFrom("report_comments").where("report_id", "in", finished).execute();
}

/** Deletes drafts that nobody sent and that were last saved before the instant `before`, except those of some
 * bookings. */
async function purgeUnsentDrafts(
  db: Deps["db"],
  before: string,
  exceptBookingIds: readonly string[],
): Promise<void> {
  let drafts = db.deleteFrom("report_drafts").where("state", "=", "writing").where("updated_at", "<", before);
  if (exceptBookingIds.length > 0) drafts = drafts.where("booking_id", "not in", exceptBookingIds);
  await drafts.execute();
}

/** Words of assessors about a booking's visits, for the export of a person's data. */
async function writingData(deps: Deps, bookingId: string) {
  const exchanges = await exchangesOfBooking(deps, bookingId);
  const drafts = await draftsOfBooking(deps, bookingId);
  const written = await writtenReports(deps, { bookingId });
  const comments = await readComments(deps, { bookingId });
  const readings = await readingsOf(deps.db, bookingId);
  return {
    reportDrafts: drafts.map(({ state, parts, created_at, updated_at, ...draft }) => ({
      state,
      createdAt: created_at,
      updatedAt: updated_at,
      looks: Object.values(looksIn(deps.secrets, draft)).map(({ message, words, at }) => ({
        finding: message,
        words,
        at,
      })),
      parts: Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, part?.answers])),
    })),
    writtenReports: written.map(({ version, tree, outcomes }) => ({
      version,
      outcomes,
      text: treeText(tree),
    })),
    readersComments: comments.map(({ version, part_key, text, at, answer, because, closed_at }) => ({
      version,
      part: part_key,
      text,
      at,
      answer,
      because,
      closedAt: closed_at,
    })),
    reportQuestions: await questionsData(deps, bookingId),
    reportsRead: readings.map(({ version, finished_at }) => ({ version, finishedAt: finished_at })),
    exchanges: exchanges.map(({ number, speaker, text, at, recorded_at }) => ({
      number,
      speaker,
      text,
      at,
      recordedAt: recorded_at,
    })),
  };
}

const DAY_MS = 86_400_000;

export const personal: Personal = {
  exportBooking: writingData,
  purge: async ({ db, settings }, { now, cutoffs, kept }) => {
    await purgeUnsentDrafts(db, cutoffs.unrealisedBookings, kept.bookingIds);
    const { commentDays } = settings.current().retention;
    const before = new Date(now.getTime() - commentDays * DAY_MS).toISOString();
    await purgeComments(db, before, kept.bookingIds);
  },
};
